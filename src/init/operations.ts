import { isObject } from '../judge/data/json';
import { type Item, listIn, objectIn, type Source } from './read';
import { bodyWith, examplesIn, inputs, sampleOf, valueIn } from './schema';
import { unknown, unknownIn } from './unknown';

/** An operation of a document. */
export interface Endpoint {
  method: string;
  /** After the host, with `{name}` for what varies. */
  path: string;
  /** The names of the parameters in its query. */
  query: string[];
  /** The values for the names in path and query. */
  values: Record<string, string>;
  /** Required headers besides Authorization. */
  headers: Record<string, string>;
  deprecated: boolean;
  /** Bodies that it accepts: one for each input, with all that it requires; without a schema, its examples. */
  bodies: unknown[];
  /** The examples of its body. */
  examples: unknown[];
  /** The body of the first success that shows one; undefined where none does. It is read when it is needed. */
  response: () => unknown;
}

/** The operations of a document. */
export function operationsIn(source: Source): Endpoint[] {
  const { document, follow } = source;
  return Object.entries(objectIn(document.paths)).flatMap(([path, value]) => {
    const item = follow(value);
    return ['get', 'post', 'put'].flatMap((method) => {
      const { [method]: operation } = item;
      if (!isObject(operation)) return [];
      const [server] = [operation, item, document].flatMap((each) => listIn(each.servers));
      const parameters = [...listIn(item.parameters), ...listIn(operation.parameters)].map(follow);
      const at = { method: method.toUpperCase(), path: serverOf(server).path + path };
      return { ...at, ...contentOf(operation, parameters, source) };
    });
  });
}

/** The address that a document names: the origin is null where it is unclear, and the path is after it. */
export function serverOf(server: unknown): { shown: string; origin: string | null; path: string } {
  const { url, variables } = objectIn(server);
  const shown = String(url ?? '').replace(/\{([^{}]+)\}/g, (all, name) =>
    String(objectIn(objectIn(variables)[name]).default || all),
  );
  const [host = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*|^[^/?#]+/i.exec(shown) ?? [];
  const isOpen = !/^https?:\/\/[^{}]+$/i.test(host) || !URL.canParse(host);
  const path = shown.slice(host.length).replace(/[?#].*$|\/+$/gs, '');
  return { shown, origin: isOpen ? null : new URL(host).origin, path };
}

/** An operation without its method and path. */
function contentOf(
  operation: Item,
  parameters: readonly Item[],
  source: Source,
): Omit<Endpoint, 'method' | 'path'> {
  // Those of an operation override those of its path.
  const last = [...new Map(parameters.map((each) => [`${each.in} ${each.name}`, each])).values()];
  const required = (place: string) =>
    last.flatMap((each): [string, string][] =>
      each.in === place && (each.required === true || place === 'path')
        ? [[String(each.name), parameterValue(each, source)]]
        : [],
    );
  const query = required('query');
  const media = jsonIn(source.follow(operation.requestBody), source);
  const { schema } = media;
  const examples = [media, ...source.schemasOf(schema)].flatMap((each) => examplesIn(each, source));
  const bodies = inputs.flatMap((name) => bodyWith(name, [schema], source, examples[0]) ?? []);
  return {
    query: query.map(([name]) => name),
    values: Object.fromEntries([...required('path'), ...query]),
    headers: Object.fromEntries(
      [...required('header'), ...keysOf(operation, source)].filter(
        ([name]) => !/^(?:authorization|accept|content-type)$/i.test(name),
      ),
    ),
    deprecated: operation.deprecated === true,
    bodies: bodies.length > 0 ? bodies : examples,
    examples,
    response: () => successIn(objectIn(operation.responses), source),
  };
}

/** The value of a parameter, where it is a single one. */
function parameterValue(parameter: Item, source: Source): string {
  const value = valueIn([parameter.schema], source, examplesIn(parameter, source)[0]);
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain && unknownIn(value).length === 0 ? String(value) : unknown(String(parameter.name));
}

/** The headers with keys that an operation requires, in the way to authorize that requires the fewest. */
function keysOf(operation: Item, { document, follow }: Source): [string, string][] {
  const schemes = objectIn(objectIn(document.components).securitySchemes);
  const ways = listIn(operation.security ?? document.security).map((way) =>
    Object.keys(objectIn(way))
      .map((name) => follow(schemes[name]))
      .filter((scheme) => scheme.type === 'apiKey' && scheme.in === 'header')
      .map(({ name }): [string, string] => [String(name), unknown(String(name))]),
  );
  const [least = []] = ways.sort((a, b) => a.length - b.length);
  return least;
}

function successIn(responses: Item, source: Source): unknown {
  const successes = Object.keys(responses)
    .filter((each) => /^2/.test(each))
    .sort();
  for (const each of successes.length > 0 ? successes : ['default']) {
    const media = jsonIn(source.follow(responses[each]), source);
    const shown = examplesIn(media, source)[0] ?? sampleOf([media.schema], source);
    if (shown !== undefined && shown !== null) return shown;
  }
  return undefined;
}

/** The JSON of a request or response. A range of media types has it where a schema is shown. */
function jsonIn({ content }: Item, { follow }: Source): Item {
  const types = Object.entries(objectIn(content)).map(([type, value]) => ({ type, media: follow(value) }));
  const found =
    types.find(({ type }) => /\bjson\b/i.test(type)) ??
    types.find(({ type, media }) => /^\s*(?:\*|application)\/\*/i.test(type) && 'schema' in media);
  return found?.media ?? {};
}
