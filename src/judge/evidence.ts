import type { Claim, KeyVariable } from '../../spec/accounts';
import type { ClauseId } from '../../spec/ledger';
import type { Operation } from '../../spec/operations';
import type { Part } from '../../spec/target-file';
import type { Connection, Expectation, Note, Observation } from './expectation';
import type { Facts } from './facts';
import type { Pointer } from './json';
import type { Sampling } from './probe';
import type { Reason } from './reason';

export type { Operation };

/**
 * A request and what came back, with every secret masked: what is judged, shown and counted. Nobody changes it once it
 * is recorded: what is learnt later is a fact beside it.
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
  /** Of captured traffic: its place in `log.entries` of the HAR, and when it was sent. */
  readonly entry?: { index: number; time: string };
  /** Null where no complete response came. */
  readonly response: Response | null;
  /** Why no answer came, in words of our own. */
  readonly failure?: string;
  /** True where this request was served and used the AI. */
  readonly aiRequest?: boolean;
  /** The id of the work that it began: a job, a run. */
  readonly workId?: string;
  /** True where it may have asked for something else than the operation shows (captured traffic): nothing is judged on it. */
  readonly ambiguous?: boolean;
  /** The parts of the target file that the request was built from: `text.prompt`, `workflow.submit` ... */
  readonly parts?: Part[];
  /** Of a workflow, the connection that is wrong on purpose; between which types: `draw.image > label.value`. */
  readonly faulty?: Connection & { types?: string };
  /** What functions of the target file read of the answer, by part: `job.id`, `credits` ... */
  readonly read?: Record<string, unknown>;
  /** What such functions threw, masked, by part: they read nothing. */
  readonly threw?: Record<string, string>;
  /** The name of the kept connection that carried it, and nothing that is not of this name. */
  readonly connection?: string;
  /** Variables whose values the answer holds, in whatever form. */
  readonly leaks?: string[];
  /** What the universal clauses found, where the answer was cut and cannot be judged anew. */
  readonly found?: Universal;
}

export interface Response {
  readonly status: number;
  /** Those worth showing. */
  readonly headers: [name: string, value: string][];
  /** Names of all others, lower case. */
  readonly otherHeaders: string[];
  /** Whole to 64 KiB, and where much was kept before to 4 KiB: as text, or in base64 where the bytes are no UTF-8. */
  readonly body: string;
  readonly encoding?: 'base64';
  /** The body was longer than what is kept. */
  readonly cut?: true;
  /** Of a body that was cut, what the verdicts on others lean on: its code alone, or `{}` where it was served. */
  readonly gist?: string;
  /** Length in bytes of the whole body. */
  readonly bodyBytes: number;
  readonly milliseconds: number;
}

/** What answers showed of what was expected of them. */
export interface Found {
  met: boolean;
  received: Observation;
  note?: Note;
  /** Why nothing can be said after all. */
  inconclusive?: Inconclusive;
}

/** What is judged of a set of answers, as data, so that it can be judged anew. */
export interface Assertion {
  expectation: Expectation;
  /** Ids of the exchanges that it is about, in the order that the expectation wants. */
  exchanges: string[];
  /** What was found, where an answer was cut and cannot be judged anew. */
  found?: Found;
}

export interface Finding {
  clause: ClauseId;
  verdict: 'conforms' | 'violates' | 'deviates';
  expected: Expectation;
  received: Observation;
  note?: Note;
  /** Ids of the exchanges that show it, the telling one first. */
  exchanges: string[];
}

/** What a clause asks for, and what came instead. */
export type Breach = Pick<Finding, 'clause' | 'expected' | 'received'>;

/** The universal clauses that were judged on one answer, met or not, and each that was not met. */
export interface Universal {
  judged: ClauseId[];
  breaches: Breach[];
}

/** Why a case could not judge its clause. */
export interface Inconclusive {
  verdict: 'inconclusive' | 'blocked' | 'not tested';
  reason: Reason;
  /** The guard that decided so, by its name in `guards/guards.ts`. */
  guard?: string;
}

/** Something was tested, and could not be judged. */
export function isUndecided({ verdict }: { verdict: string }): boolean {
  return verdict === 'blocked' || verdict === 'inconclusive';
}

/** A part of a case that could not be tested, and why: the rest of the case is judged. */
export interface Untested extends Inconclusive {
  /** `the submission of a job`, or so many of the probes at a place. */
  place: string;
}

/** What holds for a whole run, and answers are judged by. */
export interface Context {
  /** The service words that the model names show (or SERVICE); empty where none are known. */
  words: readonly string[];
  /** The `error.type` that the errors of the run are compared with. */
  errorType?: string;
  /** Parts of the target file that were proved in an earlier run; `*` for all. */
  verifiedEarlier?: readonly string[];
  /** Operations of which the target file spells the request, and one was served. */
  accepted?: readonly Operation[];
  /** Faults that rest on what the target file declares, and were refused: `workflow.kinds (draw.image > label.value)`. */
  rejected?: readonly string[];
  /** Where the list of models stands, where the target file says so. */
  models?: Pointer;
  /** What the members of families were drawn by. */
  sampled?: Sampling;
  /** What the run learnt of exchanges and accounts, as far as it is known by now. */
  facts?: Facts;
}

/** What one case leaves behind: attached to its Playwright result as `evidence`, application/json. */
export interface Evidence {
  clause: ClauseId;
  context: Context;
  exchanges: Exchange[];
  assertions: Assertion[];
  inconclusive?: Inconclusive;
  /** The parts of the case that could not be tested. */
  untested?: Untested[];
  /** The families of probes that this case tries, and where. */
  trials?: { place: string; families: string[] }[];
  /** A breach of a universal clause turned this case red: the first of the run that met it. */
  reportedUniversal?: true;
  /** The variable whose id it looks up. */
  claims?: Extract<Claim, `FOREIGN_${string}`>;
  /** Sent once more, alone, this was answered as it must be; `fresh`: but not after API_KEY over the same connection. */
  notReproduced?: { exchange: string; how: 'alone' | 'fresh' };
  /** What it was asked itself turned this case red, and ended it there. */
  unmet?: true;
  /** What was seen of things that the contract does not show: name of the thing -> its shape. */
  observations: Record<string, string>;
  /** Ids of the exchanges in which it was seen. */
  observed?: string[];
  /** Milliseconds spent waiting by plan: pace, retry gaps, windows. */
  waited: number;
}
