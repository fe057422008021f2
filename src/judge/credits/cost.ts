import type { Exchange } from '../data/evidence';
import { factsOf } from '../data/facts';
import type { Pointer } from '../data/json';
import type { CheckRun, Run } from '../data/run';
import { answerOf } from '../response/answer';
import { readingOf } from './reading';

export interface Cost {
  requests: number;
  /** Those that were accepted, and those that may have been. */
  aiRequests: number;
  /** How many of them no response confirms. */
  unconfirmed: number;
  /** Requests that were retried or sent as a control after a disturbance. */
  disturbances: number;
  /** The first and last reading of the credits of API_KEY; null without a number. */
  credits: { before: number; after: number } | null;
}

/** Adds up what a run sent. */
export function totalCost({ checks, sent, context }: Pick<Run, 'checks' | 'sent' | 'context'>): Cost {
  return {
    requests: sent.length,
    aiRequests: sent.filter(isAiRequest).length,
    unconfirmed: sent.filter((each) => each.unconfirmed).length,
    disturbances: sent.filter((each) => factsOf(each, context).disturbance).length,
    credits: spanOf(inOrderOfSending(sent), amountAt(checks)),
  };
}

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
function spanOf(exchanges: readonly Exchange[], at: Pointer | undefined): Cost['credits'] {
  const readings = exchanges
    .filter(({ operation, variable }) => operation === 'credits' && variable === 'API_KEY')
    .flatMap((each) => answerOf(each) ?? [])
    .filter(({ status }) => status === 200)
    .map((answer) => readingOf(answer, at));
  const [before, after] = [readings[0], readings.at(-1)];
  return before == null || after == null ? null : { before: Number(before), after: Number(after) };
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
