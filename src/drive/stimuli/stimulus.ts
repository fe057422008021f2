import type { Tier } from '../../judge/response/models';
import type { FaultPlace, Flaw } from '../../probes/faulty-chains';

/** The stimulus of a check as data: a name, and its parameters. A function of this name, in a file beside, sends it. */
export interface Stimuli {
  /** The valid request of the operation. For API_KEY, it is the request that the whole run shares. */
  once: null;
  /** `once`, to see where the operation is. Blocked where the target says that there is no such job. */
  knownAddress: null;
  /** One request, repeated over one connection, with varied Accept headers. */
  repeatedly: null;
  /** The request with varied Accept headers, for each kind of request of the operation. */
  acceptTypes: null;
  withoutKey: null;
  /** The key in a header that the contract does not name. */
  keyElsewhere: null;
  /** This Authorization header; `{key}` stands for API_KEY. */
  header: { header: string; how: string };
  /** Keys made from API_KEY. */
  keys: 'wrong' | 'incomplete' | 'after space' | 'before kept space' | 'in another case';
  /** Several requests over one kept connection, one of them with the valid key. */
  onConnection: 'nobody' | 'no key' | 'another key' | 'old key';
  onConnections: Stimuli['onConnection'];
  /** The request for each tier and form of input. */
  eachKind: null;
  /** A request at each operation. */
  everywhere: null;
  /** The balance of another account, read before and after an AI request of API_KEY. */
  balanceAroundUse: null;

  /** The lookup of a job or run by the other account, as soon as its id is known. */
  justSubmitted: null;
  /** A submission of each kind: jobs by tier and form of input, runs by the form of the chain. */
  eachSubmission: null;
  /** The owner's lookup of each of these. */
  eachOwn: null;
  /** The owner's lookup once the job is done. */
  whenDone: null;
  /** The first lookup, and the one once the job is done. */
  beforeAndWhenDone: null;
  /** The lookup once the job is done, and another one after it. */
  againWhenDone: null;
  /** Ids without an original, or made from an id of the owner. */
  ids: 'unknown' | 'odd' | 'near';
  /** An id that never existed, where the form of ids is unknown. */
  freshId: null;
  /** A change of a job with an id that never existed, of the form of the target's. */
  unknownToChange: null;
  /** Ids that are wildcards in SQL or glob patterns. */
  wildcards: null;
  controlIds: null;
  /** Names of other things as ids. */
  otherNames: null;
  /** Ids at paths that proxies rewrite. */
  rewrittenIds: null;
  /** Repeated lookups by the other account, with lookups by the owner between them. */
  foreignRepeatedly: null;
  /** The lookup by accounts that cannot use the AI. */
  foreignByOthers: null;
  /** An id of the other kind: of a run for the lookup of a job, of a job for that of a run. */
  otherKind: null;
  /** The id that FOREIGN_JOB_ID or FOREIGN_RUN_ID names. */
  foreignFromVariable: null;
  /** An unknown id, by the other account. */
  unknownToOther: null;
  /** An id of another account and an unknown id, both looked up by the other account. */
  foreignAndUnknown: null;
  /** The lookups by the other account at the end of the run. */
  foreignAtEnd: null;
  /** The owner's lookup at the end of the run. */
  ownAtEnd: null;
  /** The owner's lookup of a finished job at the end of the run. */
  doneAtEnd: null;

  /** A text request for this tier. */
  tier: Tier;
  unlistedModels: null;
  oddModels: null;
  /** Pairs of equal requests, for this tier and for pro. */
  pricePairs: Tier;
  /** Such pairs for each operation and form of input. */
  allPricePairs: Tier;

  modelAlone: null;
  /** Fields beside a model, none of which is an input. */
  noInput: null;
  /** Neither an input nor a model. */
  neither: null;
  noJson: null;
  /** An input of another type. */
  mistypedInputs: null;
  emptyInputs: null;
  mistypedModels: null;
  /** Bodies that the contract does not mention. */
  oddBodies: null;
  /**
   * A text request with these fields. `{model}`, `{prompt}` and `{messages}` stand for accepted values,
   * `{megabyte}` for a long text, and any other name in braces for the value in the target file.
   */
  fields: Readonly<Record<string, string>>;
  twoConditions: null;

  /** A valid chain: of two blocks, of up to five, or one whose third block reads the first. */
  chain: 'short' | 'long' | 'skipping';
  /** Valid chains that together connect each kind of block to each kind that it may read. */
  allChains: null;
  /** A chain with this fault. */
  fault: { flaw: Flaw; place: FaultPlace };
  /** Chains with this fault at any position; `single`: those with one fault. */
  faults: { flaw: Exclude<Flaw, 'field-of-another' | 'input-for-output'>; single?: true };
  /** A chain for each pair of kinds that do not match. */
  mismatches: null;
  /** Faulty chains with block names in other alphabets. */
  otherAlphabets: null;

  /** The accepted text request with the credits before and after it: those of API_KEY at the end of the run. */
  charged: null;
  /** The accepted requests of each kind with the credits before and after them. */
  allCharged: null;
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

  /** Any request of API_KEY. */
  request: { method?: string; path: string };
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
