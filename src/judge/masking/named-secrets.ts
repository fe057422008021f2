import { codes } from '../../../spec/contract';
import { isTier } from '../response/models';
import { PART, placeholder, type Secret } from './mask';

/** Secrets of a target file by their names: in headers, queries and JSON fields of the requests that it builds. */

/** What secrets are called: `x-api-key`, `accessToken`, `client_secret`. */
const secretNames =
  /(?:^|-)(?:(?:api|access|private|signing)-?key|secret|pass(?:word|phrase|wd)?|pwd|token|jwt|bearer|credentials?|authorization|cookie|csrf|xsrf|session-?(?:id|key|token)|otp)$/;
/** These names have other meanings, too, so their values must look like secrets. */
const ambiguousNames = /(?:^|-)(?:key|auth|sid|session|sig|signature|nonce)$/;

/** Whether the value with this name is a secret. The words that responses are judged by are none. */
export function isSecret(name: string, value: string): boolean {
  if (value === '' || isTier(value) || value.endsWith('_error') || Object.hasOwn(codes, value)) return false;
  const plain = name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/[_.]+/g, '-')
    .toLowerCase();
  return secretNames.test(plain) || (ambiguousNames.test(plain) && looksRandom(value));
}

const looksRandom = (value: string) => value.length >= 12 && /[A-Za-z]/.test(value) && /\d/.test(value);

/** The text value of a JSON field, and that of a part of a query, each after its name. */
const values = /(?<="([^"\\\n]{1,64})"\s*:\s*")(?:[^"\\]|\\.)+|(?<=[?&#]([\w.~%+-]{1,64})=)[^&#\s"'<>\\]+/g;

/** The address or the body of a request with placeholders for the secrets in it. */
export const withoutNamed = (text: string): string =>
  text.replace(values, (value, field, part) =>
    isSecret(field ?? part, value) ? placeholder(field ?? part) : value,
  );

/** The secrets in a request by their names, besides its credentials; none of a value that is too common. */
export function namedSecretsIn(request: {
  url: string;
  headers: Record<string, string>;
  body: string;
}): Secret[] {
  const { url, headers, body } = request;
  const own = Object.entries(headers).filter(([name]) => !/^(?:authorization|cookie)$/i.test(name));
  const inTexts = [...`${url}\n${body}`.matchAll(values)].map(([value, field, part = '']) => [
    field ?? part,
    value,
  ]);
  return [...own, ...inTexts].flatMap(([name = '', value = '']): Secret[] => {
    const isCommon = value.length < PART || !/[A-Za-z]/.test(value) || !/^[\x21-\x7e]+$/.test(value);
    return isCommon || !isSecret(name, value) ? [] : [{ name, value, named: true }];
  });
}
