import { codes } from '../../../spec/contract';
import type { ErrorCode } from '../../../spec/error-code';
import { namesWork } from '../../../spec/operations';
import type { Exchange, Operation } from '../data/evidence';
import { identifierIn, isObject } from '../data/json';

/** What decides whose error a body holds: that of its request, or that of the work it is about. */
interface Asked {
  operation: Operation;
  read?: Exchange['read'] | undefined;
}

/**
 * The error object with which a body rejects its request, whatever its status is (contract 2.1): `error` alone, or with a
 * code or a type of the contract. The record of work may hold the error of that work, with other fields beside it.
 */
export function rejectionIn(body: unknown, check: Asked): Record<string, unknown> | undefined {
  if (!isObject(body) || !isObject(body.error)) return undefined;
  const { error } = body;
  const { code, type } = error;
  const isAlone = Object.keys(body).length === 1;
  if (isAlone && 'code' in error) return error;
  const isListed = typeof code === 'string' && Object.hasOwn(codes, code);
  const isOfContract = isListed || (typeof type === 'string' && type.endsWith('_error'));
  return isOfContract && (isAlone || !isWork(body, error, check)) ? error : undefined;
}

/** These are about the request itself: no work that was begun fails with them. */
const aboutRequests: readonly unknown[] = ['missing_api_key', 'invalid_api_key'] satisfies ErrorCode[];

function isWork(body: object, { code }: Record<string, unknown>, { operation, read = {} }: Asked): boolean {
  if (aboutRequests.includes(code)) return false;
  const ids = ['job_id', 'run_id'].map((name) => identifierIn(body, name));
  return namesWork(operation) || [...ids, read['job.id'], read['workflow.runId']].some((id) => id != null);
}

/** The JSON data of the first event of a stream; undefined for any other text (HTML, 9.2 Server-sent events). */
export function firstEventIn(text: string | null): string | undefined {
  if (text === null || !/^\ufeff?(?:data|event|id|retry)?:/.test(text)) return undefined;
  const events = text.slice(0, LONGEST_EVENT).split(/(?:\r\n|\n|\r){2}/);
  return events.map(dataOf).find((data) => data !== '');
}

const LONGEST_EVENT = 64 * 1024;

const dataOf = (event: string) =>
  Array.from(event.matchAll(/^data: ?(.*)$/gm), ([, line]) => line).join('\n');
