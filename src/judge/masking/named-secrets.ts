import { codes } from '../../../spec/contract';
import { isTier } from '../response/models';
import { PART, placeholder, type Secret } from './mask';

/** Secrets of a target file by their names: in headers, cookies, queries and JSON fields of the requests that it builds. */

const words =
  'api-?key|access-?key|private-?key|signing-?key|client-?secret|secret|pass(?:word|phrase|wd)?|pwd|token|jwt|bearer|credentials?|authorization|cookie|csrf|xsrf|session-?(?:id|key|token)|otp|mfa-?code';
/** One of these, or what ends in one after a boundary: `x-api-key`, `accessToken`, `client_secret`. */
const secretNames = new RegExp(`(?:^|-)(?:${words})$`);
/** In a body these names have other meanings, too, so their values must look like secrets. */
const ambiguousNames =
  /(?:^|-)(?:key|auth|sid|session|sig|signature|nonce)$|(?:^|-)(?:auth|secret|token|key)-/;
/** Names in an address that log in. Elsewhere they are ordinary words. */
const loginNames = /^(?:code|ticket|code-verifier)$/;

/** Where a name occurs. */
type Place = 'header' | 'query' | 'member';

/** Whether the value with this name is a secret. */
export function isSecret(name: string, value: string, place: Place): boolean {
  if (value === '' || isWordOfContract(value)) return false;
  const plain = name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/[_.\s[\]]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  if (secretNames.test(plain) || (place === 'query' && loginNames.test(plain))) return true;
  return ambiguousNames.test(plain) && (place === 'header' || looksRandom(value));
}

/** Words that responses are judged by stay as they are. */
const isWordOfContract = (value: string) =>
  isTier(value) || value.endsWith('_error') || Object.hasOwn(codes, value);

const looksRandom = (value: string) =>
  value.length >= 12 && /[A-Za-z]/.test(value) && /\d/.test(value) && !/\s/.test(value);

/** A JSON field with a text value, and a part of a query. */
const member = /"([^"\\\n]{1,64})"(\s*:\s*)"((?:[^"\\]|\\.)*)"/g;
const pair = /([?&#])([\w.~%+[\]-]{1,64})=([^&#\s"'<>\\]+)/g;

function replaced(text: string, by: (name: string, value: string) => string): string {
  return text
    .replace(member, (all, name, between, value) =>
      isSecret(name, value, 'member') ? `"${name}"${between}"${by(name, value)}"` : all,
    )
    .replace(pair, (all, sign, name, value) =>
      isSecret(name, value, 'query') ? `${sign}${name}=${by(name, value)}` : all,
    );
}

/** The address or the body of a request with placeholders for the secrets in it. */
export const withoutNamed = (text: string) => replaced(text, (name) => placeholder(name));

/** The secrets in a request by their names, besides its credentials; none of a value that is too common. */
export function namedSecretsIn(request: {
  url: string;
  headers: Record<string, string>;
  body: string;
}): Secret[] {
  const { url, headers, body } = request;
  const found = Object.entries(headers).filter(
    ([name, value]) => !/^(?:authorization|cookie)$/i.test(name) && isSecret(name, value, 'header'),
  );
  for (const text of [url, body])
    replaced(text, (name, value) => {
      found.push([name, value]);
      return '';
    });
  return found.flatMap(([name, value]): Secret[] => {
    const isCommon = value.length < PART || !/[A-Za-z]/.test(value) || !/^[\x21-\x7e]+$/.test(value);
    return isCommon ? [] : [{ name, value, named: true }];
  });
}
