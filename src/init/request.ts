import { isObject } from '../judge/data/json';
import { Code, codeOf, spread, template } from './code';
import type { Part } from './draft';
import {
  type Endpoint,
  exampleOf,
  itemsOf,
  partsIn,
  placesIn,
  propertiesOf,
  requiredIn,
  type Schema,
  typeOf,
} from './operation';

/** The requests of a target file, as code. */

/** The object in a body that contains the fields of a text request (contract 2.3). */
export function fieldsIn(body: Schema | undefined): { path: string[]; has: string[] } | null {
  for (const { path, schema } of placesIn(body, 2)) {
    const has = inputsIn(schema);
    if (has.length > 0) return { path, has: 'model' in propertiesOf(schema) ? [...has, 'model'] : has };
  }
  return null;
}

/**
 * Which of `messages` and `prompt` an object accepts, by their types: a price, a flag or a hint may have
 * these names, too.
 */
export function inputsIn(schema: Schema): string[] {
  const properties = propertiesOf(schema);
  const has = ['messages', 'prompt'].filter((name) => properties[name] && isInput(properties[name]));
  const required = requiredIn(schema).filter((name) => name !== 'model');
  // Fields required besides these are part of the input.
  const isHint = required.length > 0 && !required.some((name) => has.includes(name));
  return isHint && has.join() === 'prompt' ? [] : has;
}

/** A string, or a list of messages. */
function isInput(schema: Schema): boolean {
  const parts = partsIn(schema);
  if (parts.some(({ enum: values, const: only }) => values !== undefined || only !== undefined)) return false;
  const types = parts.flatMap((each) => ((each.type ?? each.properties ?? each.items) ? [typeOf(each)] : []));
  if (types.length === 0) return ['string', 'array', 'undefined'].includes(typeOf(schema));
  return types.includes('string') || types.includes('array');
}

/** The code of a function that makes a text request, or submits a job, with the fields that it gets. */
export function textRequest(endpoint: Endpoint): Part {
  const { body } = endpoint;
  const { path: within = [], has = ['model'] } = fieldsIn(body) ?? {};
  const holder = has.includes('model')
    ? undefined
    : placesIn(body, 2).find(({ path, schema }) => 'model' in propertiesOf(schema) && path[0] !== within[0]);
  const model = holder && [...holder.path, 'model'];
  const forms = has
    .filter((name) => name !== 'model')
    .map((input) => bodyFor(narrowed(body ?? {}, input), within, model));
  const [messages, prompt = messages] = forms;
  const isOne = codeOf(messages?.code) === codeOf(prompt?.code);
  const sent =
    isOne || !messages || !prompt
      ? (messages?.code ?? new Code('fields'))
      : either(messages.code, prompt.code);
  const missing = [...new Set(forms.flatMap((form) => form.missing))];
  return requestOf(endpoint, model ? '({ model, ...fields })' : '(fields)', sent, missing);
}

const either = (messages: Code, prompt: Code) =>
  new Code(`'messages' in fields ? ${messages.text} : ${prompt.text}`);

/** A body with the given fields at a path, and all that it requires beside them. */
function bodyFor(
  body: Schema,
  within: readonly string[],
  model?: readonly string[],
): { code: Code; missing: string[] } {
  const [name, ...deeper] = within;
  const [own, ...ofModel] = model ?? [];
  const taken = name === undefined ? ['model', 'prompt', 'messages'] : [name];
  const { fields, missing } = besides(body, own === undefined ? taken : [...taken, own]);
  if (own !== undefined)
    fields[own] = ofModel.reduceRight<unknown>((inner, each) => ({ [each]: inner }), new Code('model'));
  if (name === undefined) return { code: spread(['fields'], fields), missing };
  const inner = bodyFor(propertiesOf(body)[name] ?? {}, deeper);
  return {
    code: new Code(codeOf({ [name]: inner.code, ...fields })),
    missing: [...missing, ...inner.missing],
  };
}

/** A schema without the alternatives that do not take an input, to any depth. */
function narrowed(schema: Schema, input: string, within: readonly Schema[] = []): Schema {
  if (within.includes(schema)) return schema;
  const below = (each: Schema) => narrowed(each, input, [...within, schema]);
  const takes = (each: Schema) => placesIn(each, 2).some(({ path }) => path.at(-1) === input);
  const fitting = (list: Schema[]) => (list.some(takes) ? list.filter(takes) : list).map(below);
  const { allOf, oneOf, anyOf, properties } = schema;
  const holders = Object.entries(properties ?? {}).map(([name, each]) => [
    name,
    takes(each) ? below(each) : each,
  ]);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(holders) }),
    ...(allOf && { allOf: allOf.map(below) }),
    ...(oneOf && { oneOf: fitting(oneOf) }),
    ...(anyOf && { anyOf: fitting(anyOf) }),
  };
}

/** What a body requires beside these fields, with values from the document, and what has none there. */
function besides(
  body: Schema,
  used: readonly string[],
): { fields: Record<string, unknown>; missing: string[] } {
  const example = exampleOf(body);
  const shown = isObject(example) ? example : {};
  const properties = propertiesOf(body);
  const isAnswered = (name: string) =>
    partsIn(properties[name] ?? {}).some(({ readOnly }) => readOnly === true);
  const needed = requiredIn(body).filter((name) => !used.includes(name) && !isAnswered(name));
  const values = needed.map((name): [string, unknown] => {
    const schema = properties[name] ?? {};
    const [only] = partsIn(schema).flatMap(
      (each) => each.const ?? (each.enum?.length === 1 ? each.enum : []),
    );
    const [usual] = partsIn(schema).flatMap((each) => each.default ?? []);
    return [name, only ?? shown[name] ?? usual ?? exampleOf(schema) ?? partsIn(schema)[0]?.enum?.[0]];
  });
  return {
    fields: Object.fromEntries(
      values.map(([name, value]) => [name, value === undefined ? `<${name}>` : value]),
    ),
    missing: values.flatMap(([name, value]) => (value === undefined ? [name] : [])),
  };
}

/** The code of a function that submits blocks at a place of its body. */
export function submissionOf(endpoint: Endpoint, place: readonly string[], blocks: Code): Part {
  const [first, ...deeper] = place;
  const { fields, missing } =
    first === undefined ? { fields: {}, missing: [] } : besides(endpoint.body ?? {}, [first]);
  const inner = deeper.reduceRight<unknown>((below, name) => ({ [name]: below }), blocks);
  const body = first === undefined ? blocks : { [first]: inner, ...fields };
  return requestOf(endpoint, '(blocks)', body, missing);
}

/** The code of a function that looks up a run by a parameter. */
export function requestTaking(endpoint: Endpoint, id: string): Part {
  return requestOf(endpoint, '(runId)', undefined, [], id);
}

/** A request with all that its operation requires in path, query and headers. */
function requestOf(
  { method, path, parameters, headers }: Endpoint,
  takes: string,
  body: unknown,
  lacking: readonly string[],
  id?: string,
): Part {
  const missing = [...lacking];
  const shownAs = (name: string, value: string | null | undefined) => {
    if (value == null) missing.push(name);
    return value ?? `<${name}>`;
  };
  const ofPath = path.split(/\{([^}]+)\}/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    return piece === id ? null : encodeURIComponent(shownAs(piece, parameters.path[piece]));
  });
  const isInPath = ofPath.includes(null);
  const query = parameters.query.filter(([name]) => name !== id);
  if (id !== undefined && !isInPath) query.push([id, '']);
  const ofQuery = query.flatMap(([name, value], index) => [
    `${index === 0 ? '?' : '&'}${encodeURIComponent(name)}=`,
    name === id ? null : encodeURIComponent(shownAs(name, value)),
  ]);
  const pieces = [...ofPath, ...ofQuery]
    .map((piece) => piece ?? '\0')
    .join('')
    .split('\0');
  const own = Object.entries(headers).map(([name, value]) => [name, shownAs(name, value)]);
  const [whole = ''] = pieces;
  const request = {
    ...(method !== 'GET' && { method }),
    path: pieces.length === 1 ? whole : template(pieces, ['encodeURIComponent(runId)']),
    ...(own.length > 0 && { headers: Object.fromEntries(own) }),
    ...(body !== undefined && { body }),
  };
  return { code: `${takes} => (${codeOf(request)})`, missing };
}

/** A value of `messages` that differs from the usual `[{ role, content: '...' }]`. */
export function messagesIn(body: Schema | undefined): unknown {
  const place = fieldsIn(body);
  if (place === null || !place.has.includes('messages')) return undefined;
  const holder = placesIn(body, 2).find(({ path }) => path.join() === place.path.join())?.schema;
  const schema = propertiesOf(holder).messages ?? {};
  const say = 'Reply with the word ok.';
  if (typeOf(schema) === 'string') return say;
  const shown = exampleOf(schema);
  const [first] = [shown].flat();
  if (isObject(first) && first.role !== 'user') return shown;
  const item = propertiesOf(itemsOf(schema));
  if (!('content' in item) || typeOf(item.content ?? {}) !== 'array') return undefined;
  const [example] = [exampleOf(item.content)].flat();
  const part = isObject(example) ? example : { type: 'text', text: say };
  return [{ role: 'user', content: [part] }];
}
