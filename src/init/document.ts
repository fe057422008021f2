import type { OpenAPIV3 } from 'openapi-types';
import { isObject } from '../judge/data/json';
import { isKnownPath } from './find';
import { type Endpoint, type Schema, schemaOf } from './operation';
import { type Server, serverFrom } from './servers';
import { objectsOf, soundSchema } from './sound';

const methods = ['get', 'post', 'put', 'patch'] as const;

/** What an OpenAPI document says of a target. */
export interface Described {
  operations: Endpoint[];
  /** The origin of its servers; null where it names none. */
  server: string | null;
  /** What was left out, one line each. */
  remarks: string[];
}

/**
 * The operations of an OpenAPI 3.x document, and the address that it names.
 * @param document with its references resolved
 * @param source the file or address of the document, which relative servers refer to
 */
export function operationsIn(document: object, source = ''): Described {
  const { paths, servers } = document as OpenAPIV3.Document;
  const common = serverFrom(objectsOf(servers)[0], source);
  const all = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method];
      if (!item || !operation) return [];
      const [own] = [...objectsOf(operation.servers), ...objectsOf(item.servers)];
      const server = own === undefined ? common : serverFrom(own, source);
      return { server, endpoint: endpointOf(method, server.path + path, item, operation) };
    }),
  );
  const main = mainOrigin(all, common);
  const elsewhere = all.filter(({ server: { origin } }) => origin !== null && origin !== main);
  return {
    operations: all.filter((each) => !elsewhere.includes(each)).map(({ endpoint }) => endpoint),
    server: main,
    remarks: [
      ...(common.unknown === undefined
        ? []
        : [`servers: the variable "${common.unknown}" has no default, so the address is not known`]),
      ...[...new Set(elsewhere.map(({ server: { origin } }) => origin))].map(
        (origin) => `operations at ${origin}: left out, since the target is ${main}`,
      ),
    ],
  };
}

/** The origin of the operations in the contract: the document as a whole may name another one. */
function mainOrigin(all: { server: Server; endpoint: Endpoint }[], common: Server): string | null {
  const known = all.find(({ server, endpoint }) => server.origin !== null && isKnownPath(endpoint));
  return known?.server.origin ?? common.origin;
}

function endpointOf(
  method: string,
  path: string,
  item: OpenAPIV3.PathItemObject,
  operation: OpenAPIV3.OperationObject,
): Endpoint {
  const parameters = [
    ...objectsOf(item.parameters),
    ...objectsOf(operation.parameters),
  ] as OpenAPIV3.ParameterObject[];
  const required = (place: string) =>
    parameters
      .filter((each) => each.in === place && (each.required || place === 'path'))
      .map((each): [string, string | null] => [each.name, valueShown(each)]);
  return {
    method: method.toUpperCase(),
    path,
    words: [operation.operationId, operation.summary, operation.tags ?? []].flat().join(' '),
    deprecated: operation.deprecated === true,
    headers: Object.fromEntries(
      required('header').filter(([name]) => !/^(?:authorization|accept|content-type)$/i.test(name)),
    ),
    parameters: { path: Object.fromEntries(required('path')), query: required('query') },
    query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    ...shown('body', (operation.requestBody as OpenAPIV3.RequestBodyObject | undefined)?.content),
    ...shown('answer', successOf(operation.responses)?.content),
  };
}

/** An example value of a parameter, from the document. */
function valueShown({ example, examples, schema }: OpenAPIV3.ParameterObject): string | null {
  const [first] = Object.values(examples ?? {}) as OpenAPIV3.ExampleObject[];
  const {
    default: usual,
    enum: values,
    example: shown,
    examples: more,
    const: only,
  } = (schema ?? {}) as Schema;
  const value =
    example ??
    first?.value ??
    only ??
    usual ??
    shown ??
    more?.[0] ??
    (values?.length === 1 ? values[0] : undefined);
  return value === undefined ? null : String(value);
}

function successOf(responses: OpenAPIV3.ResponsesObject | undefined): OpenAPIV3.ResponseObject | undefined {
  const status = Object.keys(responses ?? {})
    .sort()
    .find((each) => /^2/.test(each));
  return responses?.[status ?? 'default'] as OpenAPIV3.ResponseObject | undefined;
}

type Content = Record<string, OpenAPIV3.MediaTypeObject> | undefined;

/** The schema of a JSON body with its example. Without a schema, that of the example. */
function shown(part: 'body' | 'answer', content: Content): { body?: Schema; answer?: Schema } {
  const media = Object.entries(content ?? {}).find(([type]) => /\bjson\b/.test(type))?.[1];
  if (!isObject(media)) return {};
  const [first] = Object.values(media.examples ?? {}) as OpenAPIV3.ExampleObject[];
  const example: unknown = media.example ?? first?.value;
  const schema = soundSchema(media.schema);
  const declared = Object.keys(schema).length > 0 ? schema : undefined;
  if (example === undefined) return declared ? { [part]: declared } : {};
  return { [part]: declared ? { ...declared, examples: [example] } : schemaOf(example) };
}
