import type { Claim, KeyVariable } from '../../../spec/accounts';
import type { ClauseId } from '../../../spec/ledger';
import type { Operation } from '../../../spec/operations';
import type { Part } from '../../../spec/target-file';
import type { Connection, Expectation, Note, Observation } from './expectation';
import type { Facts } from './facts';
import { groupedBy } from './grouped';
import type { Pointer } from './json';
import type { Reason } from './reason';

export type { Operation };

/**
 * A request and its response. Exchanges are what is judged, shown and counted. An exchange
 * never changes once it is recorded: what is learnt later is a fact (`facts.ts`).
 */
export interface Exchange {
  /** Unique in the run. */
  readonly id: string;
  /** Who sent it: `owner`, `nobody`, the role of another account, or what was done to a key */
  readonly actor: string;
  /** The variable that holds the sender's key; null for a sender without an account. */
  readonly variable: KeyVariable | null;
  readonly operation: Operation;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: [name: string, value: string][];
    /** As text; null where no body was sent. */
    readonly body: string | null;
  };
  /** Null where no complete response came. */
  readonly response: Response | null;
  /** Why there is no response, in our own words. */
  readonly failure?: string;
  /** True if the request was accepted and used the AI. */
  readonly aiRequest?: boolean;
  /** It may have used the AI: no response shows whether it did. */
  readonly unconfirmed?: true;
  /** The id of the job or run that it started. */
  readonly workId?: string;
  /** The parts of the target file that the request was built from, such as `text.prompt`. */
  readonly parts?: Part[];
  /** For a workflow: the connection that is wrong on purpose, and its block types as `draw.image > label.value`. */
  readonly faulty?: Connection & { types?: string };
  /** For a success status: the type of the error object in the body is the service's (contract 2.1). */
  readonly isOwnError?: true;
  /** What the functions of the target file returned for the response, by part, such as `job.id`. */
  readonly read?: Record<string, unknown>;
  /** What these functions threw, by part. A function that threw has read nothing. */
  readonly threw?: Record<string, string>;
  /** Whose the key or the ID is, if it is not the sender's own: made up, or perhaps somebody's. */
  readonly asksAbout?: 'nobody' | 'somebody';
  /** The name of the keep-alive connection that it was sent over; only requests of this name use it. */
  readonly connection?: string;
  /** Variables whose values are in the response, in any encoding. */
  readonly leaks?: string[];
}

export interface Response {
  readonly status: number;
  readonly headers: [name: string, value: string][];
  /** What it is judged by. No report has it. */
  readonly reading: Reading;
  /** What reports show of the body. */
  readonly body: string;
  readonly bodyBytes: number;
  readonly milliseconds: number;
}

/** What a body says, read once, when it arrives. */
export interface Reading {
  /** The beginning of the text; null if the bytes are no UTF-8. */
  readonly start: string | null;
  /** The parsed JSON; undefined if it is none. */
  readonly json?: unknown;
  /** The JSON of the first event of a stream. */
  readonly event?: unknown;
  /** The JSON with each number as a string of its digits, if the parsed one may have lost some. */
  readonly digits?: unknown;
  /** Names that stand twice in one object. */
  readonly twice: readonly string[];
}

/** The result of comparing responses with an expectation. */
export interface AssertionResult {
  met: boolean;
  received: Observation;
  note?: Note;
  /** Why the result is undecided all the same. */
  unjudged?: Unjudged;
}

/** What a check expects of certain responses, as data. */
export interface Assertion {
  expectation: Expectation;
  /** The ids of the exchanges, in the order that the expectation needs. */
  exchanges: string[];
}

export interface Finding {
  clause: ClauseId;
  verdict: 'conforms' | 'violates' | 'deviates';
  expected: Expectation;
  received: Observation;
  note?: Note;
  /** What shows it; the first shows most. */
  exchanges: Exchange[];
  /** Its clause is one that every response is judged by, in whichever check. */
  universal?: true;
}

/** What a clause expects, and what was received instead. */
export type UniversalViolation = Pick<Finding, 'clause' | 'expected' | 'received'>;

/** The universal clauses that were judged by one response, and those that it violates. */
export interface Universal<Violation = UniversalViolation> {
  judged: ClauseId[];
  violations: Violation[];
}

/** Why a check could not judge its clause. */
export interface Unjudged {
  verdict: 'inconclusive' | 'blocked' | 'not tested';
  reason: Reason;
  guard?: string;
}

/** True if something was tested but could not be judged. */
export function isUndecided({ verdict }: { verdict: string }): boolean {
  return verdict === 'blocked' || verdict === 'inconclusive';
}

/** A part of a check that could not be tested, and why. The rest of the check is judged. */
interface Untested extends Unjudged {
  /** The operation, such as `the submission of a job`, or some of the probes for it. */
  place: string;
}

/** What the responses of a run are judged with. */
export interface Context {
  /** The service words of the model names, or SERVICE; empty if none are known. */
  words: readonly string[];
  /** The `error.type` that every error of the run must have. */
  errorType?: string;
  /** The parts of the target file that were verified in an earlier run; `*` for all. */
  verifiedEarlier: readonly string[];
  /** The operations that the target file describes and of which a request was accepted. */
  accepted: readonly Operation[];
  /** The faulty connections that depend on declarations of the target file, and were rejected: `workflow.kinds (draw.image > label.value)`. */
  rejected: readonly string[];
  /** Where the list of models is, if the target file says so. */
  models?: Pointer;
  depth?: number;
  /** What the run has learnt about exchanges and accounts so far. */
  facts: Facts;
}

/** The context before the first response. */
export const emptyContext: Context = {
  words: [],
  verifiedEarlier: [],
  accepted: [],
  rejected: [],
  facts: { exchanges: {}, ofOwner: [], gateways: [] },
};

type Observations = Record<string, string[]>;

/** All that was observed, under each name. */
export function mergedObservations(all: readonly Observations[]): Observations {
  const seen = all.flatMap((each) => Object.entries(each));
  return Object.fromEntries(
    groupedBy(seen, ([name]) => name).map((same) => [
      same[0][0],
      [...new Set(same.flatMap(([, shapes]) => shapes))].sort(),
    ]),
  );
}

/** What one check recorded. */
export interface Evidence {
  clause: ClauseId;
  exchanges: Exchange[];
  assertions: Assertion[];
  unjudged?: Unjudged;
  /** The parts of the check that could not be tested. */
  untested: Untested[];
  /** The variable with the id that the check looks up. */
  claims?: Extract<Claim, `FOREIGN_${string}`>;
  /** This exchange got the right response when it was repeated alone; `fresh`: but not after API_KEY over the same connection. */
  notReproduced?: { exchange: string; how: 'alone' | 'fresh' };
  /** What responses show beyond the contract: name -> each kind of response once, in a fixed order. */
  observations: Observations;
}
