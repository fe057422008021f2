import { mockKeys } from '../../mock/accounts';

/** A request as the server saw it, from its last header to the last byte of the answer. */
export interface Accepted {
  method: string;
  path: string;
  authorization: string;
  status: number;
  started: number;
  ended: number;
}

/** Requests of which each waits for the answer to the one before. */
export interface Chain {
  requests: number;
  milliseconds: number;
}

/**
 * The longest chain of requests that need each other, as long as the server itself took for them, out of what
 * it served in a run: the list of models, from which every submission takes its model; then the AI requests of
 * API_KEY. They are metered, so they come one after another, each between two readings of the credits; those that
 * are served at the same time count as one. Left out, though a run waits for them too: readings that are repeated
 * until a charge is seen, the work of jobs, the measurements around refusals, and windows and gaps of the contract.
 * What a run does besides (refusals, other accounts) needs none of this.
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

/** Milliseconds in which at least one request was being served. */
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
