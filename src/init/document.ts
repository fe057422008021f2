import { isObject } from '../judge/data/json';
import type { Described, Endpoint } from './endpoint';
import { prefixIn } from './find';
import { cookieOf, headerOf, queryOf, segmentOf } from './parameters';
import type { ReadDocument } from './read-document';
import type { Item, References } from './references';
import { answerOf, bodyWith, examplesIn, inputs, listIn, objectIn, valueIn } from './schema';
import { serverFrom } from './server';
import { workflowIn } from './workflow';

const methods = ['get', 'post', 'put', 'patch'];

/** The operations of an OpenAPI 3.x document, and the address that it names. */
export function operationsIn(read: ReadDocument): Described {
  const { document, place, follow } = read;
  const [common] = listIn(document.servers);
  const all = Object.entries(objectIn(document.paths)).flatMap(([path, value]) => {
    const item = follow(value);
    return methods.flatMap((method) => {
      const { [method]: operation } = item;
      if (!isObject(operation)) return [];
      const [own = common] = [...listIn(operation.servers), ...listIn(item.servers)];
      const server = serverFrom(objectIn(own), place);
      const parameters = [...listIn(item.parameters), ...listIn(operation.parameters)].map(follow);
      const endpoint = { method: method.toUpperCase(), path: server.path + path };
      return { ...endpoint, ...describedBy(operation, parameters, read), origin: server.origin };
    });
  });
  const { origin, unclear } = serverFrom(objectIn(common), place);
  const known = all.filter((each) => prefixIn(each) !== undefined);
  const origins = [...known.map((each) => each.origin), origin, ...all.map((each) => each.origin)];
  const server = origins.find((each) => each !== null) ?? null;
  const elsewhere = new Set(
    all.map((each) => each.origin).filter((each) => each !== null && each !== server),
  );
  return {
    operations: all.filter((each) => !elsewhere.has(each.origin)),
    server,
    unclear,
    remarks: [
      ...read.remarks,
      ...[...read.broken].map((each) => `$ref ${each}: cannot be resolved, so it is ignored`),
      ...[...elsewhere].map((each) => `operations at ${each}: left out, since the target is ${server}`),
    ],
  };
}

/** An operation without its method and path. */
type Content = Omit<Endpoint, 'method' | 'path'>;

function describedBy(operation: Item, parameters: Item[], references: References): Content {
  // Those of an operation override those of its path.
  const last = new Map(parameters.map((each) => [`${each.in} ${each.name}`, each]));
  const required = (place: string) =>
    [...last.values()]
      .filter((each) => each.in === place && (each.required === true || place === 'path'))
      .map((each) => ({ parameter: each, name: String(each.name), value: parameterValue(each, references) }));
  const query = required('query').map(({ parameter, name, value }) => queryOf(parameter, name, value));
  const cookies = required('cookie');
  const { follow } = references;
  return {
    query: query.map(({ text }) => text).join('&'),
    values: Object.fromEntries([
      ...required('path').map(({ parameter, name, value }) => [name, segmentOf(parameter, name, value)]),
      ...query.flatMap(({ values }) => values),
    ]),
    headers: Object.fromEntries([
      ...required('header')
        .filter(({ name }) => !/^(?:authorization|accept|content-type)$/i.test(name))
        .map(({ parameter, name, value }) => [name, headerOf(parameter, name, value)]),
      ...(cookies.length > 0 ? [['Cookie', cookieOf(cookies)]] : []),
    ]),
    words: [operation.operationId, operation.summary, operation.tags].flat().join(' '),
    deprecated: operation.deprecated === true,
    bodies: bodiesOf(jsonIn(follow(operation.requestBody), references), references),
    answer: successIn(objectIn(operation.responses), references),
  };
}

/** The value of a parameter. */
function parameterValue(parameter: Item, references: References): unknown {
  const shown = parameter.content === undefined ? parameter : jsonIn(parameter, references);
  return valueIn(shown.schema, references, examplesIn(shown, references)[0]);
}

/** The body of the first success that shows one; undefined where none does. */
function successIn(responses: Item, references: References): unknown {
  const successes = Object.keys(responses)
    .filter((each) => /^2/.test(each))
    .sort();
  const answers = (successes.length > 0 ? successes : ['default']).map((each) => {
    const media = jsonIn(references.follow(responses[each]), references);
    return examplesIn(media, references)[0] ?? answerOf(media.schema, references);
  });
  return answers.find((each) => each !== undefined && each !== null);
}

/** The JSON of a request or response, in a document. A range of media types has it where a schema is shown. */
function jsonIn({ content }: Item, { follow }: References): Item {
  const media = Object.entries(objectIn(content)).map(([type, value]) => ({ type, item: follow(value) }));
  const found =
    media.find(({ type }) => /\bjson\b/i.test(type)) ??
    media.find(({ type, item }) => /^\s*(?:\*|application)\/\*/i.test(type) && 'schema' in item);
  return found?.item ?? {};
}

/** A body for each input and for blocks, with all that it requires. Without a schema, the examples. */
function bodiesOf(media: Item, references: References): unknown[] {
  const examples = examplesIn(media, references);
  const { schema } = media;
  const own = references.schemasOf(schema).flatMap((each) => examplesIn(each, references));
  const least = inputs.flatMap((name) => bodyWith(name, schema, references, examples[0]) ?? []);
  const workflows = [...examples, ...own].flatMap((each) => {
    const [place] = workflowIn(each)?.path ?? [];
    return place === undefined ? [] : (bodyWith(place, schema, references, each) ?? each);
  });
  return least.length > 0 ? [...least, ...workflows] : [...workflows, ...examples];
}
