import { codes } from '../../../spec/contract';
import { isTier } from '../response/models';
import type { Secret } from './mask';
import { placeholder } from './placeholders';

/**
 * Secrets by their names: one list for headers, cookies, queries, forms and JSON fields.
 */

const words =
  'api-?key|access-?key|private-?key|signing-?key|client-?secret|secret|pass(?:word|phrase|wd)?|pwd|token|jwt|bearer|credentials?|authorization|cookie|csrf|xsrf|session-?(?:id|key|token)|otp|mfa-?code';
/** One of these, or what ends in one after a boundary: `x-api-key`, `accessToken`, `client_secret`. */
const secretNames = new RegExp(`(?:^|-)(?:${words})$`);
/** In a body these names have other meanings, too, so their values must look like secrets. */
const ambiguousNames =
  /(?:^|-)(?:key|auth|sid|session|sig|signature|nonce)$|(?:^|-)(?:auth|secret|token|key)-/;
/** Names in an address or form that log in. Elsewhere they are ordinary words. */
const loginNames = /^(?:code|ticket|code-verifier)$/;

/** Where a name occurs. */
type Place = 'header' | 'query' | 'member';

/** Whether the value with this name is a secret. */
export function isSecret(name: string, value: string, place: Place): boolean {
  if (value === '' || isMark(value) || isWordOfContract(value)) return false;
  const plain = name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/[_.\s[\]]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  if (secretNames.test(plain) || (place === 'query' && loginNames.test(plain))) return true;
  return ambiguousNames.test(plain) && (place === 'header' || looksRandom(value));
}

const isMark = (value: string) => /^(?:\w+ )?\[[^\]]*\][^\s"]*$/.test(value);

/** Words that responses are judged by stay as they are. */
function isWordOfContract(value: string): boolean {
  return isTier(value) || value.endsWith('_error') || Object.hasOwn(codes, value);
}

const looksRandom = (value: string) =>
  value.length >= 12 && /[A-Za-z]/.test(value) && /\d/.test(value) && !/\s/.test(value);

/** A quick test whether a text may contain a secret: most do not. */
const hint =
  /key|secret|pass|pwd|token|jwt|bearer|credential|auth|cookie|csrf|xsrf|session|otp|mfa|sid|sig|nonce|code|ticket|:\/\/[^\s/]*@/i;

/** A JSON field with a text value. In JSON within a JSON text, the quotes are escaped. */
const member = /"([^"\\\n]{1,64})"(\s*:\s*)"((?:[^"\\]|\\.)*)"/g;
const escapedMember = /(?<!\\)(\\+")([^"\\\n]{1,64})\1(\s*:\s*)\1(.*?)\1/g;
/** A part of a query, of a fragment or of a form. */
const pair = /([?&#;])([\w.~%+[\]-]{1,64})=([^&#;\s"'<>\\]+)/g;
const user = /(:\/\/)([^\s/?#@"'<>\\]+)(?=@)/g;

/** Replaces a secret, by its name and value. */
type Replace = (name: string, value: string) => string;

function replaced(text: string, by: Replace): string {
  if (!hint.test(text)) return text;
  const isForm = /^[\w.~%+[\]-]{1,64}=[^\s"'<>{}]*$/.test(text);
  const seen = (place: Place, name: string, value: string, whole: string, anew: (shown: string) => string) =>
    isSecret(decodedName(name), value, place) ? anew(by(decodedName(name), value)) : whole;
  const shown = (isForm ? `&${text}` : text)
    .replace(member, (whole, name, between, value) =>
      seen('member', name, value, whole, (mark) => `"${name}"${between}"${mark}"`),
    )
    .replace(escapedMember, (whole, quote, name, between, value) =>
      seen(
        'member',
        name,
        value,
        whole,
        (mark) => `${quote}${name}${quote}${between}${quote}${mark}${quote}`,
      ),
    )
    .replace(pair, (whole, before, name, value) =>
      seen('query', name, value, whole, (mark) => `${before}${name}=${mark}`),
    )
    .replace(user, (whole, before, value) => (isMark(value) ? whole : `${before}${by('userinfo', value)}`));
  return isForm ? shown.slice(1) : shown;
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A text with placeholders for the secrets in it. */
export function withoutNamed(text: string): string {
  return replaced(text, (name) => placeholder(name));
}

/** The value of a header without secrets. Credentials are masked elsewhere. */
export function headerWithoutNamed(name: string, value: string): string {
  if (/^(?:proxy-)?authorization$/i.test(name)) return value;
  return isSecret(name, value, 'header') ? placeholder(name) : withoutNamed(value);
}

/** Shorter words also occur where they are not secrets. */
const SHORTEST = 8;

/** The secrets in a text, by their names. */
export function namedIn(text: string): [name: string, value: string][] {
  const found: [string, string][] = [];
  replaced(text, (name, value) => {
    found.push([name, value]);
    return value;
  });
  return found;
}

/** As a secret that is searched for everywhere; none if the value is too common. */
export function namedSecret(name: string, value: string): Secret[] {
  const isCommon = value.length < SHORTEST || !/[A-Za-z]/.test(value) || !/^[\x21-\x7e]+$/.test(value);
  return isCommon || isWordOfContract(value) ? [] : [{ name, value, parts: false, named: true }];
}
