import fc from 'fast-check';
import { type Alter, asCode, asCrash, asUnlisted, whenRejected, withStatus } from '../../../mock/answers';
import { overrideChapter } from '../../../mock/behaviour';
import type { ErrorCode } from '../../../mock/codes';
import { isObject } from '../../../mock/json';
import { type Defect, type Families, rowOf } from './defect';
import { type Scope, textScope } from './scope';

/**
 * Wrong rejections, by the words for them. In `ways`, `403` is a status, `not_found` a code of the contract with
 * its status, `402:payment_required` a status with a code not in the contract, and `crash` an internal error.
 */
export const misnamings = (ways: string): Readonly<Record<string, Alter>> =>
  Object.fromEntries(
    ways.split(' ').map((way): [string, Alter] => {
      const [, status, code] = /^(\d+):?(\w*)$/.exec(way) ?? [];
      if (way === 'crash') return ['with an internal error', asCrash];
      if (status === undefined) return [`with ${way}`, asCode(way as ErrorCode)];
      if (code) return [`with the code ${code}`, asUnlisted(code, Number(status))];
      return [`with the status ${status}`, withStatus(Number(status))];
    }),
  );

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isJson = (text: string) => jsonOf(text) !== undefined;

/** Repairs malformed JSON as lenient parsers do. Comments are left out: some parsers skip them. */
const repairs: Readonly<Record<string, (text: string) => string>> = {
  'a comma before the last brace': (text) => text.replace(/,\s*}$/, '}'),
  'a comma behind the first brace': (text) => text.replace(/^{,/, '{'),
  'text behind it': (text) => text.replace(/}\s*[^}]+$/, '}'),
  'a brace too many': (text) => text.replace(/}}$/, '}'),
  'a second value behind it': (text) => text.split('\n')[0] ?? '',
  'a second value right behind it': (text) => text.split('}{')[0]?.concat('}') ?? '',
  'text before it': (text) => text.replace(/^[^{]+/, ''),
  'single quotes': (text) => text.replaceAll("'", '"'),
  'keys without quotes': (text) => text.replace(/([{,])(\w+):/g, '$1"$2":'),
  'its last brace missing': (text) => `${text}}`,
  'its last two characters missing': (text) => `${text}"}`,
  'a colon missing': (text) => text.replace(/^({"\w+")"/, '$1:"'),
  'an equals sign for a colon': (text) => text.replaceAll('"="', '":"'),
  'a form for JSON': (text) => JSON.stringify(Object.fromEntries(new URLSearchParams(text))),
  'the braces of a list': (text) => `{${text.slice(1, -1)}}`,
};

/** Returns what a lenient parser reads from malformed JSON; undefined for valid JSON. */
const forgiven = (repair: (text: string) => string, text: string) =>
  isJson(text) ? undefined : jsonOf(repair(text));

const others = 'input inputs text query question content message contents instructions system q'.split(' ');
const options = ['stream', 'temperature', 'max_tokens', 'user', 'tools', 'metadata', 'n', 'stop', 'seed'];
const values = ['null', '[]', '"Hello"', '7', 'true', '{}', '[{}]', '""', '0', 'false'];

const hasInput = (fields: object) => 'prompt' in fields || 'messages' in fields;

/** A defect that accepts a body without input if `field` is in it. */
const needless =
  (what: (field: string) => string) =>
  ([field, { noun, at, holds }]: [string, Scope]): Defect => ({
    phrase: `a body ${what(field)} is accepted ${noun}`,
    change: overrideChapter('text', (text) => ({
      wrong: (fields, call) =>
        holds(call) && !hasInput(fields) && field in fields ? undefined : text.wrong(fields, call),
    })),
    at,
    clauses: ['text.requires.input'],
    metBy: ['text.requires.input', 'text.requires.input-lenient'],
  });

export const bodyFamilies: Families = {
  'malformed JSON is read': fc
    .tuple(rowOf(repairs), textScope)
    .map(([[kind, repair], { noun, at, holds }]) => ({
      phrase: `a body with ${kind} is read ${noun}`,
      change: overrideChapter('text', (text) => ({
        read(body, call) {
          const value = holds(call) ? forgiven(repair, body) : undefined;
          return isObject(value) ? value : text.read(body, call);
        },
      })),
      at,
      clauses: ['text.malformed.json'],
    })),
  'malformed JSON is rejected in another way': fc
    .tuple(rowOf(repairs), rowOf(misnamings('400 415 crash model_not_found')), textScope)
    .map(([[kind, repair], [how, alter], { noun, at, holds }]) => ({
      phrase: `a body with ${kind} is rejected ${how} ${noun}`,
      change: whenRejected(
        'invalid_request',
        alter,
        (call) => holds(call) && isObject(forgiven(repair, call.body)),
      ),
      at,
      clauses: ['text.malformed.json'],
    })),
  'another field is taken for the input': fc
    .tuple(fc.constantFrom(...others), textScope)
    .map(needless((field) => `with ${field} for its input`)),
  'a body with one field more needs no input': fc
    .tuple(fc.constantFrom(...options), textScope)
    .map(needless((field) => `without input and with ${field}`)),
  'a body that is JSON and no object is read': fc
    .tuple(fc.constantFrom(...values), textScope)
    .map(([value, { noun, at, holds }]) => ({
      phrase: `the body ${value} is accepted ${noun}`,
      change: overrideChapter('text', (text) => ({
        read: (body, call) =>
          holds(call) && body.trim() === value
            ? { model: 'acme-text-nano', prompt: 'Hello' }
            : text.read(body, call),
      })),
      at,
      clauses: ['text.requires.input-lenient'],
      metBy: ['text.requires.input-lenient', 'text.malformed.json'],
    })),
};
