import type { Entry } from 'har-format';
import { codes } from '../../spec/contract';
import type { Secret } from '../judge/mask';
import { isTier } from '../judge/models';
import { type NameValue, pairsOf } from './har';

/** Shorter words stand where they are no secret. */
const SHORTEST = 8;
const SHORTEST_KEY = 4;

/** Names of headers and of parts of a query whose values are secrets. */
const telling =
  /(?:^|[-_.])(?:api-?key|key|token|secret|auth|session|sid|csrf|xsrf|jwt|sig|signature|password|credentials?)(?:$|[-_.])|(?:key|token|secret)$/i;

/**
 * What of captured traffic must not be shown: credentials of any scheme, cookies, and what names like a key's hold.
 * @param keys variable -> value; a credential that is one of them bears its variable's name
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
    for (const [name, value] of cookies) if (isWord(value)) add(`cookie ${name}`, value, false);
    const query = URL.canParse(request.url) ? new URL(request.url).searchParams : [];
    const fields = [...sent, ...received, ...query];
    for (const [name, value] of fields)
      if (telling.test(name) && !isCredential(name) && isWord(value)) add(name, value, false);
  }
  return [...secrets.values()];
}

/** `authorization`, `proxy-authorization`. */
export function isCredential(header: string): boolean {
  return /^(?:proxy-)?authorization$/i.test(header);
}

/** A credential without its scheme (RFC 9110, 11.4); of Basic also what it holds (RFC 7617). */
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

/** Long enough, no bare number, and no word by which an answer is judged: such a word is masked in no answer. */
function isWord(value: string): boolean {
  if (value.length < SHORTEST || !/[A-Za-z]/.test(value) || !/^[\x21-\x7e]+$/.test(value)) return false;
  return !isTier(value) && !value.endsWith('_error') && !Object.hasOwn(codes, value);
}
