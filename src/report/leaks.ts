import { readFileSync, rmSync } from 'node:fs';
import {
  finderOf,
  isWhole,
  isWord,
  keysAsSecrets,
  maskBy,
  PART,
  type PublicTexts,
  type Secret,
  type Sighting,
} from '../judge/masking/mask';

/** The last search of a run: no report may contain a secret. */

interface Leak {
  file: string;
  /** The variable whose value, or part of it, was found. */
  variable: string;
}

/**
 * Searches files for secrets, and deletes those that contain one. Shorter values than eight characters may
 * occur by chance; so may a part of a key that is a word.
 */
export function removeLeaks(
  files: readonly string[],
  secrets: readonly Secret[],
  ...known: PublicTexts
): Leak[] {
  const find = finderOf(longEnough(secrets), ...known);
  return files.flatMap((file) => {
    const sightings = find(readFileSync(file)).filter(isLeak);
    if (sightings.length > 0) rmSync(file);
    return [...new Set(sightings.map(({ secret }) => secret.name))].map((variable) => ({ file, variable }));
  });
}

/** Beside a piece that is too short to count, a report's own quotation mark may coincide with one in the key. */
function isLeak(sighting: Sighting): boolean {
  const { text, counts } = sighting;
  const quotes = [text.at(-counts), text.at(-1)].filter(
    (sign) => sign === '"' || sign === "'" || sign === '`',
  );
  return isWhole(sighting) || (!isWord(text) && counts - quotes.length >= PART);
}

/** Masks the text of a report in which a secret was found. */
export const maskerOf = (secrets: readonly Secret[], ...known: PublicTexts) =>
  maskBy(finderOf(longEnough(secrets), ...known));

/** The variables whose values, or sufficiently long parts of them, occur in the bytes. */
export function secretsIn(bytes: Buffer, keys: Readonly<Record<string, string>>): string[] {
  return [
    ...new Set(
      finderOf(longEnough(keysAsSecrets(keys)))(bytes)
        .filter(isLeak)
        .map(({ secret }) => secret.name),
    ),
  ];
}

const longEnough = (secrets: readonly Secret[]) => secrets.filter(({ value }) => value.length >= PART);
