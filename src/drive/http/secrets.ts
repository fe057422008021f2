import { isKeyVariable } from '../../../spec/accounts';
import type { Exchange } from '../../judge/data/evidence';
import {
  finderOf,
  maskBy,
  PART,
  type PublicTexts,
  probeOf,
  type Secret,
  wholeSecretsIn,
} from '../../judge/masking/mask';
import { type MaskData, maskDataBy } from '../../judge/masking/masked-data';
import { isSecret, namedIn, namedSecret } from '../../judge/masking/named-secrets';
import { placeholder } from '../../judge/masking/placeholders';
import { bodiesShown } from '../../judge/response/shown';
import { isSetting } from '../settings/names';
import type { WireRequest } from './http';

/** What this process must never write anywhere: the keys of the accounts, and all probes made from one. */
const secrets = new Map<string, Secret>();
let known: PublicTexts = [];
let find = finderOf([]);

/**
 * Adds a secret, of which parts count, too, under the name that replaces it.
 * @param how `named` if it is no key, so that a response may contain it
 */
export function keepSecret(name: string, value: string, how: Pick<Secret, 'named'> = {}): void {
  if (secrets.has(value)) return;
  secrets.set(value, { name, value, parts: true, ...how });
  find = finderOf([...secrets.values()], ...known);
}

/** Sets the texts that are no secret, even if the value of a key, or a part of it, is one of them. */
export function keepPublic(...texts: PublicTexts): void {
  known = texts;
  find = finderOf([...secrets.values()], ...known);
}

/** What no report may contain, besides the keys of the environment, and what is no secret all the same. */
export const secretsOfRun = () => ({ kept: [...secrets.values()].filter(({ parts }) => parts), known });

/**
 * Adds the values of variables that texts contain, in any spelling. A setting of the suite that is no key is shown in
 * reports anyway.
 */
export function keepFromEnvironment(texts: readonly string[], env: NodeJS.ProcessEnv): void {
  const given = Object.entries(env).flatMap(([name, value = '']) =>
    value.length < PART || isSetting(name) || secrets.has(value) ? [] : { name, value, parts: false },
  );
  const search = finderOf(given, ...known);
  for (const { secret } of texts.flatMap((text) => search(Buffer.from(text))))
    keepSecret(secret.name, secret.value, { named: true });
}

/**
 * Adds a probe made from the key of a variable. It counts as a whole only, since its parts belong to the key
 * or to no key.
 * @param how how it was made from the key
 */
export function keepProbe(key: string, how: string, value: string, name = 'API_KEY'): void {
  // A word, or a few characters of the key, may occur in responses by chance.
  if (value.length < 8 || secrets.has(value)) return;
  const probe = probeOf({ name, value: key, parts: true }, how, value);
  // Where a text contains the whole key, the key's name is shown, even if another probe begins inside it.
  if (probe.shown?.includes(placeholder(name))) return;
  secrets.set(value, probe);
  find.add(probe);
}

/**
 * Adds the values of a request whose names say that they are secret, since a response may repeat them
 * anywhere.
 */
export function keepNamed({ url, headers, body }: Pick<WireRequest, 'url' | 'headers' | 'body'>): void {
  const named = [
    ...Object.entries(headers).filter(
      ([name, value]) => isSecret(name, value, 'header') && !/^(?:authorization|cookie)$/i.test(name),
    ),
    ...[url, body?.toString() ?? ''].flatMap(namedIn),
  ];
  for (const [name, value] of named) {
    const [secret] = namedSecret(name, value);
    if (secret === undefined || secrets.has(value)) continue;
    secrets.set(value, secret);
    find.add(secret);
  }
}

export const mask = (text: string): string => maskBy(find)(text);

/** @param all the exchanges of the run, if the value may have some of them */
export const maskedBy = (all: readonly Exchange[] = []): MaskData => maskDataBy(mask, bodiesShown(all));

export const masked = maskedBy();

export const secretsIn = (bytes: Buffer): string[] => wholeSecretsIn(find, bytes);

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
