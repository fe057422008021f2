import type { OpenAPIV3 } from 'openapi-types';
import { isObject } from '../judge/json';
import { type Endpoint, type Schema, schemaOf } from './operation';

const methods = ['get', 'post', 'put', 'patch'] as const;

/**
 * The operations of an OpenAPI 3.x document, and the address that it names.
 * @param document dereferenced
 * @param source where it came from, against which a relative server stands
 * @throws where it is no such document
 */
export function operationsIn(
  document: unknown,
  source = '',
): { operations: Endpoint[]; server: string | null } {
  const isOpenApi = isObject(document) && String(document.openapi).startsWith('3.');
  if (!isOpenApi || !isObject(document.paths)) throw new Error(`${source || 'it'} is no OpenAPI 3 document`);
  const { paths, servers } = document as unknown as OpenAPIV3.Document;
  const server = serverOf(servers?.[0], source);
  const below = server === null ? '' : new URL(server).pathname.replace(/\/+$/, '');
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method): Endpoint[] => {
      const operation = item?.[method];
      if (!item || !operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])] as Parameter[];
      return [
        {
          method: method.toUpperCase(),
          path: below + path,
          words: [operation.operationId, operation.summary, ...(operation.tags ?? [])].join(' '),
          deprecated: operation.deprecated === true,
          headers: headersIn(parameters),
          query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
          ...shown('body', (operation.requestBody as OpenAPIV3.RequestBodyObject | undefined)?.content),
          ...shown('answer', successOf(operation.responses)?.content),
        },
      ];
    }),
  );
  return { operations, server: server === null ? null : new URL(server).origin };
}

type Parameter = OpenAPIV3.ParameterObject;

/** Variables have their defaults; a server that is only a path stands beside the document. */
function serverOf(server: OpenAPIV3.ServerObject | undefined, source: string): string | null {
  const url = (server?.url ?? '').replace(
    /\{(\w+)\}/g,
    (_, name) => server?.variables?.[name]?.default ?? '',
  );
  const base = URL.canParse(source) ? source : undefined;
  return url !== '' && URL.canParse(url, base) ? new URL(url, base).href : null;
}

function headersIn(parameters: Parameter[]): Endpoint['headers'] {
  const required = parameters.filter((each) => each.in === 'header' && each.required);
  return Object.fromEntries(
    required.flatMap(({ name, example, schema }) => {
      if (name.toLowerCase() === 'authorization') return [];
      const { default: usual, enum: values, example: shown, const: only } = (schema ?? {}) as Schema;
      const value = example ?? only ?? usual ?? shown ?? (values?.length === 1 ? values[0] : undefined);
      return [[name, value === undefined ? null : String(value)]];
    }),
  );
}

function successOf(responses: OpenAPIV3.ResponsesObject | undefined): OpenAPIV3.ResponseObject | undefined {
  const status = Object.keys(responses ?? {})
    .sort()
    .find((each) => /^2/.test(each));
  return responses?.[status ?? 'default'] as OpenAPIV3.ResponseObject | undefined;
}

type Content = Record<string, OpenAPIV3.MediaTypeObject> | undefined;

/** The schema of a JSON body with its example; of the example alone where there is no more. */
function shown(part: 'body' | 'answer', content: Content): { body?: Schema; answer?: Schema } {
  const media = Object.entries(content ?? {}).find(([type]) => /\bjson\b/.test(type))?.[1];
  if (media === undefined) return {};
  const [first] = Object.values(media.examples ?? {}) as OpenAPIV3.ExampleObject[];
  const example: unknown = media.example ?? first?.value;
  const schema = media.schema as Schema | undefined;
  const declared = schema && Object.keys(schema).length > 0 ? schema : undefined;
  if (example === undefined) return declared ? { [part]: declared } : {};
  return { [part]: declared ? { ...declared, examples: [example] } : schemaOf(example) };
}
