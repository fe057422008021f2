import type { Tier } from '../judge/response/models';
import type { FaultPlace, Flaw } from '../probes/faulty-chains';

/** The stimulus of a check as data: a name, and its parameters. A list (`lists.ts`) or a script (`send/scripts.ts`) has the same name. */
export interface Stimuli {
  /** The valid request of the operation. For API_KEY, it is the request that the whole run shares. */
  once: null;
  /** `once`, to see where the operation is. Blocked where the target says that there is no such job. */
  knownAddress: null;
  /** One request, repeated over one connection, with varied Accept headers. */
  repeatedly: null;
  /** The request with varied Accept headers, and with its other form of input. */
  acceptTypes: null;
  withoutKey: null;
  /** The key in a header that the contract does not name. */
  keyElsewhere: null;
  /** This Authorization header; `{key}` stands for API_KEY. */
  header: { header: string; how: string };
  /** Keys made from API_KEY. */
  keys: 'wrong' | 'incomplete' | 'after space' | 'before kept space' | 'in another case';
  /**
   * Several requests over one kept connection, one of them with the valid key. A check without `at` sends them at
   * several operations.
   */
  onConnection: 'nobody' | 'no key' | 'another key' | 'old key';
  /** The request for each tier and form of input. */
  eachKind: null;
  /** A request at each operation. */
  everywhere: null;
  /** The balance of another account, read before and after an AI request of API_KEY. */
  balanceAroundUse: null;

  /** A submission of each kind: jobs by tier and form of input, runs by the form of the chain. */
  eachSubmission: null;
  /** The owner's lookup: of each of these, of one at the end of the run, or of one job before it is done and then. */
  own:
    | 'of each kind'
    | 'when done'
    | 'before and when done'
    | 'again when done'
    | 'at the end'
    | 'done, at the end';
  /**
   * The lookup of a job or run of API_KEY by another account. `repeatedly`: with lookups by the owner between them.
   * `from a variable`: by API_KEY, of the one that FOREIGN_JOB_ID or FOREIGN_RUN_ID names.
   */
  foreign:
    | 'just submitted'
    | 'repeatedly'
    | 'by accounts without AI'
    | 'from a variable'
    | 'beside an unknown one'
    | 'at the end';
  /**
   * The lookup of an id of which nothing must be found. `unknown` and `fresh` ones never existed: the first have the
   * form of the service's. `near` ones are made from an id of the owner. `of the other kind`: of a run for the lookup
   * of a job, of a job for that of a run.
   */
  ids:
    | 'unknown'
    | 'unknown to the other account'
    | 'fresh'
    | 'odd'
    | 'near'
    | 'with wildcards'
    | 'with control characters'
    | 'that proxies rewrite'
    | 'names of models'
    | 'of the other kind';

  /** A text request for this tier. */
  tier: Tier;
  /** Names of models that are not listed; `malformed`: at every operation that takes one. */
  models: 'unlisted' | 'malformed';
  /** Pairs of equal requests, for this tier and for pro. A check without `at` sends them in each form at each operation. */
  pricePairs: Tier;

  /** A request with a body that must be rejected, or of which the contract says nothing. */
  body:
    | 'only a model'
    | 'no input'
    | 'neither input nor model'
    | 'not JSON'
    | 'an input of another type'
    | 'an empty input'
    | 'a model of another type'
    | 'unusual';
  /**
   * A text request with these fields. `{model}`, `{prompt}` and `{messages}` stand for accepted values,
   * `{megabyte}` for a long text.
   */
  fields: Readonly<Record<string, string>>;
  twoConditions: null;

  /**
   * A valid chain: of two blocks, of up to five, or one whose third block reads the first; `further`: chains that
   * together connect each kind of block to each kind that it may read.
   */
  chain: 'short' | 'long' | 'skipping' | 'further';
  /** A chain with this fault; `compared`: and the same fault at another connection. */
  fault: { flaw: Flaw; place: FaultPlace; compared?: true };
  /** Chains with this fault at any position; `single`: those with one fault. */
  faults: { flaw: Exclude<Flaw, 'field-of-another' | 'input-for-output'>; single?: true };
  /** A chain for each pair of kinds that do not match. */
  mismatches: null;
  /** Faulty chains with block names in other alphabets. */
  otherAlphabets: null;

  /**
   * The accepted text request, or those of each kind, with the credits before and after them. The credits of API_KEY
   * are those at the end of the run.
   */
  charged: 'one request' | 'each kind';
  /** Rejected workflows with the credits before and after them. */
  rejectedWorkflows: null;
  /** Rejected requests or workflows at the end of the run, with the credits before and after them. */
  rejectedAtEnd: 'requests' | 'workflows';

  /** Calls until one is rejected, at most RATE_LIMIT_BURST. */
  untilLimited: null;
  /** A call after a window without calls. */
  afterSilence: null;
  untilFailed: null;
  /** The failed request again, after increasing delays. */
  untilAccepted: null;

  /** Any request of API_KEY that changes nothing, whatever the service makes of it (RFC 9110, 9.2.1). */
  request: { method?: 'OPTIONS'; path: string };
  /** A path where nothing is. */
  unknownRoute: null;
}

export type StimulusName = keyof Stimuli;
type Plain = { [Name in StimulusName]: Stimuli[Name] extends null ? Name : never }[StimulusName];
type Detailed = Exclude<StimulusName, Plain>;

/** `'once'`, or `{ keys: 'wrong' }`. */
export type Stimulus = Plain | { [Name in Detailed]: { [Only in Name]: Stimuli[Name] } }[Detailed];

export function partsOf(stimulus: Stimulus): { [Name in StimulusName]: [Name, Stimuli[Name]] }[StimulusName] {
  return (typeof stimulus === 'string' ? [stimulus, null] : Object.entries(stimulus)[0]) as never;
}
