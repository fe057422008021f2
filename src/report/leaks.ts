import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { finderOf, isWhole, keysAsSecrets, masked, PART, type Secret, type Sighting } from '../judge/mask';
import { unpacked } from './zip';

/** The last search of a run: no artifact may contain a secret, in whatever encoding. */

interface Leak {
  file: string;
  /** The variable whose value, or part of it, was found. */
  variable: string;
}

/** No report nests deeper than a zip in a zip, or the base64 of a zip in a page. */
const deepest = 6;

/** A zip or gzip file is never shorter. */
const smallest = 20;

/** A shorter value may occur by chance. It is masked, but not searched for. */
const shortest = 8;

/** Files that were searched and are clean: a run searches three times, since other reporters may write late. */
const clean = new Set<string>();

/**
 * Searches files for secrets and deletes those that contain one. Text that a key shares with the suite's own
 * words is no leak, since every report has it.
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

/** A function that masks secrets in a report, except for the suite's own words. */
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

/** True for text that occurs in the sources of the reports' words. */
function isOwnWord(text: string): boolean {
  const inFolder = (name: string, recursive: boolean) => {
    const folder = join(__dirname, '../..', name);
    return readdirSync(folder, { recursive, encoding: 'utf8' }).map((file) => join(folder, file));
  };
  // A key in a test file is not one of the suite's own words.
  ownWords ??= [
    ...['spec', 'src/judge', 'src/drive'].flatMap((folder) => inFolder(folder, true)),
    ...['tests', 'src/report', 'src/report/page'].flatMap((folder) => inFolder(folder, false)),
  ]
    .filter((file) => /(?<!\.test)\.(?:ts|js|css|yaml)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  return ownWords.includes(text);
}

/** The variables whose values, or sufficiently long parts of them, occur in the bytes. */
export function secretsIn(bytes: Buffer, keys: Readonly<Record<string, string>>): string[] {
  return [...new Set(searchFor(keysAsSecrets(keys))(bytes).map(({ secret }) => secret.name))];
}

/** A function that finds secrets in bytes, in all encodings that are masked, and inside zip and gzip files. */
function searchFor(secrets: readonly Secret[]): (bytes: Buffer) => Sighting[] {
  const find = finderOf(secrets.filter(({ value }) => value.length >= shortest));
  const search = (bytes: Buffer, depth: number): Sighting[] => {
    const inside =
      depth === deepest || bytes.length < smallest ? [] : [...unpacked(bytes), ...wrapped(bytes)];
    return [...find(bytes).filter(isLeak), ...inside.flatMap((content) => search(content, depth + 1))];
  };
  return (bytes) => search(bytes, 0);
}

/** Beside a piece that is too short to count, a report's own quotation mark may coincide with one in the key. */
function isLeak(sighting: Sighting): boolean {
  const counted = sighting.text.slice(-sighting.counts);
  const own = [counted[0], counted.at(-1)].filter((sign) => sign === '"' || sign === "'" || sign === '`');
  return isWhole(sighting) || sighting.counts - own.length >= PART;
}

/** All zip and gzip files that occur in the bytes as base64. Other base64 is handled by the search itself. */
function wrapped(bytes: Buffer): Buffer[] {
  const runs = bytes.toString('latin1').match(/(?:UEsDB|H4sI)[A-Za-z0-9+/_-]+/g) ?? [];
  return runs.map((run) => Buffer.from(run, 'base64'));
}
