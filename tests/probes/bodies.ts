import fc from 'fast-check';
import { parse } from '../engine/answer';
import type { Family, Probe } from './family';

/** Bodies of a text request that are to be refused (contract 4, rule 3, and 7). */

const probe = (words: string, value: string): Probe => ({ words, value });
const name = fc
  .string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz_'), minLength: 3, maxLength: 16 })
  .filter((text) => !/^(?:model|prompt|messages)$/.test(text.replaceAll('_', '')));
const content = fc.constantFrom<unknown>(
  'Reply with the word ok.',
  42,
  true,
  [{ role: 'user', content: 'Reply with the word ok.' }],
  { text: 'ok' },
);

/** Fields, as JSON, beside which there is neither `messages` nor `prompt`. */
export const inputless: Family[] = [
  { name: 'no other field', classic: () => [probe('no other field', '{}')], drawn: () => null },
  {
    name: 'a field of another name',
    classic: () => [probe('unknown_field', '{"unknown_field":"Reply with the word ok."}')],
    drawn: () =>
      fc
        .tuple(
          fc.oneof(
            fc.constantFrom(
              'input',
              'text',
              'content',
              'query',
              'question',
              'message',
              'instruction',
              'contents',
              'prompts',
              'inputs',
              'msgs',
              'chat',
              'system',
              'stream',
              'temperature',
              'max_tokens',
            ),
            name,
          ),
          content,
        )
        .map(([field, value]) => probe(field, JSON.stringify({ [field]: value }))),
  },
  {
    name: 'the input within another field',
    drawn: () =>
      fc
        .tuple(name, fc.constantFrom('prompt', 'messages'))
        .map(([field, input]) =>
          probe(
            `${input} within ${field}`,
            JSON.stringify({ [field]: { [input]: 'Reply with the word ok.' } }),
          ),
        ),
  },
];

/** Texts that are no JSON, made from the JSON of an accepted request. */
export const noJson: Family[] = [
  {
    name: 'cut off',
    classic: (json) => [probe('without its last two characters', json.slice(0, -2))],
    drawn: (json) =>
      fc
        .integer({ min: 1, max: json.length - 1 })
        .map((length) => probe(`its first ${length} characters`, json.slice(0, length))),
  },
  {
    name: 'no JSON at all',
    classic: () => [probe('plain words', 'Reply with the word ok.')],
    drawn: () =>
      fc
        .constantFrom(
          '<request/>',
          'prompt=Reply+with+the+word+ok.',
          '---\nprompt: ok',
          'undefined',
          'NaN',
          '{prompt}',
        )
        .map((text) => probe(JSON.stringify(text), text)),
  },
  {
    name: 'something behind it',
    drawn: (json) =>
      fc
        .constantFrom('}', ']', ',', ' x', json, '//', '\u0000')
        .map((more) =>
          probe(`with ${more === json ? 'itself' : JSON.stringify(more)} behind it`, json + more),
        ),
  },
  {
    name: 'something before it',
    drawn: (json) =>
      fc
        .constantFrom('x', ',', '{', 'data: ', '//', ")]}',\n")
        .map((more) => probe(`with ${JSON.stringify(more)} before it`, more + json)),
  },
  {
    name: 'almost JSON',
    drawn: (json) =>
      fc
        .constantFrom<[string, string]>(
          ['a comma after the last field', json.replace(/\}$/, ',}')],
          ['single quotes', json.replaceAll('"', "'")],
          ['names without quotes', json.replace(/"([a-z_]+)":/gi, '$1:')],
          ['an equals sign for a colon', json.replace('":', '"=')],
          ['a comment', json.replace('{', '{/* */')],
          ['another quote left out', json.replace(/"(?=[^"]*$)/, '')],
          ['a comma left out', json.includes('","') ? json.replace('","', '""') : `${json}{`],
        )
        .filter(([, text]) => parse(text) === undefined)
        .map(([words, text]) => probe(words, text)),
  },
];

/** JSON that carries neither an input nor a model. */
export const empty: Family[] = [
  {
    name: 'neither input nor model',
    classic: () => [
      probe('an empty object', '{}'),
      probe('an unknown field alone', '{"unknown_field":"Reply with the word ok."}'),
      probe('null', 'null'),
      probe('an empty list', '[]'),
    ],
    drawn: () =>
      fc
        .constantFrom('[{}]', '42', '"Reply with the word ok."', 'true', '[null]')
        .map((text) => probe(text, text)),
  },
];

/** Bodies of which the contract says nothing, by their media type and text: a failure is an error object all the same. */
export const oddBodies: Family[] = [
  {
    name: 'an odd body',
    classic: () => [probe('application/json', ''), probe('application/x-www-form-urlencoded', 'prompt=ok')],
    // Some of these may be served, which costs an AI use.
    every: (json) => [
      probe('application/x-www-form-urlencoded', 'prompt=ok'),
      probe('text/plain', json),
      probe('application/json; charset=utf-16', json),
      probe('multipart/form-data', json),
      probe('application/json', JSON.stringify({ prompt: 'x'.repeat(200_000) })),
    ],
    drawn: (json) =>
      fc
        .constantFrom<[string, string]>(
          ['application/json', json.replaceAll(/:"[^"]*"/g, ':null')],
          ['application/json', json.replaceAll(/:"[^"]*"/g, ':{}')],
          ['application/json', json.replaceAll(/:"[^"]*"/g, ':[]')],
          ['application/json', `[${json}]`],
          ['application/xml', '<prompt>ok</prompt>'],
        )
        .map(([type, text]) => probe(type, text)),
  },
];
