import { valueAt } from '../../spec/pointer';
import { isObject } from '../judge/data/json';
import { Code, codeOf, spread, template } from './code';
import { type Endpoint, type Part, placesIn, unknown, unknownIn } from './endpoint';
import { inputs, objectIn } from './schema';

/** The requests of a target file, as code. */

/** Where a body has the fields of a text request (contract 2.3), and which inputs; undefined where it has none. */
export function inputsIn(body: unknown): { path: string[]; has: string[] } | undefined {
  for (const { path, value } of placesIn(body, 2)) {
    const has = inputs.filter((name) => {
      const input = objectIn(value)[name];
      return typeof input === 'string' || Array.isArray(input);
    });
    if (has.length > 0) return { path, has };
  }
  return undefined;
}

/** The code of a function that makes a text request, or submits a job, with the fields that it gets. */
export function textRequest(endpoint: Endpoint): Part {
  const missing: string[] = [];
  let takes = '(fields)';
  const forms = inputs.flatMap((name) => {
    const body = endpoint.bodies.find((each) => inputsIn(each)?.has.includes(name));
    const { path } = inputsIn(body) ?? {};
    if (path === undefined) return [];
    const isBeside = 'model' in objectIn(valueAt(body, path));
    const isApart = !isBeside && placesIn(body, 3).some((each) => each.name === 'model');
    if (isApart) takes = '({ model, ...fields })';
    return codeOf(around(body, path, ['model', ...inputs], (own) => spread('fields', own), missing, isApart));
  });
  const [messages = 'fields', prompt = messages] = forms;
  const body = new Code(messages === prompt ? messages : `'messages' in fields ? ${messages} : ${prompt}`);
  return requestOf(endpoint, takes, { body }, missing);
}

/** The code of a function that submits blocks at a place of its body. */
export function submissionOf(endpoint: Endpoint, body: unknown, path: readonly string[], blocks: Code): Part {
  const missing: string[] = [];
  return requestOf(endpoint, '(blocks)', { body: around(body, path, [], () => blocks, missing) }, missing);
}

/** The code of a function that looks up a run by a name in its path. */
export function runRequest(endpoint: Endpoint, id: string): Part {
  return requestOf(endpoint, '(runId)', {}, [], id);
}

/**
 * A body with code at a place of it. All else stays; what nobody showed of it is added to what is missing.
 * @param taken the fields at this place that the code has
 * @param isApart whether the field `model` is elsewhere in the body
 */
function around(
  body: unknown,
  [name, ...deeper]: readonly string[],
  taken: readonly string[],
  code: (own: object) => Code,
  missing: string[],
  isApart = false,
): unknown {
  const kept = (value: unknown): unknown => {
    const lacking = unknownIn(value);
    if (lacking !== undefined) missing.push(lacking);
    if (Array.isArray(value)) return value.map(kept);
    return isObject(value) ? keptIn(value, []) : value;
  };
  const keptIn = (value: object, without: readonly string[]) =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([each]) => !without.includes(each))
        .map(([each, held]) => [each, isApart && each === 'model' ? new Code('model') : kept(held)]),
    );
  if (name === undefined) return code(keptIn(objectIn(body), taken));
  const inner = around(objectIn(body)[name], deeper, taken, code, missing, isApart);
  return { [name]: inner, ...keptIn(objectIn(body), [name]) };
}

/** A header that must be another one in each request. */
export const isUnique = /idempotency-?key$/i;
const FRESH = new Code('crypto.randomUUID()');

/** A request with all that its operation requires in path, query and headers. */
function requestOf(
  { method, path, query, values, headers }: Endpoint,
  takes: string,
  sent: { body?: unknown },
  lacking: readonly string[],
  id?: string,
): Part {
  const fixed = Object.entries(headers).filter(([name]) => !isUnique.test(name));
  const missing = [...lacking, ...fixed.map(([, value]) => unknownIn(value))];
  const fresh = Object.keys(headers).flatMap((name) => (isUnique.test(name) ? [[name, FRESH]] : []));
  const texts = [''];
  for (const [index, piece] of (query === '' ? path : `${path}?${query}`).split(/\{([^}]+)\}/).entries()) {
    const { [piece]: value = unknown(piece) } = values;
    if (index % 2 === 1 && piece === id) texts.push('');
    else texts.push(texts.pop() + (index % 2 === 0 ? piece : encodeURIComponent(value)));
    if (index % 2 === 1 && piece !== id) missing.push(unknownIn(value));
  }
  const [whole = ''] = texts;
  const request = {
    ...(method !== 'GET' && { method }),
    path:
      texts.length === 1
        ? whole
        : template(
            texts,
            texts.slice(1).map(() => 'encodeURIComponent(runId)'),
          ),
    ...(Object.keys(headers).length > 0 && { headers: Object.fromEntries([...fixed, ...fresh]) }),
    ...sent,
  };
  const names = missing.filter((each) => each !== undefined);
  return { code: `${takes} => (${codeOf(request)})`, missing: [...new Set(names)] };
}
