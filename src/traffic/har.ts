import type { Entry, Har } from 'har-format';
import { isObject } from '../judge/json';
import { problemsOf, schemas } from '../judge/schema';

/**
 * The parts of a HAR (1.2) that are read. Tools leave out or write null for fields that the format requires:
 * no published schema accepts the entries that mitmproxy writes for requests without a response.
 */
const text = { type: ['string', 'null'], description: 'a string' };
const number = { type: ['number', 'null'], description: 'a number' };
const pairs = {
  type: ['array', 'null'],
  description: 'a list of names and values',
  items: { type: 'object', required: ['name', 'value'], properties: { name: text, value: text } },
};
const message = { headers: pairs, cookies: pairs };

const isHar = schemas.compile<Har>(
  fields({
    log: fields({
      entries: {
        type: 'array',
        description: 'a list',
        items: fields(
          {
            request: fields(
              { method: { type: 'string' }, url: { type: 'string' } },
              { ...message, queryString: pairs, postData: nullable({ text }) },
            ),
          },
          {
            startedDateTime: text,
            time: number,
            serverIPAddress: text,
            response: nullable({
              ...message,
              status: number,
              content: nullable({ size: number, compression: number, text, encoding: text, mimeType: text }),
            }),
          },
        ),
      },
    }),
  }),
);

function fields(properties: Record<string, object>, optional: Record<string, object> = {}) {
  const required = Object.keys(properties);
  return {
    type: 'object',
    required,
    properties: { ...properties, ...optional },
    description: 'an object',
  };
}

function nullable(properties: Record<string, object>) {
  return { ...fields({}, properties), type: ['object', 'null'] };
}

/** Gives an empty request or address to an entry that has none. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value) || !isObject(value.log) || !Array.isArray(value.log.entries)) return value;
  const entries = value.log.entries.map((entry) => {
    if (!isObject(entry ?? {})) return entry;
    const { request } = (entry ?? {}) as Record<string, unknown>;
    if (!isObject(request ?? {})) return entry;
    const { method, url, ...more } = (request ?? {}) as Record<string, unknown>;
    return entry === null || request === null || method === null || url === null
      ? { ...entry, request: { ...more, method: method ?? '', url: url ?? '' } }
      : entry;
  });
  return { ...value, log: { ...value.log, entries } };
}

/**
 * The entries of a HAR, in order.
 * @param file names it in errors
 * @throws one line, where it is no HAR
 */
export function entriesIn(given: unknown, file: string): Entry[] {
  const value = withoutNulls(given);
  if (isHar(value)) return value.log.entries;
  throw new Error(`${file} is no captured traffic (HAR): ${problemsOf(isHar, 'it')[0]}`);
}

/** A header, a cookie or a query parameter. Tools may leave out either field. */
export type NameValue = [name: string, value: string];

/**
 * Headers, cookies or query parameters, without the pseudo-headers of HTTP/2 such as `:authority` (RFC 9113,
 * 8.3).
 */
export function pairsOf(list: readonly { name: string; value: string }[] | null | undefined): NameValue[] {
  return (list ?? [])
    .filter(({ name }) => name && !name.startsWith(':'))
    .map(({ name, value }): NameValue => [name, value ?? '']);
}
