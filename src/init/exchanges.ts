import querystring from 'node:querystring';
import { isObject, walk } from '../judge/data/json';
import { isSecret } from '../judge/masking/named-secrets';
import { isSuccess, parse } from '../judge/response/answer';
import { type Described, type Endpoint, unknownIn } from './endpoint';
import { prefixIn } from './find';

/** A request of a real client and its response. */
export interface Shown {
  method: string;
  url: URL;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Parsed; undefined where it is no JSON. */
  body: unknown;
  status: number;
  answer: unknown;
}

/**
 * The operations in exchanges, and the address and the key of the requests. A remark names what is left out
 * because it may be a secret or a personal address.
 * @param file names them in errors
 * @throws one line, where no success is shown
 */
export function operationsShown(shown: readonly Shown[], file: string): Described & { key: string | null } {
  if (shown.length === 0) throw new Error(`${file} shows no request.`);
  const known = shown.find(
    ({ method, url, answer }) =>
      answer !== undefined && prefixIn({ method, path: url.pathname }) !== undefined,
  );
  const server = (known ?? shown[0])?.url.origin ?? null;
  const own = shown.filter(({ url }) => url.origin === server);
  const accepted = own.filter(tells);
  if (accepted.length === 0)
    throw new Error(
      `${file}: none of its ${shown.length} requests is followed by a success in JSON, so nothing is learnt from it. Paste the output of each command below it.`,
    );
  const bearer = own.map(({ headers }) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]);
  const key = bearer.find((each) => each !== undefined && !placeholder.test(each)) ?? null;
  const silent = shown.filter((each) => !accepted.includes(each));
  const withheld = new Set<string>();
  const operations = operationsOf(accepted, (place, name, value) => {
    const isPrivate = isSecret(name, value, place) || isContact(name, value);
    if (isPrivate) withheld.add(`${place === 'query' ? 'query parameter' : place} ${name}`);
    return !isPrivate;
  });
  return {
    operations,
    server,
    key,
    remarks: [
      ...silent.map(
        ({ method, url }) =>
          `${method} ${url.origin}${url.pathname}: not used, since it has no success in JSON, reads a file or is not for ${server}`,
      ),
      ...[...withheld].map(
        (name) =>
          `${name}: left out, since it may be a secret or an address of yours, and a target file is shown in reports`,
      ),
    ],
  };
}

/** True where the response is known and is a success (contract 2.1). */
function tells(shown: Shown): boolean {
  const { answer } = shown;
  return isSuccess(shown) && answer !== undefined && !(isObject(answer) && isObject(answer.error));
}

const placeholder = /^[$<{[*]|\.{3}|…|^your[-_]/i;

/** Contact data: a mail address, or an address that the service calls. */
function isContact(name: string, value: string): boolean {
  const isMail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
  return isMail || (/hook|callback|notif/i.test(name) && URL.canParse(value));
}

/** Whether a value may be in a target file, which reports show. */
type IsPublic = (place: 'header' | 'query' | 'member', name: string, value: string) => boolean;

function operationsOf(accepted: readonly Shown[], isPublic: IsPublic): Endpoint[] {
  const [first] = accepted;
  const custom = Object.entries(first?.headers ?? {}).filter(
    ([name, value]) =>
      /^x-/.test(name) &&
      accepted.every(({ headers }) => headers[name] === value) &&
      isPublic('header', name, value),
  );
  // An ID of a submission varies in later addresses, and so does what a variable of the shell has.
  const ids = new Map<unknown, string>();
  for (const { answer } of accepted.filter(({ method }) => method !== 'GET'))
    for (const { name, value } of walk(answer))
      if (typeof value === 'string' && value.length > 3 && /id$/i.test(name)) ids.set(value, name);
  const named = (encoded: string) => {
    const value = querystring.unescape(encoded);
    const name = ids.get(value) ?? unknownIn(value);
    return name === undefined ? encoded : `{${name}}`;
  };
  const operations = new Map<string, Endpoint>();
  for (const { method, url, body, answer } of accepted) {
    const path = url.pathname
      .replace(/(\/v1\/jobs\/)[^/]+$/, '$1{job_id}')
      .split('/')
      .map(named)
      .join('/');
    const query = url.search
      .slice(1)
      .split('&')
      .flatMap((pair) => {
        const [name = '', value = ''] = pair.split(/=(.*)/s);
        if (!isPublic('query', querystring.unescape(name), querystring.unescape(value))) return [];
        return pair.replace(/=.*/s, `=${named(value)}`);
      });
    const withheld = (name: string, value: unknown) =>
      typeof value === 'string' && !isPublic('member', name, value) ? undefined : value;
    const publicBody = parse(JSON.stringify(body, withheld) ?? null);
    const operation = `${method} ${path}?${query.join('&')}`;
    const earlier = operations.get(operation);
    operations.set(operation, {
      method,
      path,
      query: query.join('&'),
      values: {},
      headers: Object.fromEntries(custom),
      words: '',
      deprecated: false,
      bodies: [...(earlier?.bodies ?? []), publicBody],
      // Of several lookups of a job, the last one has its result.
      answer,
    });
  }
  return [...operations.values()];
}
