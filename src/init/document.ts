import { isObject } from '../judge/data/json';
import { type Described, type Endpoint, unknown } from './endpoint';
import { prefixIn } from './find';
import type { Item, ReadDocument } from './read-document';
import { answerOf, bodyWith, examplesIn, inputs, listIn, objectIn, valueIn } from './schema';
import { workflowIn } from './workflow';

const methods = ['get', 'post', 'put', 'patch'];

/**
 * The operations of an OpenAPI 3.x document, and the address that it names.
 * @param source the file or address of the document, which relative servers refer to
 */
export function operationsIn({ document, follow, broken }: ReadDocument, source = ''): Described {
  const [common] = listIn(document.servers);
  const all = Object.entries(objectIn(document.paths)).flatMap(([path, value]) => {
    const item = follow(value);
    return methods.flatMap((method) => {
      const { [method]: operation } = item;
      if (!isObject(operation)) return [];
      const [own = common] = [...listIn(operation.servers), ...listIn(item.servers)];
      const server = serverFrom(objectIn(own), source);
      const parameters = [...listIn(item.parameters), ...listIn(operation.parameters)].map(follow);
      const endpoint = { method: method.toUpperCase(), path: server.path + path };
      return { ...endpoint, ...describedBy(operation, parameters, follow), origin: server.origin };
    });
  });
  const { origin, without } = serverFrom(objectIn(common), source);
  const known = all.filter((each) => prefixIn(each) !== undefined);
  const origins = [...known.map((each) => each.origin), origin, ...all.map((each) => each.origin)];
  const server = origins.find((each) => each !== null) ?? null;
  const elsewhere = new Set(
    all.map((each) => each.origin).filter((each) => each !== null && each !== server),
  );
  return {
    operations: all.filter((each) => !elsewhere.has(each.origin)),
    server,
    remarks: [
      ...[...broken].map((each) => `$ref ${each}: cannot be resolved, so it is ignored`),
      ...without.map((name) => `servers: the variable "${name}" has no default, so the address is not known`),
      ...[...elsewhere].map((each) => `operations at ${each}: left out, since the target is ${server}`),
    ],
  };
}

/** Used where the origin is unknown. */
const NOWHERE = 'http://nowhere.invalid';

interface Server {
  /** Null where it is not shown. */
  origin: string | null;
  path: string;
  /** Its variables without a default. */
  without: string[];
}

function serverFrom({ url, variables }: Item, source: string): Server {
  const without: string[] = [];
  const address = String(url ?? '').replace(/\{([^{}]+)\}/g, (all, name) => {
    const { default: usual, enum: values } = objectIn(objectIn(variables)[name]);
    const value = usual || (listIn(values).length === 1 && listIn(values)[0]);
    if (!value) without.push(name);
    return String(value || all);
  });
  const [whole, base] =
    without.length === 0 ? [address, source] : [address.replace(/^[^/]*:\/\/[^/]*/, '') || '/', NOWHERE];
  const from = URL.canParse(base) ? base : NOWHERE;
  // Without servers, OpenAPI uses the address of the document. It may be anywhere, so no key is sent there.
  if (address === '' || !URL.canParse(whole, from)) return { origin: null, path: '', without };
  const { origin, pathname } = new URL(whole, from);
  const path = /%7B/.test(pathname) ? '' : pathname.replace(/\/+$/, '');
  return { origin: origin === NOWHERE ? null : origin, path, without };
}

/** An operation without its method and path. */
type Content = Omit<Endpoint, 'method' | 'path'>;

function describedBy(operation: Item, parameters: Item[], follow: ReadDocument['follow']): Content {
  const required = (place: string) =>
    parameters
      .filter((each) => each.in === place && (each.required === true || place === 'path'))
      .map((each): [string, string] => {
        const name = String(each.name);
        return [name, String(valueIn(each.schema, follow, examplesIn(each, follow)[0]) ?? unknown(name))];
      });
  const query = required('query').map(([name]) => `${encodeURIComponent(name)}={${name}}`);
  const statuses = Object.keys(objectIn(operation.responses))
    .filter((each) => /^2/.test(each))
    .sort();
  const { [statuses[0] ?? 'default']: success } = objectIn(operation.responses);
  const answer = jsonIn(follow(success), follow);
  return {
    query: query.join('&'),
    values: Object.fromEntries([...required('path'), ...required('query')]),
    headers: Object.fromEntries(
      required('header').filter(([name]) => !/^(?:authorization|accept|content-type)$/i.test(name)),
    ),
    words: [operation.operationId, operation.summary, operation.tags].flat().join(' '),
    deprecated: operation.deprecated === true,
    bodies: bodiesOf(jsonIn(follow(operation.requestBody), follow), follow),
    answer: examplesIn(answer, follow)[0] ?? answerOf(answer.schema, follow),
  };
}

/** The JSON of a request or response, in a document. */
function jsonIn({ content }: Item, follow: ReadDocument['follow']): Item {
  return follow(Object.entries(objectIn(content)).find(([type]) => /\bjson\b/.test(type))?.[1]);
}

/** A body for each input and for blocks, with all that it requires. Without a schema, the examples. */
function bodiesOf(media: Item, follow: ReadDocument['follow']): unknown[] {
  const examples = examplesIn(media, follow);
  const { schema } = media;
  const own = examplesIn(follow(schema), follow);
  const least = inputs.flatMap((name) => bodyWith(name, schema, follow, examples[0]) ?? []);
  const workflows = [...examples, ...own].flatMap((each) => {
    const [place] = workflowIn(each)?.path ?? [];
    return place === undefined ? [] : (bodyWith(place, schema, follow, each) ?? each);
  });
  return least.length > 0 ? [...least, ...workflows] : [...workflows, ...examples];
}
