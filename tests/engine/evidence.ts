import type { ClauseId } from '../../spec/ledger';

/** A request and what came back, with every secret masked: what the reports show and count. */
export interface Exchange {
  /** Unique in the run: `worker-number`. */
  id: string;
  /** Who sent it: `owner`, `anonymous`, `stranger` ... */
  actor: string;
  /** The variable that holds the sender's key; null for a sender without an account. */
  variable: string | null;
  /** What was asked: a known operation, one that the target file spells, or something else. */
  operation: 'models' | 'credits' | 'job' | 'text' | 'submit' | 'workflow' | 'run' | 'other';
  request: {
    method: string;
    url: string;
    headers: [name: string, value: string][];
    /** As text; null where no body was sent. */
    body: string | null;
  };
  /** Null where no complete answer came. */
  response: {
    status: number;
    headers: [name: string, value: string][];
    /** The first 2 KiB as text. */
    body: string;
    /** Length in bytes of the whole body. */
    bodyBytes: number;
    milliseconds: number;
  } | null;
  /** Why no answer came, in words of our own. */
  failure?: string;
  /** True for a repeat or a control after a disturbance, and for an answer that was one. */
  disturbance?: boolean;
  /** True where this request was served and used the AI. */
  aiUse?: boolean;
  /** True where the exchange prepares or controls the case and is not its act. */
  given?: boolean;
  /** The universal clauses that were judged on it, met or not. */
  judged: ClauseId[];
}

/** One finding about one clause. */
export interface Finding {
  clause: ClauseId;
  verdict: 'conforms' | 'violates' | 'deviates';
  /** Short and aligned: `401 missing_api_key`. */
  expected: string;
  received: string;
  /** What a reader should know beside: `API_KEY may not be what it claims to be`. */
  note?: string;
  /** Id of the exchange that shows it. */
  exchange?: string;
}

/** Why a case could not judge its clause. */
export interface Inconclusive {
  verdict: 'indeterminate' | 'blocked' | 'not driven';
  reason: string;
}

/** What one case leaves behind: attached to its Playwright result as `evidence`, application/json. */
export interface Evidence {
  clause: ClauseId;
  exchanges: Exchange[];
  findings: Finding[];
  inconclusive?: Inconclusive;
  /** What was seen of things that the contract does not show: name of the thing -> its shape. */
  observations: Record<string, string>;
  /** Milliseconds spent waiting by plan: pace, retry gaps, windows. */
  waited: number;
}
