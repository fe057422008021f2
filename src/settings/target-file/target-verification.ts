import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Part, partNames, parts } from '../../../spec/target-file';
import { commandLine } from '../../judge/texts/command-line';
import { inProject } from '../folders';
import { buildersOf } from './check-builders';
import { fieldOf, type RequestSpec, type Target } from './target';

/**
 * The verification file that `doctor --sign` writes beside a target file: which of its parts were verified,
 * where and when.
 */
export interface TargetVerification {
  /** Of the target file, the files that it imports from its own folders, and what it describes. */
  hash: string;
  /** BASE_URL. */
  address: string;
  /** `2026-11-21`. */
  date: string;
  parts: string[];
}

export function declaredParts(target: Target): Part[] {
  return partNames.flatMap((name) => {
    const { field, many } = parts[name];
    const value = field && fieldOf(target, field);
    if (value === undefined) return [];
    const each = many ? (value as { name: string }[]).map((one) => `${name} (${one.name})`) : [name];
    return each as Part[];
  });
}

export function verificationFile(path: string): string {
  return inProject(path).replace(/\.[cm]?[jt]s$/, '.proof.json');
}

/**
 * The parts that the verification file covers for this target file and address.
 * @returns with a note if the verification file belongs to something else
 */
export function partsVerifiedEarlier(
  path: string | undefined,
  target: Target,
  address: string,
): { parts: string[]; remark?: string } {
  if (path === undefined || !existsSync(verificationFile(path))) return { parts: [] };
  let proof: Partial<TargetVerification>;
  try {
    proof = JSON.parse(readFileSync(verificationFile(path), 'utf8'));
  } catch {
    return {
      parts: [],
      remark: `${verificationFile(path)} is not JSON: write it again with ${commandLine('doctor', '--sign')}.`,
    };
  }
  const isSame = proof.hash === targetHash(path, target);
  const changed = isSame ? 'BASE_URL is another' : 'it was changed, or what it reads';
  if (!isSame || proof.address !== address || !Array.isArray(proof.parts))
    return {
      parts: [],
      remark: `Target file verified on ${proof.date}, but ${changed}: verify it again with ${commandLine('doctor', '--sign')}.`,
    };
  return {
    parts: proof.parts,
    remark: `Target file: ${proof.parts.length} parts verified on ${proof.date}.`,
  };
}

/**
 * Twelve hexadecimal digits, hashed from a target file, what it imports by relative paths, and what it describes: paths
 * and bodies may come from the environment, too.
 */
export function targetHash(path: string, target: Target): string {
  const hash = createHash('sha256');
  for (const file of filesOf(inProject(path))) hash.update(readFileSync(file));
  const { headers: _, ...parts } = target;
  hash.update(JSON.stringify([parts, requestsOf(target)]));
  return hash.digest('hex').slice(0, 12);
}

/** The texts of a request of each builder, without what is new in each. */
function requestsOf(target: Target): string[] {
  return Object.values(buildersOf(target)).flatMap((build) => {
    const [one = [], other = []] = [textsOf(build()), textsOf(build())];
    return one.map((text, index) => (text === other[index] ? text : '*'));
  });
}

/** Method, path and body, without times. */
const textsOf = ({ method, path, body }: RequestSpec) =>
  [method, path, body].map((each) =>
    JSON.stringify(each ?? null).replace(/\d{4}-\d\d-\d\dT[\d:.]+|\d{9,}/g, '*'),
  );

/** A module and the modules that it imports by relative paths, each once, in the order of imports. */
function filesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?!import type).*?(?:from|import|require\()\s*['"](\.[^'"]+)['"]/gm,
  );
  for (const [, name = ''] of imports) {
    const base = join(dirname(file), name);
    const found = ['', '.ts', '.js', '.mts', '.mjs', '.cts', '.cjs', '.json']
      .map((end) => base + end)
      .find((path) => /\.[a-z]+$/.test(path) && existsSync(path));
    if (found) filesOf(found, seen);
  }
  return seen;
}
