import { readFileSync, rmSync } from 'node:fs';
import { formsOf } from '../tests/engine/mask';
import { unpacked } from './zip';

/** The last search of a run: no artifact may hold a secret, in whatever wrapping. */

export interface Leak {
  file: string;
  /** The variable whose value was found. */
  variable: string;
}

/** Zips in zips, and base64 in JSON in a zip in base64, go no deeper in any report. */
const deepest = 6;

/** A shorter value also stands where it is no secret: it is masked, and not searched for. */
const shortest = 8;

/** Variable -> value, of every variable whose name ends in API_KEY. */
export function secretsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (/(?:^|_)API_KEY$/.test(name) && value) secrets[name] = value;
  }
  return secrets;
}

/**
 * Searches files for secrets and deletes those that hold one.
 * @param secrets variable -> value
 */
export function removeLeaks(files: string[], secrets: Readonly<Record<string, string>>): Leak[] {
  return files.flatMap((file) => {
    const variables = secretsIn(readFileSync(file), secrets);
    if (variables.length > 0) rmSync(file);
    return variables.map((variable) => ({ file, variable }));
  });
}

/**
 * The variables whose values the bytes hold: plain, URL-encoded, escaped for JSON or HTML, in base64 at any
 * alignment, and all of these inside zips, gzips and base64.
 */
export function secretsIn(bytes: Buffer, secrets: Readonly<Record<string, string>>): string[] {
  const needles = Object.entries(secrets)
    .filter(([, value]) => value.length >= shortest)
    .map(([variable, value]) => [variable, spellingsOf(value).map((form) => Buffer.from(form))] as const);
  const found = new Set<string>();
  const search = (content: Buffer, depth: number): void => {
    for (const [variable, forms] of needles) {
      if (!found.has(variable) && forms.some((form) => content.includes(form))) found.add(variable);
    }
    if (depth === deepest || found.size === needles.length || content.length < 24) return;
    for (const inner of [...unpacked(content), ...decoded(content)]) search(inner, depth + 1);
  };
  search(bytes, 0);
  return [...found];
}

function spellingsOf(value: string): string[] {
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = html.replaceAll('"', '&quot;');
  const encoded = encodeURIComponent(value);
  const lowerCase = encoded.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());
  return [...new Set([...formsOf(value), html, quoted, quoted.replaceAll("'", '&#39;'), lowerCase])];
}

/** Every run of base64 in the bytes that is long enough to wrap something, decoded. */
function decoded(content: Buffer): Buffer[] {
  const runs = content.toString('latin1').match(/[A-Za-z0-9+/_-]{32,}/g) ?? [];
  return runs.map((run) => Buffer.from(run, 'base64'));
}
