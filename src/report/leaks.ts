import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { finderOf, isWhole, keysAsSecrets, masked, PART, type Secret, type Sighting } from '../judge/mask';
import { unpacked } from './zip';

/** The last search of a run: no artifact may hold a secret, in whatever wrapping. */

interface Leak {
  file: string;
  /** The variable whose value was found, or a part of it. */
  variable: string;
}

/** Zips in zips, and base64 of a zip in a page, go no deeper in any report. */
const deepest = 6;

/** Nothing shorter is a zip or gzip of anything. */
const smallest = 20;

/** A shorter value also stands where it is no secret: it is masked, and not searched for. */
const shortest = 8;

/** What was searched and held none: a run searches thrice, since other reporters may write late. */
const clean = new Set<string>();

/**
 * Searches files for secrets and deletes those that hold one. What a key has in common with the words of the
 * suite is no leak: it stands in every report.
 */
export function removeLeaks(files: string[], secrets: readonly Secret[]): Leak[] {
  const find = searchFor(secrets);
  return files.flatMap((file) => {
    const bytes = readFileSync(file);
    const content = createHash('sha256').update(JSON.stringify(secrets)).update(bytes).digest('hex');
    if (clean.has(content)) return [];
    const found = find(bytes).filter(({ text }) => !isOwnWord(text));
    if (found.length > 0) rmSync(file);
    else clean.add(content);
    return [...new Set(found.map(({ secret }) => secret.name))].map((variable) => ({ file, variable }));
  });
}

/** A function that masks secrets in a report, and leaves the words of the suite. */
export function maskerOf(secrets: readonly Secret[]): (text: string) => string {
  const find = searchFor(secrets);
  return (text) => {
    const bytes = Buffer.from(text);
    return masked(
      bytes,
      find(bytes).filter((sighting) => !isOwnWord(sighting.text)),
    );
  };
}

let ownWords: string | null = null;

/** True for what stands in the sources from which reports take their words. */
function isOwnWord(text: string): boolean {
  const inFolder = (name: string, recursive: boolean) => {
    const folder = join(__dirname, '../..', name);
    return readdirSync(folder, { recursive, encoding: 'utf8' }).map((file) => join(folder, file));
  };
  // A key in a test of the suite is no word of it.
  ownWords ??= [
    ...['spec', 'src/judge', 'src/drive'].flatMap((folder) => inFolder(folder, true)),
    ...['tests', 'src/report', 'src/report/page'].flatMap((folder) => inFolder(folder, false)),
  ]
    .filter((file) => /(?<!\.test)\.(?:ts|js|css|yaml)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  return ownWords.includes(text);
}

/** The variables whose values, or parts of them that count, the bytes hold. */
export function secretsIn(bytes: Buffer, keys: Readonly<Record<string, string>>): string[] {
  return [...new Set(searchFor(keysAsSecrets(keys))(bytes).map(({ secret }) => secret.name))];
}

/** A function that finds secrets in bytes, in every form that is masked, and inside zips and gzips. */
function searchFor(secrets: readonly Secret[]): (bytes: Buffer) => Sighting[] {
  const find = finderOf(secrets.filter(({ value }) => value.length >= shortest));
  const search = (bytes: Buffer, depth: number): Sighting[] => {
    const inside =
      depth === deepest || bytes.length < smallest ? [] : [...unpacked(bytes), ...wrapped(bytes)];
    return [...find(bytes).filter(isLeak), ...inside.flatMap((content) => search(content, depth + 1))];
  };
  return (bytes) => search(bytes, 0);
}

/** Beside a piece that is too short to count, a report's own quote may stand where the key has one. */
function isLeak(sighting: Sighting): boolean {
  const counted = sighting.text.slice(-sighting.counts);
  const own = [counted[0], counted.at(-1)].filter((sign) => sign === '"' || sign === "'" || sign === '`');
  return isWhole(sighting) || sighting.counts - own.length >= PART;
}

/** Every zip and gzip that stands in the bytes as base64: other base64 is read by the search itself. */
function wrapped(bytes: Buffer): Buffer[] {
  const runs = bytes.toString('latin1').match(/(?:UEsDB|H4sI)[A-Za-z0-9+/_-]+/g) ?? [];
  return runs.map((run) => Buffer.from(run, 'base64'));
}
