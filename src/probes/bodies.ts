import { parse } from '../judge/data/json';
import { type Family, family, probe } from './family';

/** Bodies of a text request that must be rejected (contract 4, rule 3, and 7). */

const text = 'Reply with the word ok.';
const fields = (value: object) => JSON.stringify(value);
/**
 * Names of an input in other APIs. Each occurs once among our checks, also when case and separators are
 * ignored, as some JSON readers do.
 */
const inputs = [
  ...['input', 'inputs', 'text', 'texts', 'content', 'contents', 'query', 'question', 'q', 'message', 'msg'],
  ...[
    'messages_',
    'msgs',
    'chat',
    'conversation',
    'history',
    'instruction',
    'instructions',
    'system',
    'user',
  ],
  ...['prompts', 'prompt_text', 'user_prompt', 'prompt_', 'promptText', 'data', 'body', 'payload'],
];
/** Settings that clients send beside an input. */
const settings: Record<string, unknown> = {
  stream: false,
  temperature: 1,
  top_p: 1,
  max_tokens: 9,
  n: 1,
  stop: 1,
  seed: 1,
  user: 'u',
  tools: [],
  metadata: {},
  response_format: {},
  store: false,
  presence_penalty: 0,
  logprobs: false,
};

const named = (names: readonly string[]) => names.map((field) => probe(field, fields({ [field]: text })));
const set = (names: readonly string[]) =>
  names.map((field) => probe(field, fields({ [field]: settings[field] })));
const nested = (field: string, input: string) =>
  probe(`${input} nested in ${field}`, fields({ [field]: { [input]: text } }));

/** text.requires.input: fields, as JSON, of a request that has neither `messages` nor `prompt`. */
export const inputless: Family[] = [
  family('the input in a field of another name', {
    everywhere: () => [
      probe('every other name', fields(Object.fromEntries(inputs.map((field) => [field, text])))),
    ],
    once: () => named(['input', 'text', 'content', 'message', 'query', 'instructions']),
    deep: () => named(inputs),
  }),
  family('a setting without input', {
    everywhere: () => [probe('every setting', fields(settings))],
    once: () => set(['stream', 'temperature', 'tools', 'metadata']),
    deep: () => set(Object.keys(settings)),
  }),
  family('a long unknown field', {
    everywhere: () => [probe('30,000 characters', fields({ metadata: { note: 'x'.repeat(30_000) } }))],
  }),
  family('an unknown field', {
    once: () =>
      [42, true, [{ role: 'user', content: text }], { text: 'ok' }].map((value) =>
        probe(JSON.stringify(value), fields({ an_unknown_field: value })),
      ),
  }),
  family('the input nested in another field', {
    once: () => [nested('input', 'prompt'), nested('body', 'messages')],
    deep: () =>
      ['input', 'body', 'data', 'params', 'request'].flatMap((field) => [
        nested(field, 'prompt'),
        nested(field, 'messages'),
      ]),
  }),
];

type Texts = (json: string) => (readonly [words: string, text: string])[];

const noJsonOf = (name: string, once: Texts, everywhere: Texts = () => []): Family => {
  const notJson = (texts: Texts) => (json: string) =>
    texts(json)
      .filter(([, text]) => parse(text) === undefined)
      .map(([words, text]) => probe(words, text));
  return family(name, { everywhere: notJson(everywhere), once: notJson(once) });
};
const within = (name: string, texts: string[], put: (more: string, json: string) => string) => {
  const all = (some: string[]) => (json: string) =>
    some.map((more) => [`with ${JSON.stringify(more)}`, put(more, json)] as const);
  return noJsonOf(name, all(texts), all(texts.slice(0, 1)));
};

/** Texts that lenient decoders accept as JSON. */
const almostJson = noJsonOf(
  'almost JSON',
  (json) => [
    ['a comma before the first field', json.replace('{', '{,')],
    ['single quotes', json.replaceAll('"', "'")],
    ['names without quotes', json.replace(/"([a-z_]+)":/gi, '$1:')],
    ['an equals sign for every colon', json.replaceAll('":', '"=')],
    ['an equals sign for one colon', json.replace('":', '"=')],
    ['a colon missing', json.replace('":', '"')],
    ['a quote missing', json.replace(/"(?=[^"]*$)/, '')],
    ['a comma missing', json.replace(',"', ' "')],
    ['brackets in place of braces', `[${json.slice(1, -1)}]`],
    ['parentheses in place of braces', `(${json.slice(1, -1)})`],
    ['no braces', json.slice(1, -1)],
    ['a value that is undefined', json.replace(/:"[^"]*"/, ':undefined')],
    // NaN and comments are not among them: common parsers accept them, which RFC 8259 (9) allows.
    ['a number that begins with a zero', json.replace('{', '{"n":01,')],
    ['a line break in a text', json.replace(/:"/, ':"\n')],
  ],
  (json) => [['a comma after the last field', json.replace(/\}$/, ',}')]],
);

/** text.malformed.json: texts that are not JSON, made from the JSON of an accepted request. */
export const noJson: Family[] = [
  noJsonOf(
    'truncated',
    (json) =>
      Array.from({ length: Math.min(12, json.length - 1) }, (_, left) => [
        `without its last ${left + 1} characters`,
        json.slice(0, -1 - left),
      ]),
    (json) => [['without its last two characters', json.slice(0, -2)]],
  ),
  noJsonOf(
    'not JSON at all',
    (json) => [
      ['a form', formOf(json)],
      ['XML', '<request><prompt>ok</prompt></request>'],
      ['YAML', '---\nprompt: ok'],
      ...['undefined', 'NaN', 'None', '{prompt}', '\u0000'].map((each) => [each, each] as const),
    ],
    () => [['plain words', text]],
  ),
  within('text after the JSON', ['}', ']', ',', ' x', ';', '\u0000'], (more, json) => json + more),
  noJsonOf('two JSON values', (json) => [
    ['one after another', json + json],
    ['on two lines', `${json}\n${json}`],
    ['with a comma between', `${json},${json}`],
    ['followed by null', `${json} null`],
  ]),
  within(
    'text before the JSON',
    ['x', ',', '{', 'data: ', 'body=', '//', ")]}',\n", '\u0000'],
    (more, json) => more + json,
  ),
  almostJson,
];

function formOf(json: string): string {
  const flat = Object.entries(parse(json) ?? {}).filter(([, value]) => typeof value === 'string');
  return new URLSearchParams(flat as [string, string][]).toString() || 'prompt=ok';
}

/** Bodies with neither an input nor a model. */
export const empty: Family[] = [
  family('neither input nor model', {
    everywhere: () => [
      probe('an empty object', '{}'),
      probe('an unknown field alone', fields({ unknown_field: text })),
      probe('an empty body', ''),
    ],
    once: () =>
      ['null', '[]', '[{}]', '42', '7', '0', '1.5', '""', '"ok"', '"Hello"', 'true', 'false', '[null]'].map(
        (each) => probe(each, each),
      ),
  }),
];

/**
 * Bodies that the contract does not mention, as media type and text. A rejection must have an error object
 * all the same.
 */
export const oddBodies: Family[] = [
  family('an unusual body or media type', {
    everywhere: () => [probe('application/json', '')],
    // Bodies that may be accepted come last: each costs an AI request then, and ends the family.
    deep: (json) => [
      probe('application/x-www-form-urlencoded', 'prompt=ok'),
      probe('text/plain', text),
      probe('application/xml', '<prompt>ok</prompt>'),
      probe('application/json', fields({ unknown_field: 'x'.repeat(200_000) })),
      probe('application/json', `[${json}]`),
      probe('application/json', json.replace('{', '{/* ok */')),
      probe('application/json; charset=utf-16', json),
      probe('multipart/form-data', json),
      probe('text/plain', json),
    ],
  }),
];

/** The depth to which fields are replaced by null: the list of blocks, a block, its inputs. */
const DEEPEST = 4;

/**
 * The JSON of an accepted request with null for one of its fields, at any depth. The first item of a list
 * stands for all.
 */
export const nulls = family('null for one field', {
  everywhere(json) {
    const whole: unknown = parse(json);
    const paths = (value: unknown, path: string[]): string[][] =>
      typeof value !== 'object' || value === null || path.length > DEEPEST
        ? []
        : Object.entries(value)
            .slice(0, Array.isArray(value) ? 1 : undefined)
            .flatMap(([name, each]) => [[...path, name], ...paths(each, [...path, name])]);
    return paths(whole, []).map((path) => {
      const copy = structuredClone(whole) as Record<string, unknown>;
      const last = path.at(-1) ?? '';
      const holder = path.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, copy);
      holder[last] = null;
      return probe(`null at ${path.join('.')}`, fields(copy));
    });
  },
});

/** Fields of a text request with a value of another type, as JSON, together with the accepted fields. */
const instead = (name: string, field: string, deep: unknown[], everywhere: unknown[]): Family => {
  const probes = (of: unknown[]) => () =>
    of.map((value) => probe(fields({ [field]: value }), fields({ [field]: value })));
  return family(name, { everywhere: probes(everywhere), deep: probes(deep) });
};

export const mistypedModels = [instead('a model that is no string', 'model', [42, ['x'], {}, true], [null])];

/** @param text whether messages are a string on this target */
export const mistypedInputs = (text: boolean): Family[] => [
  instead('a prompt that is no string', 'prompt', [{}, [1], true], [42]),
  text
    ? instead('messages of another type', 'messages', [{}, true], [42])
    : instead('messages of another type', 'messages', [{}, 42, true], ['ok']),
];

/** Texts that the contract does not mention. */
export const emptyInputs = [
  instead('an empty prompt', 'prompt', [''], [null]),
  instead('empty messages', 'messages', [[], [null], [{}], ['ok']], [null]),
];
