import { parse } from '../judge/data/json';
import { type Family, family, type Probe, probe, probesIn } from './family';

/** Bodies of a text request that must be rejected (contract 4, rule 3, and 7). */

const text = 'Reply with the word ok.';
/**
 * Names of an input in other APIs. Each occurs once among our checks, also when case and separators are
 * ignored, as some JSON readers do.
 */
const inputs = (
  'input text content message query instructions inputs texts contents question q msg messages_ msgs chat ' +
  'conversation history instruction system user prompts prompt_text user_prompt prompt_ promptText data body ' +
  'payload'
).split(' ');
/** Settings that clients send beside an input. */
const settings: Record<string, unknown> = {
  stream: false,
  temperature: 1,
  tools: [],
  metadata: {},
  top_p: 1,
  max_tokens: 9,
  n: 1,
  stop: 1,
  seed: 1,
  user: 'u',
  response_format: {},
  store: false,
  presence_penalty: 0,
  logprobs: false,
};
const withFields = (words: string, fields: object): Probe => probe(words, JSON.stringify(fields));

/** text.requires.input: each of these models alone. */
export const eachModel = (models: readonly string[]): Family =>
  family('a model without input', { everywhere: Number.POSITIVE_INFINITY }, () =>
    models.map((model) => withFields(model, { model })),
  );

/** text.requires.input: fields, as JSON, of a request that has neither `messages` nor `prompt`. */
export const inputless: Family[] = [
  family('the input in a field of another name', { everywhere: 1, once: 7 }, () => [
    withFields('every other name', Object.fromEntries(inputs.map((field) => [field, text]))),
    ...inputs.map((field) => withFields(field, { [field]: text })),
  ]),
  family('a setting without input', { everywhere: 1, once: 5 }, () => [
    withFields('every setting', settings),
    ...Object.entries(settings).map(([field, value]) => withFields(field, { [field]: value })),
  ]),
  family('a long unknown field', { everywhere: 1 }, () => [
    withFields('30,000 characters', { metadata: { note: 'x'.repeat(30_000) } }),
  ]),
  family('an unknown field', {}, () =>
    [42, true, [{ role: 'user', content: text }], { text: 'ok' }].map((value) =>
      withFields(JSON.stringify(value), { an_unknown_field: value }),
    ),
  ),
  family('the input nested in another field', { once: 2 }, () =>
    ['input', 'body', 'data', 'params', 'request'].flatMap((field) =>
      ['prompt', 'messages'].map((input) =>
        withFields(`${input} nested in ${field}`, { [field]: { [input]: text } }),
      ),
    ),
  ),
];

/** Those of these texts that are not JSON. */
const notJson = (name: string, everywhere: number, texts: (json: string) => Record<string, string>): Family =>
  family(name, { everywhere }, (json) =>
    probesIn(texts(json)).filter(({ value }) => parse(value) === undefined),
  );

/** A table of texts, each with something more. */
const withEach = (more: string[], put: (more: string) => string) =>
  Object.fromEntries(more.map((each) => [`with ${JSON.stringify(each)}`, put(each)]));

/** text.malformed.json: texts that are not JSON, made from the JSON of an accepted request. */
export const noJson: Family[] = [
  notJson('truncated', 1, (json) => ({
    'without its last two characters': json.slice(0, -2),
    ...Object.fromEntries(
      Array.from({ length: Math.min(12, json.length - 1) }, (_, left) => [
        `without its last ${left + 1} characters`,
        json.slice(0, -1 - left),
      ]),
    ),
  })),
  notJson('not JSON at all', 1, (json) => ({
    'plain words': text,
    'a form': formOf(json),
    XML: '<request><prompt>ok</prompt></request>',
    YAML: '---\nprompt: ok',
    undefined: 'undefined',
    NaN: 'NaN',
    None: 'None',
    '{prompt}': '{prompt}',
    'a NUL character': '\u0000',
  })),
  notJson('text after the JSON', 1, (json) =>
    withEach(['}', ']', ',', ' x', ';', '\u0000'], (more) => json + more),
  ),
  notJson('two JSON values', 0, (json) => ({
    'one after another': json + json,
    'on two lines': `${json}\n${json}`,
    'with a comma between': `${json},${json}`,
    'followed by null': `${json} null`,
  })),
  notJson('text before the JSON', 1, (json) =>
    withEach(['x', ',', '{', 'data: ', 'body=', '//', ")]}',\n", '\u0000'], (more) => more + json),
  ),
  // Texts that lenient decoders accept as JSON. NaN and comments are not among them: common parsers accept them,
  // which RFC 8259 (9) allows.
  notJson('almost JSON', 1, (json) => ({
    'a comma after the last field': json.replace(/\}$/, ',}'),
    'a comma before the first field': json.replace('{', '{,'),
    'single quotes': json.replaceAll('"', "'"),
    'names without quotes': json.replace(/"([a-z_]+)":/gi, '$1:'),
    'an equals sign for every colon': json.replaceAll('":', '"='),
    'an equals sign for one colon': json.replace('":', '"='),
    'a colon missing': json.replace('":', '"'),
    'a quote missing': json.replace(/"(?=[^"]*$)/, ''),
    'a comma missing': json.replace(',"', ' "'),
    'brackets in place of braces': `[${json.slice(1, -1)}]`,
    'parentheses in place of braces': `(${json.slice(1, -1)})`,
    'no braces': json.slice(1, -1),
    'a value that is undefined': json.replace(/:"[^"]*"/, ':undefined'),
    'a number that begins with a zero': json.replace('{', '{"n":01,'),
    'a line break in a text': json.replace(/:"/, ':"\n'),
  })),
];

function formOf(json: string): string {
  const flat = Object.entries(parse(json) ?? {}).filter(([, value]) => typeof value === 'string');
  return new URLSearchParams(flat as [string, string][]).toString() || 'prompt=ok';
}

/** Bodies with neither an input nor a model. */
export const empty: Family[] = [
  family('neither input nor model', { everywhere: 3 }, () => [
    probe('an empty object', '{}'),
    withFields('an unknown field alone', { unknown_field: text }),
    probe('an empty body', ''),
    ...'null [] [{}] 42 7 0 1.5 "" "ok" "Hello" true false [null]'
      .split(' ')
      .map((body) => probe(body, body)),
  ]),
];

/**
 * Bodies that the contract does not mention, as media type and text. A rejection must have an error object
 * all the same.
 */
export const oddBodies: Family = family('an unusual body or media type', { everywhere: 1, once: 1 }, (json) =>
  // Bodies that may be accepted come last: each costs an AI request then, and ends the family.
  [
    ['application/json', ''],
    ['application/x-www-form-urlencoded', 'prompt=ok'],
    ['text/plain', text],
    ['application/xml', '<prompt>ok</prompt>'],
    ['application/json', JSON.stringify({ unknown_field: 'x'.repeat(200_000) })],
    ['application/json', `[${json}]`],
    ['application/json', json.replace('{', '{/* ok */')],
    ['application/json; charset=utf-16', json],
    ['multipart/form-data', json],
    ['text/plain', json],
  ].map(([type = '', body = '']) => probe(type, body)),
);

/** The depth to which fields are replaced by null: the list of blocks, a block, its inputs. */
const DEEPEST = 4;

/** The paths to the fields of a value, at any depth. The first item of a list stands for all. */
const pathsIn = (value: unknown, path: string[] = []): string[][] =>
  typeof value !== 'object' || value === null || path.length > DEEPEST
    ? []
    : Object.entries(value)
        .slice(0, Array.isArray(value) ? 1 : undefined)
        .flatMap(([name, each]) => [[...path, name], ...pathsIn(each, [...path, name])]);

/** The JSON of an accepted request with null for one of its fields. */
export const nulls = family('null for one field', { everywhere: Number.POSITIVE_INFINITY }, (json) =>
  pathsIn(parse(json)).map((path) => {
    const copy = parse(json) as Record<string, unknown>;
    const holder = path.slice(0, -1).reduce((at, name) => at[name] as typeof copy, copy);
    holder[path.at(-1) as string] = null;
    return withFields(`null at ${path.join('.')}`, copy);
  }),
);

/** Fields of a text request with a value of another type, as JSON, together with the accepted fields. */
const instead = (name: string, field: string, values: unknown[]): Family =>
  family(name, { everywhere: 1, once: 1 }, () =>
    values.map((value) => withFields(JSON.stringify({ [field]: value }), { [field]: value })),
  );

export const mistypedModels = [instead('a model that is no string', 'model', [null, 42, ['x'], {}, true])];

/** @param isText whether messages are a string on this target */
export const mistypedInputs = (isText: boolean): Family[] => [
  instead('a prompt that is no string', 'prompt', [42, {}, [1], true]),
  instead('messages of another type', 'messages', isText ? [42, {}, true] : ['ok', {}, 42, true]),
];

/** Texts that the contract does not mention. */
export const emptyInputs = [
  instead('an empty prompt', 'prompt', [null, '']),
  instead('empty messages', 'messages', [null, [], [null], [{}], ['ok']]),
];
