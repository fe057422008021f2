import { mockKeys } from '../../mock/accounts';

/** A request as the server saw it, timed from its last header to the last byte of the response. */
export interface Accepted {
  method: string;
  path: string;
  authorization: string;
  status: number;
  started: number;
  ended: number;
}

/** A sequence of requests, each of which needs the response to the one before. */
export interface Chain {
  requests: number;
  milliseconds: number;
}

/**
 * Returns the longest chain of dependent requests in a run, with the time that the server took for them: the
 * list of models, from which every submission takes its model, then the AI requests of API_KEY. Their cost is
 * measured, so they are sequential, each between two reads of the credits; overlapping ones count once. Not
 * counted, although a run waits for them: repeated reads until a charge appears, the work of jobs, measurements
 * around rejections, and the contract's windows and gaps. Rejections and other accounts depend on none of these.
 */
export function longestChain(log: readonly Accepted[]): Chain {
  const owned = log.filter(({ authorization }) => authorization === `Bearer ${mockKeys.API_KEY}`);
  const lasting = (of: readonly Accepted[]) => of.map(({ started, ended }) => ended - started);
  const uses = owned.filter(({ method, status }) => method === 'POST' && status < 300);
  const inTurn = uses.filter(
    ({ started }) => !uses.some((use) => use.started < started && started < use.ended),
  );
  const reading = median(lasting(owned.filter(({ path }) => path === '/v1/credits')));
  const listing = median(lasting(owned.filter(({ path }) => path === '/v1/models')));
  return {
    requests: 1 + 3 * inTurn.length,
    milliseconds: listing + busy(uses) + 2 * reading * inTurn.length,
  };
}

/** Returns the milliseconds during which at least one request was in progress. */
export function busy(log: readonly Accepted[]): number {
  let until = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (const { started, ended } of log.toSorted((one, other) => one.started - other.started)) {
    sum += Math.max(0, ended - Math.max(started, until));
    until = Math.max(until, ended);
  }
  return sum;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
