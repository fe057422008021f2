import { inspect } from 'node:util';
import type { Endpoint } from './operations';
import { type Item, objectIn } from './read';
import { inputs } from './schema';
import { placesIn, unknown, unknownIn } from './unknown';

/** The parts of a target file as TypeScript. */

/** A piece of TypeScript among data: an expression, or an object that has the fields of one, and these. */
export class Code {
  constructor(
    readonly text: string,
    readonly fields: Item = {},
  ) {}

  [inspect.custom](): string {
    const isOnly = Object.keys(this.fields).length === 0;
    return isOnly ? this.text : `{ ...${this.text}, ${codeOf(this.fields).slice(1, -1).trim()} }`;
  }
}

/** Data with code in it, as TypeScript. */
export function codeOf(value: unknown): string {
  return inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 100 });
}

/** A template literal of pieces of text and, between them, expressions. */
export function template(pieces: readonly string[], expressions: readonly string[]): Code {
  const escaped = pieces.map((text) => text.replace(/[\\`]|\$\{/g, '\\$&'));
  const [first = '', ...more] = escaped;
  return new Code(`\`${first}${more.map((text, index) => `\${${expressions[index]}}${text}`).join('')}\``);
}

/** A part, without its name. */
export interface Part {
  code: string;
  /** The values that it needs and nobody showed. */
  missing: string[];
}

/** The parts that a document shows, by their names. */
export interface Draft {
  [name: string]: Part | Draft | undefined;
}

/** Where a body has the fields of a text request (contract 2.3), and which inputs; undefined where it has none. */
export function inputsIn(body: unknown): { path: string[]; has: string[] } | undefined {
  const found = placesIn(body, 2).map(({ path, value }) => ({
    path,
    has: inputs.filter((name) => isInput(objectIn(value)[name])),
  }));
  return found.find(({ has }) => has.length > 0);
}

const isInput = (value: unknown) => typeof value === 'string' || Array.isArray(value);

/** A function that makes a text request, or submits a job, with the fields that it gets. */
export function textRequest(endpoint: Endpoint): Part {
  const forms = inputs.flatMap((name) => {
    const body = endpoint.bodies.find((each) => inputsIn(each)?.has.includes(name));
    const path = inputsIn(body)?.path;
    const fieldsOf = (value: unknown) => {
      const rest = Object.entries(objectIn(value)).filter(([each]) => !['model', ...inputs].includes(each));
      return new Code('fields', Object.fromEntries(rest));
    };
    return path === undefined ? [] : [withAt(body, path, fieldsOf)];
  });
  const [messages, prompt = messages] = forms;
  const isOne = codeOf(messages) === codeOf(prompt);
  const body = new Code(`'messages' in fields ? ${codeOf(messages)} : ${codeOf(prompt)}`);
  return requestOf(endpoint, '(fields)', { body: isOne ? messages : body }, forms);
}

/** A body with another value at a place of it. */
export function withAt(
  body: unknown,
  [name, ...deeper]: readonly string[],
  make: (value: unknown) => unknown,
): unknown {
  if (name === undefined) return make(body);
  return { ...objectIn(body), [name]: withAt(objectIn(body)[name], deeper, make) };
}

/** A function that submits a body with code in it. */
export const submission = (endpoint: Endpoint, body: unknown) => requestOf(endpoint, '(blocks)', { body });

/** A function that looks up a run by a name in its address. */
export const runRequest = (endpoint: Endpoint, id: string) => requestOf(endpoint, '(runId)', {}, {}, id);

/** Headers as data with code in it: one whose name says that it must be unique is another one in each request. */
export function headersOf(headers: Readonly<Record<string, string>>): Item {
  const isUnique = (name: string) =>
    /idempoten|(?:request|correlation|transaction|message)-?id|nonce|uuid/i.test(name);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isUnique(name) ? new Code('crypto.randomUUID()') : value,
    ]),
  );
}

/**
 * A request with all that its operation requires in path, query and headers.
 * @param shown the data of the body, as far as it is not in `sent` itself
 */
function requestOf(
  { method, path, query, values, headers }: Endpoint,
  takes: string,
  sent: { body?: unknown },
  shown: unknown = sent,
  id?: string,
): Part {
  const asked = query.map((name) => `${encodeURIComponent(name)}={${name}}`).join('&');
  const filled: string[] = [];
  const fill = (_: string, name: string) => {
    const { [name]: value = unknown(name) } = values;
    filled.push(value);
    return encodeURIComponent(value);
  };
  const pieces = `${path}${asked && '?'}${asked}`.split(`{${id}}`);
  const texts = pieces.map((text) => text.replace(/\{([^}]+)\}/g, fill));
  const own = headersOf(headers);
  const request = {
    ...(method !== 'GET' && { method }),
    path:
      texts.length === 1 ? texts[0] : template(texts, Array(texts.length).fill('encodeURIComponent(runId)')),
    ...(Object.keys(headers).length > 0 && { headers: own }),
    ...sent,
  };
  return {
    code: `${takes} => (${codeOf(request)})`,
    missing: [...new Set(unknownIn([shown, filled, own]))],
  };
}

const isPart = (draft: Draft | Part): draft is Part => typeof draft.code === 'string';

/** What a part needs and nobody showed. */
export function missingIn(draft: Draft | Part | undefined): string[] {
  if (draft === undefined) return [];
  return isPart(draft) ? draft.missing : Object.values(draft).flatMap(missingIn);
}

/**
 * The text of a target file: tests/targets/example.ts with the parts of a draft. All other parts of it are
 * comments.
 * @param asStep the function that a workflow needs
 * @param example the text of tests/targets/example.ts
 * @param host the host that the file describes
 * @param types the module of the types
 */
export function targetText(
  draft: Draft,
  asStep: string | undefined,
  example: string,
  host: string,
  types: string,
): string {
  const [, body = '', helper = ''] =
    /^export default \{\n([\s\S]*?)^\} satisfies Target;\n([\s\S]*)/m.exec(example) ?? [];
  const isUsed = asStep !== undefined && missingIn(draft.workflow).length === 0;
  const imported = (names: string) => `import type { ${names} } from '${types}';`;
  return [
    imported(isUsed ? 'Block, BlockInput, Target' : 'Target'),
    '',
    `// What the contract leaves unspecified, for ${host}. Parts that are comments were not found: fill them in, or`,
    '// delete them. Their clauses are reported as "not tested: needs ...", never as violated.',
    '',
    'export default {',
    `${filled(body, draft)}} satisfies Target;`,
    '',
    isUsed ? asStep : commented(`${imported('Block, BlockInput')}\n${asStep ?? helper.trim()}`),
    '',
  ].join('\n');
}

/** The fields of an object in the example, each as found, or as a comment. */
function filled(fields: string, draft: Draft, indent = '  '): string {
  const field = new RegExp(`^${indent}(\\w+): (.*[[{]\\n(?:${indent} .*\\n)*${indent}[\\]}],|.*)$`, 'gm');
  return fields.replace(field, (whole, name: string, value: string) => {
    const part = draft[name];
    if (part === undefined) return commented(whole, indent);
    const inner = isPart(part)
      ? `${part.code.replaceAll('\n', `\n${indent}`)},`
      : filled(value, part, `${indent}  `);
    const missing = missingIn(part).map((each) => each.replace(/\s+/g, ' '));
    const written = `${indent}${name}: ${inner}`;
    return missing.length === 0
      ? written
      : `${indent}// Fill in ${missing.join(', ')}:\n${commented(written, indent)}`;
  });
}

function commented(text: string, indent = ''): string {
  const lines = text.replace(/[\r\u2028\u2029]/g, ' ').split('\n');
  return lines.map((line) => (line === '' ? line : `${indent}// ${line.slice(indent.length)}`)).join('\n');
}

/** The text of a settings file, which dotenv and a shell read alike. It is the only place with the key. */
export function settingsText(values: { BASE_URL: string; API_KEY: string; TARGET: string }): string {
  const lines = Object.entries(values).map(([name, value]) => {
    if (/^[\w./:@%+,-]+$/.test(value)) return `${name}=${value}`;
    // To dotenv, a quote after a backslash ends nothing.
    const isQuotable = value !== '' && !/['\r\n]|\\$/.test(value);
    return isQuotable ? `${name}='${value}'` : `# Export ${name}, or write it here: ${name}=''`;
  });
  const head = '# The environment wins over this file. Further accounts and settings: .env.example.';
  return [head, ...lines, ''].join('\n');
}
