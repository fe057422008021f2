import type { ClauseId } from '../../spec/ledger';
import type { Operation } from '../../spec/operations';
import type { Claim, KeyVariable } from './accounts';
import type { Connection, Expectation, Note, Observation } from './expectation';
import type { Pointer } from './json';
import type { Drawn, TriedProbe } from './probe';
import type { Reason } from './reason';

export type { Operation };

/** A request and what came back, with every secret masked: what is judged, shown and counted. */
export interface Exchange {
  /** Unique in the run. */
  id: string;
  /** Who sent it: `owner`, `anonymous`, `stranger` ... */
  actor: string;
  /** The variable that holds the sender's key; null for a sender without an account. */
  variable: KeyVariable | null;
  operation: Operation;
  request: {
    method: string;
    url: string;
    headers: [name: string, value: string][];
    /** As text; null where no body was sent. */
    body: string | null;
  };
  /** Of captured traffic: its place in `log.entries` of the HAR, and when it was sent. */
  entry?: { index: number; time: string };
  /** Null where no complete answer came. */
  response: Response | null;
  /** Why no answer came, in words of our own. */
  failure?: string;
  /** True for a repeat or a control after a disturbance, and for an answer that was one. */
  disturbance?: boolean;
  /** True where this request was served and used the AI. */
  aiUse?: boolean;
  /** The id of the work that it began: a job, a run. */
  workId?: string;
  /** True where something was served beside it that the account may have paid for, so that its charge is not known. */
  beside?: true;
  /** By how much the credits fell around it, where it was metered. */
  charged?: number;
  /** Of a reading: by how much the credits had fallen since an earlier one, with nothing of ours between. */
  fell?: number;
  /** True where the exchange prepares or controls the case and is not its act. */
  given?: boolean;
  /** True where it may have asked for something else than the operation shows (captured traffic): nothing is judged on it. */
  open?: boolean;
  /** The parts of the target file that the request was built from: `text.prompt`, `workflow.submit` ... */
  parts?: string[];
  /** Of a workflow, the connection that is wrong on purpose; between which types: `draw.image > label.value`. */
  faulty?: Connection & { types?: string };
  /** What functions of the target file read of the answer, by part: `job.id`, `credits` ... */
  read?: Record<string, unknown>;
  /** What such functions threw, masked, by part: they read nothing. */
  threw?: Record<string, string>;
  /** The name of the kept connection that carried it, and nothing that is not of this name. */
  connection?: string;
  /** The member of a family of probes that this request is, and where it was tried. */
  probe?: TriedProbe;
  /** True where the balance of the sender's account exceeds every charge seen for such a request. */
  affordable?: true;
  /** True where the sender's account was seen to be that of API_KEY. */
  ofOwner?: true;
  /** True where the sender's key, which is to be an old one of API_KEY's account, was seen to be another account's. */
  ofAnother?: true;
  /** The variable whose account was seen to be answered what this one's is to be. */
  keptBy?: KeyVariable;
  /** Variables whose values the answer holds, in whatever form. */
  leaks?: string[];
  /** What the universal clauses found, where the answer was cut and cannot be judged anew. */
  found?: Universal;
}

export interface Response {
  status: number;
  /** Those worth showing. */
  headers: [name: string, value: string][];
  /** Names of all others, lower case. */
  otherHeaders: string[];
  /** Whole to 64 KiB, and where much was kept before to 4 KiB: as text, or in base64 where the bytes are no UTF-8. */
  body: string;
  encoding?: 'base64';
  /** The body was longer than what is kept. */
  cut?: true;
  /** Of a body that was cut, what the verdicts on others lean on: its code alone, or `{}` where it was served. */
  gist?: string;
  /** Length in bytes of the whole body. */
  bodyBytes: number;
  milliseconds: number;
}

/** What answers showed of what was expected of them. */
export interface Found {
  met: boolean;
  received: Observation;
  note?: Note;
  /** Why nothing can be said after all. */
  instead?: Inconclusive;
}

/** What is judged of a set of answers, as data, so that it can be judged anew. */
export interface Check {
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
  signed?: readonly string[];
  /** Operations of which the target file spells the request, and one was served. */
  served?: readonly Operation[];
  /** Faults that rest on what the target file declares, and were refused: `workflow.kinds (draw.image > label.value)`. */
  refused?: readonly string[];
  /** Where the list of models stands, where the target file says so. */
  models?: Pointer;
  /** What the members of families were drawn by. */
  drawn?: Drawn;
}

/** What one case leaves behind: attached to its Playwright result as `evidence`, application/json. */
export interface Evidence {
  clause: ClauseId;
  context: Context;
  exchanges: Exchange[];
  checks: Check[];
  inconclusive?: Inconclusive;
  /** The parts of the case that could not be tested. */
  untested?: Untested[];
  /** The families of probes that this case tries, and where. */
  trials?: { place: string; families: string[] }[];
  /** A breach of a universal clause turned this case red: the first of the run that met it. */
  elected?: true;
  /** The variable whose id it looks up. */
  claims?: Extract<Claim, `FOREIGN_${string}`>;
  /** Sent once more, alone, this was answered as it must be; `fresh`: but not after API_KEY over the same connection. */
  heldAgain?: { exchange: string; how: 'alone' | 'fresh' };
  /** What it was asked itself turned this case red, and ended it there. */
  unmet?: true;
  /** What was seen of things that the contract does not show: name of the thing -> its shape. */
  observations: Record<string, string>;
  /** Ids of the exchanges in which it was seen. */
  observed?: string[];
  /** Milliseconds spent waiting by plan: pace, retry gaps, windows. */
  waited: number;
}
