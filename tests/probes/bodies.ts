import fc from 'fast-check';
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
    name: 'almost JSON',
    drawn: (json) =>
      fc
        .constantFrom<[string, string]>(
          ['a comma after the last field', json.replace(/\}$/, ',}')],
          ['single quotes', json.replaceAll('"', "'")],
          ['names without quotes', json.replace(/"([a-z_]+)":/gi, '$1:')],
          ['an equals sign for a colon', json.replace('":', '"=')],
          ['a comma left out', json.includes('","') ? json.replace('","', '""') : `${json}{`],
        )
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
