import type { Exchange } from '../data/evidence';
import { type ExchangeFacts, factsOf } from '../data/facts';
import type { Pointer } from '../data/json';
import type { CheckRun, Run } from '../data/run';
import { coveredBy } from '../data/spans';
import { answerOf } from '../response/answer';
import { readingOf } from './reading';

export interface Cost {
  requests: number;
  /** Those that were accepted, and those that may have been. */
  aiRequests: number;
  /** How many of them no response confirms. */
  unconfirmed?: number;
  /** Requests that were retried or sent as a control after a disturbance. */
  disturbances: number;
  /** Milliseconds of intended waits. Those of requests at the same time count once. */
  waited: number;
  /** The first and last reading of the credits of API_KEY; null without a number. */
  credits: {
    before: number;
    after: number;
    /** How much more the balance fell than the measured charges. */
    unaccounted: number;
    /** AI requests whose charge was not measured. They explain the rest. */
    unmeasured: number;
  } | null;
  /** What is in the evidence of no check, because the run ended before. */
  unclaimed?: { requests: number; aiRequests: number };
}

/** Adds up what a run sent. An exchange that several checks share counts once. */
export function totalCost({ checks, sent, context }: Pick<Run, 'checks' | 'sent' | 'context'>): Cost {
  const exchanges = inOrderOfSending(sent);
  const claimed = new Set(checks.flatMap((each) => each.exchanges.map(({ id }) => id)));
  const unclaimed = exchanges.filter(({ id }) => !claimed.has(id));
  const at = amountAt(checks);
  const span = spanOf(exchanges, at);
  const learnt = exchanges.map((each) => factsOf(each, context));
  const unconfirmed = exchanges.filter((each) => each.unconfirmed).length;
  return {
    ...countedIn(exchanges),
    ...(unconfirmed > 0 && { unconfirmed }),
    disturbances: learnt.filter(({ disturbance }) => disturbance).length,
    waited: coveredBy(checks.flatMap(({ waits }) => waits)),
    credits:
      span !== null
        ? {
            ...span,
            unaccounted: rounded([span.before - span.after, ...learnt.map(({ charged = 0 }) => -charged)]),
            unmeasured: exchanges.filter((each) => isUnmeasured(each, factsOf(each, context))).length,
          }
        : null,
    ...(unclaimed.length > 0 && { unclaimed: countedIn(unclaimed) }),
  };
}

const countedIn = (exchanges: readonly Exchange[]) => ({
  requests: exchanges.length,
  aiRequests: exchanges.filter(isAiRequest).length,
});

/** Whether a request used the AI, or may have: no response shows that it did not. */
export const isAiRequest = ({ aiRequest, unconfirmed }: Exchange) =>
  aiRequest === true || unconfirmed === true;

/** Exchanges in the order of sending: their ids count. */
export const inOrderOfSending = (sent: readonly Exchange[]): Exchange[] =>
  sent.toSorted((one, other) => numberOf(one) - numberOf(other));

/** The number of a request in its run, which its id ends with. */
function numberOf({ id }: Exchange): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}

/** The first and last reading of the credits of API_KEY; null if one of them is not a number. */
function spanOf(exchanges: readonly Exchange[], at: Pointer | undefined) {
  const readings = exchanges.filter(isOwnCredits).map((exchange) => creditsIn(exchange, at));
  const [before, after] = [readings[0], readings.at(-1)];
  return typeof before === 'number' && typeof after === 'number' ? { before, after } : null;
}

function isOwnCredits({ operation, variable, response }: Exchange): boolean {
  return operation === 'credits' && variable === 'API_KEY' && response?.status === 200;
}

/** Where the remaining credits are, according to the target file of the checks that judged them. */
function amountAt(checks: CheckRun[]): Pointer | undefined {
  const assertions = checks.flatMap((each) => each.assertions);
  const pointers = assertions.flatMap(({ expectation: asked }) =>
    asked.kind === 'credits' || asked.kind === 'charged' || asked.kind === 'uncharged'
      ? (asked.at ?? [])
      : [],
  );
  return pointers[0];
}

/** The number at this pointer, or the only number in a response, or null. */
function creditsIn(exchange: Exchange, at: Pointer | undefined): number | null {
  const answer = answerOf(exchange);
  const amount = answer && readingOf(answer, at);
  return amount === null ? null : Number(amount);
}

/** A sum to nine digits. What is smaller than the last of them is a rounding error of decimal fractions. */
function rounded(amounts: readonly number[]): number {
  const sum = amounts.reduce((total, each) => total + each, 0);
  const largest = Math.max(0, ...amounts.map(Math.abs));
  return Math.abs(sum) < largest * 1e-9 ? 0 : Number(sum.toPrecision(9));
}

function isUnmeasured(exchange: Exchange, { charged }: ExchangeFacts): boolean {
  return exchange.variable === 'API_KEY' && isAiRequest(exchange) && charged === undefined;
}
