import { isKeyVariable } from '../../../spec/accounts';
import { finderOf, type Inspect, inspectBy, type Mask, PART, probeOf, type Secret } from '../../judge/mask';
import { isSecret, namedIn, namedSecret } from '../../judge/named-secrets';
import { placeholder } from '../../judge/placeholders';
import type { WireRequest } from './http';

/** What this process must never let out: the keys of the accounts, and every probe made from one. */
const secrets = new Map<string, Secret>();
let find = finderOf([]);

/** Adds a secret, of which a part counts too, under the name that will stand in its place. */
export function keepSecret(name: string, value: string): void {
  if (secrets.has(value)) return;
  secrets.set(value, { name, value, parts: true });
  find = finderOf([...secrets.values()]);
}

/**
 * Adds a probe made from the key of a variable. It counts as a whole only: its parts are those of the key, or of no key.
 * @param how what was done to the key
 */
export function keepProbe(key: string, how: string, value: string, name = 'API_KEY'): void {
  // A word, or a few characters of the key, stand in answers by chance.
  if (value.length < 8 || secrets.has(value)) return;
  const probe = probeOf({ name, value: key, parts: true }, how, value);
  // What holds the whole key is shown so by the key alone, also where another probe begins within it.
  if (probe.shown?.includes(placeholder(name))) return;
  secrets.set(value, probe);
  find.add(probe);
}

/**
 * Adds what of a request is a secret by its name, since an answer may repeat it anywhere.
 * @returns whether there is any
 */
export function keepNamed({ url, headers, body }: Pick<WireRequest, 'url' | 'headers' | 'body'>): boolean {
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
  return named.length > 0;
}

/** The text with the name of every secret in its place, in whatever form it stands there. */
export const mask: Mask = (text) => inspect(text).text;

/** A text as it may be shown, and what it held. */
export const inspect: Inspect = (text) => inspectBy(find, text);

/**
 * Variable -> value, of every variable whose name ends in API_KEY. Where no setting reads it, a short one may be a flag
 * or a word (`NEEDS_API_KEY=true`), and masking it would change answers before they are judged.
 */
export function keysIn(env: NodeJS.ProcessEnv): Record<string, string> {
  const named = Object.entries(env).filter(
    ([name, value = '']) => /(?:^|_)API_KEY$/.test(name) && value.length >= (isKeyVariable(name) ? 1 : PART),
  );
  return Object.fromEntries(named.map(([name, value = '']) => [name, value]));
}
