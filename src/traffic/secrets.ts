import type { Entry } from 'har-format';
import type { Secret } from '../judge/mask';
import { isSecret, namedIn, namedSecret } from '../judge/named-secrets';
import { type NameValue, pairsOf } from './har';

const SHORTEST_KEY = 4;

/**
 * Secrets in captured traffic: credentials of any scheme, cookies, and values whose name says that they are
 * secret.
 * @param keys variable -> value; a credential with one of these values is shown as its variable's name
 */
export function capturedSecrets(entries: readonly Entry[], keys: Readonly<Record<string, string>>): Secret[] {
  const secrets = new Map<string, Secret>();
  const add = (name: string, value: string, parts: boolean) => {
    if (!secrets.has(value)) secrets.set(value, { name, value, parts });
  };
  for (const [name, value] of Object.entries(keys)) if (value.length >= SHORTEST_KEY) add(name, value, true);
  let clients = 0;
  for (const { request, response } of entries) {
    const sent = pairsOf(request.headers);
    const received = pairsOf(response?.headers);
    for (const value of sent.flatMap(([name, value]) => (isCredential(name) ? credentialsOf(value) : []))) {
      if (value.length < SHORTEST_KEY || secrets.has(value)) continue;
      clients++;
      add(clients === 1 ? 'CLIENT_API_KEY' : `CLIENT_${clients}_API_KEY`, value, true);
    }
    const cookies = [
      ...pairsOf(request.cookies),
      ...pairsOf(response?.cookies),
      ...sent.flatMap(([name, value]) => (isNamed(name, 'cookie') ? cookiesOf(value, ';') : [])),
      ...received.flatMap(([name, value]) => (isNamed(name, 'set-cookie') ? cookiesOf(value, '\n') : [])),
    ];
    const named = [
      ...cookies.map(([name, value]): NameValue => [`cookie ${name}`, value]),
      ...[...sent, ...received].flatMap(([name, value]): NameValue[] =>
        isSecret(name, value, 'header') ? [[name, value]] : namedIn(value),
      ),
      ...[request.url, request.postData?.text, response?.content?.text].flatMap((text) =>
        namedIn(text ?? ''),
      ),
    ];
    for (const secret of named.flatMap(([name, value]) => namedSecret(name, value)))
      if (!secrets.has(secret.value)) secrets.set(secret.value, secret);
  }
  return [...secrets.values()];
}

/** `authorization`, `proxy-authorization`. */
export function isCredential(header: string): boolean {
  return /^(?:proxy-)?authorization$/i.test(header);
}

/** A credential without its scheme (RFC 9110, 11.4); for Basic also the decoded parts (RFC 7617). */
export function credentialsOf(header: string): string[] {
  const [, scheme = '', value = ''] = /^(\S*)\s*(.*)$/s.exec(header.trim()) ?? [];
  const credential = value.trim() || (/^(?:bearer|basic|digest)$/i.test(scheme) ? '' : scheme);
  if (credential === '') return [];
  if (!/^basic$/i.test(scheme)) return [credential];
  const plain = Buffer.from(credential, 'base64').toString();
  return [credential, plain, plain.slice(plain.indexOf(':') + 1)].filter((text) => text !== '');
}

function isNamed(header: string, name: string): boolean {
  return header.toLowerCase() === name;
}

function cookiesOf(header: string, between: string): NameValue[] {
  return header.split(between).flatMap((each): NameValue[] => {
    const [, name, value] = /^\s*([^=;]+)=([^;]*)/.exec(each) ?? [];
    return name !== undefined && value !== undefined ? [[name.trim(), value.trim()]] : [];
  });
}
