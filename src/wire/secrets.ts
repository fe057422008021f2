import { readFileSync, rmSync } from 'node:fs';
import { isKeyVariable } from '../../spec/accounts';
import type { Exchange } from '../judge/data/evidence';
import { finderOf, maskBy, PART, type PublicTexts, type Secret } from '../judge/masking/mask';
import { type MaskData, maskDataBy } from '../judge/masking/masked-data';
import { namedSecretsIn } from '../judge/masking/named-secrets';
import { credentialShown } from '../judge/masking/placeholders';
import { bodiesShown } from '../judge/response/shown';
import { isSetting } from '../settings/table';
import type { WireRequest } from './http';

/** What this process must never write anywhere: the keys of the accounts, and what else is secret. */
const secrets = new Map<string, Secret>();
/** Credentials that were made from a key: what is shown of each, and how it was made. */
const made = new Map<string, { shown: string; name: string }>();
let known: PublicTexts = [];
let finder = finderOf([]);

/**
 * Adds a secret under the name that replaces it.
 * @param how `named` if it is no key, so that a response may contain it
 */
export function keepSecret(name: string, value: string, how: Pick<Secret, 'named'> = {}): void {
  if (secrets.has(value)) return;
  const secret = { name, value, ...how };
  secrets.set(value, secret);
  finder.add(secret);
}

/** Sets the texts that are no secret, even if the value of a key, or a part of it, is one of them. */
export function keepPublic(...texts: PublicTexts): void {
  known = texts;
  finder = finderOf([...secrets.values()], ...known);
}

/**
 * Adds the values of variables that texts contain, in any spelling. A setting of the suite that is no key is shown in
 * reports anyway.
 */
export function keepFromEnvironment(texts: readonly string[], env: NodeJS.ProcessEnv): void {
  const given = Object.entries(env).flatMap(([name, value = '']) =>
    value.length < PART || isSetting(name) || secrets.has(value) ? [] : { name, value },
  );
  const { wholeIn } = finderOf(given, ...known);
  for (const { name, value } of texts.flatMap(wholeIn)) keepSecret(name, value, { named: true });
}

/**
 * Adds a credential that was made from the key of a variable.
 * @param how how it was made from the key
 */
export function keepProbe(key: string, how: string, value: string, name = 'API_KEY'): void {
  if (key !== '' && value.length >= PART && !secrets.has(value))
    made.set(value, {
      shown: credentialShown({ name, value: key }, how, value),
      name: `${name}, ${how}`,
    });
}

/** Adds the values of a request whose names say that they are secret, since a response may repeat them anywhere. */
export function keepNamed({ url, headers, body }: Pick<WireRequest, 'url' | 'headers' | 'body'>): void {
  for (const { name, value } of namedSecretsIn({ url, headers, body: body?.toString() ?? '' }))
    if (!made.has(value)) keepSecret(name, value, { named: true });
}

/** The value of a header of a request, with placeholders for keys and for what was made from them. */
export function withPlaceholders(header: string): string {
  const [scheme = ''] = /^bearer\s+/i.exec(header) ?? [];
  const credential = header.slice(scheme.length).trim();
  const { shown } = made.get(credential) ?? {};
  if (shown !== undefined) return header.replace(credential, () => shown);
  return [...secrets.values()]
    .filter(({ value, named }) => !named && value.length >= PART)
    .reduce((text, { name, value }) => text.replaceAll(value, `[${name}]`), header);
}

export const mask = (text: string): string => maskBy(finder)(text);

/** @param all the exchanges of the run, if the value may have some of them */
export const maskedBy = (all: readonly Exchange[] = []): MaskData => maskDataBy(mask, bodiesShown(all, mask));

export const masked: MaskData = (value) => maskedBy()(value);

/**
 * The names of the keys that bytes contain as a whole.
 * @param sent the headers of the request: the bytes may repeat what was made from a key
 */
export function secretsIn(bytes: Buffer, sent: readonly string[] = []): string[] {
  const text = bytes.toString('latin1');
  const own = sent.flatMap((header) => {
    const value = header.replace(/^bearer\s+/i, '').trim();
    const { name } = made.get(value) ?? {};
    return name === undefined ? [] : { name, value };
  });
  const found = [...finder.wholeIn(text), ...finderOf(own, ...known).wholeIn(text)];
  return [...new Set(found.map(({ name }) => name))];
}

/** The last search of a run: deletes each report that contains a whole key, and names its variable. */
export function removeLeaks(files: readonly string[]): { file: string; variable: string }[] {
  for (const [name, value] of Object.entries(keysIn(process.env))) keepSecret(name, value);
  return files.flatMap((file) => {
    const names = secretsIn(readFileSync(file));
    if (names.length > 0) rmSync(file);
    return names.map((variable) => ({ file, variable }));
  });
}

/**
 * Variable -> value of all variables whose name ends in API_KEY. If no setting reads one, a short value may
 * be a flag or a word (`NEEDS_API_KEY=true`), and masking it would change responses before they are judged.
 */
export function keysIn(env: NodeJS.ProcessEnv): Record<string, string> {
  const named = Object.entries(env).filter(
    ([name, value = '']) => /(?:^|_)API_KEY$/.test(name) && value.length >= (isKeyVariable(name) ? 1 : PART),
  );
  return Object.fromEntries(named.map(([name, value = '']) => [name, value]));
}
