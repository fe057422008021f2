import querystring from 'node:querystring';
import { isObject, walk } from '../judge/data/json';
import { isSecret } from '../judge/masking/named-secrets';
import { isSuccess } from '../judge/response/answer';
import { type Endpoint, placesIn, type Schema, schemaOf } from './operation';

/** A request of a real client and its response. */
export interface Shown {
  method: string;
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Parsed; undefined where it is no JSON. */
  body: unknown;
  status: number;
  answer: unknown;
}

/** True where the response is known and is a success. */
export function tells(shown: Shown): boolean {
  return isSuccess(shown) && shown.answer !== undefined;
}

const known = /\/v1\/(?:models|credits|jobs\/[^/?]+)$/;
const placeholder = /^[$<{[*]|\.{3}|…|^your[-_]/i;
const usual = /^x-(?:requested-with|request-id|forwarded|real-ip|trace|correlation|amz)/i;

/**
 * The operations in exchanges, the address and the key of the requests, and what was left out
 * because it may be a secret or a personal address.
 */
export function operationsShown(shown: readonly Shown[]): {
  operations: Endpoint[];
  server: string | null;
  key: string | null;
  withheld: string[];
} {
  const server = serverIn(shown);
  const own = shown.filter(({ url }) => new URL(url).origin === server);
  const accepted = own.filter(tells);
  const ids = new Map<string, string>();
  for (const { method, answer } of accepted)
    if (method !== 'GET')
      for (const { name, value } of walk(answer)) if (isId(name, value)) ids.set(value, name);

  const bearer = own.map(({ headers }) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]);
  const key = bearer.find((each) => each !== undefined && !placeholder.test(each)) ?? null;
  const custom = Object.keys(accepted[0]?.headers ?? {}).filter(
    (name) => name.startsWith('x-') && !usual.test(name) && accepted.every(({ headers }) => name in headers),
  );
  const isWithheld = (name: string) => isSecret(name, accepted[0]?.headers[name] ?? '', 'header');
  const headers = Object.fromEntries(
    custom.filter((name) => !isWithheld(name)).map((name) => [name, accepted[0]?.headers[name] ?? null]),
  );

  const left = new Set(custom.filter(isWithheld).map((name) => `header ${name}`));
  const operations = new Map<string, Endpoint>();
  for (const { method, url, body, answer } of accepted) {
    const { pathname, searchParams } = new URL(url);
    const path = templated(pathname, ids);
    const query = [...searchParams].filter(([name, value]) => {
      const isPrivate = isSecret(name, value, 'query');
      if (isPrivate) left.add(`query parameter ${name}`);
      return !isPrivate;
    });
    const earlier = operations.get(`${method} ${path}`);
    const sent = body === undefined ? undefined : schemaOf(withoutPrivate(body, left));
    operations.set(`${method} ${path}`, {
      method,
      path,
      parameters: {
        path: {},
        query: query
          .filter(([, value]) => !ids.has(value))
          .map(([name, value]) => [name, placeholder.test(value) ? null : value]),
      },
      query: query.filter(([, value]) => ids.has(value)).map(([name]) => name),
      headers,
      words: '',
      deprecated: false,
      ...(sent && { body: earlier?.body ? { oneOf: [earlier.body, sent] } : sent }),
      answer: fuller(earlier?.answer, schemaOf(answer)),
    });
  }
  return { operations: [...operations.values()], server, key, withheld: [...left] };
}

/**
 * A body without the members that must not be in a target file, since reports show it. Each member removed is
 * added to what was left out.
 */
function withoutPrivate(body: unknown, left: Set<string>): unknown {
  if (Array.isArray(body)) return body.map((each) => withoutPrivate(each, left));
  if (!isObject(body)) return body;
  const members = Object.entries(body).filter(([name, value]) => {
    const isPrivate =
      typeof value === 'string' && (isSecret(name, value, 'member') || isAddress(name, value));
    if (isPrivate) left.add(`member ${name}`);
    return !isPrivate;
  });
  return Object.fromEntries(members.map(([name, value]) => [name, withoutPrivate(value, left)]));
}

/** Contact data: a mail address, or an address that the service calls. */
function isAddress(name: string, value: string): boolean {
  const isMail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
  return isMail || (/hook|callback|notif/i.test(name) && URL.canParse(value));
}

/** The origin whose responses match the contract; else the one with most requests. */
function serverIn(shown: readonly Shown[]): string | null {
  const origins = shown.map(({ url }) => new URL(url).origin);
  const sure = shown.find(({ url, answer }) => known.test(new URL(url).pathname) && answer !== undefined);
  if (sure !== undefined) return new URL(sure.url).origin;
  const count = (origin: string) => origins.filter((each) => each === origin).length;
  return origins.toSorted((a, b) => count(b) - count(a))[0] ?? null;
}

function isId(name: string, value: unknown): value is string {
  return typeof value === 'string' && value.length > 3 && /id$/i.test(name);
}

/** Replaces an id from an earlier response by `{its name}`. */
function templated(path: string, ids: ReadonlyMap<string, string>): string {
  const job = path.replace(/(\/v1\/jobs\/)[^/]+$/, '$1{job_id}');
  return job
    .split('/')
    .map((segment) => {
      const name = ids.get(querystring.unescape(segment));
      return name === undefined ? segment : `{${name}}`;
    })
    .join('/');
}

/** Of two responses of one operation, the more complete one: a job that is done has its result. */
function fuller(earlier: Schema | undefined, later: Schema): Schema {
  return earlier && placesIn(earlier).length > placesIn(later).length ? earlier : later;
}
