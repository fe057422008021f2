import { codes } from '../../../spec/contract';
import type { ErrorCode } from '../../../spec/error-code';
import { isWork } from '../../../spec/works';
import type { Exchange } from '../data/evidence';
import { isObject } from '../data/json';

/** The error object in a body, if it has one. */
export const errorIn = (body: unknown): Record<string, unknown> | undefined =>
  isObject(body) && isObject(body.error) ? body.error : undefined;

/**
 * The error object with which a body rejects its request, whatever its status is: `error` is the only field at the top, its
 * code is one of the contract's (part 7), or its type is the service's (2.1). Any other is something of a success, such as
 * the AI provider's. The record of work may hold the error of that work, with other fields beside it.
 */
export function rejectionIn(
  body: unknown,
  { operation, isOwnError }: Pick<Exchange, 'operation'> & { isOwnError?: true | undefined },
): Record<string, unknown> | undefined {
  const error = errorIn(body);
  if (error === undefined || Object.keys(Object(body)).length === 1) return error;
  const { code } = error;
  if (isWork(operation) && !aboutRequests.includes(code)) return undefined;
  const isListed = typeof code === 'string' && Object.hasOwn(codes, code);
  return isListed || isOwnError ? error : undefined;
}

/** These are about the request itself: no work that was begun fails with them. */
const aboutRequests: readonly unknown[] = ['missing_api_key', 'invalid_api_key'] satisfies ErrorCode[];

/** The JSON data of the first event of a stream; undefined for any other text (HTML, 9.2 Server-sent events). */
export function firstEventIn(text: string | null): string | undefined {
  if (text === null || !/^\ufeff?(?:data|event|id|retry)?:/.test(text)) return undefined;
  const events = text.slice(0, LONGEST_EVENT).split(/(?:\r\n|\n|\r){2}/);
  return events.map(dataOf).find((data) => data !== '');
}

const LONGEST_EVENT = 64 * 1024;

const dataOf = (event: string) =>
  Array.from(event.matchAll(/^data: ?(.*)$/gm), ([, line]) => line).join('\n');
