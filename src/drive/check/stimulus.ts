import type { Tier } from '../../judge/models';
import type { FaultPlace, Flaw } from '../../probes/chains';

/** What a check sends, as data: by name, with what the name leaves to say. How it is sent is in `senders.ts`. */
export interface Stimuli {
  /** The operation as it is to be accepted. By API_KEY it is the request that the whole run shares. */
  once: null;
  /** `once` for the lookup of a job; not tested where the target answers that there is no such job. */
  knownAddress: null;
  /** The same request again and again, over one connection, with varied Accept headers. */
  repeatedly: null;
  /** The request with varied Accept headers, and of each kind that the operation takes. */
  acceptTypes: null;
  /** The request without a key in its Authorization header. */
  withoutKey: null;
  /** The key in a header that the contract does not name. */
  keyElsewhere: null;
  /** This Authorization header; `{key}` stands for API_KEY. */
  header: { header: string; how: string };
  /** Keys made from API_KEY. */
  keys: KeyFamily;
  /** Several requests over one kept connection, one of them with the right key. */
  onConnection: Presented;
  /** The same at each operation. */
  onConnections: Presented;
  /** The request for each tier and form of the input. */
  eachKind: null;
  /** A request at each operation. */
  everywhere: null;
  /** The balance of another account, read around an AI request of API_KEY. */
  balanceAroundUse: null;

  /** The lookup of a job or run by the other account as soon as its id is known. */
  justSubmitted: null;
  /** A submission of each kind: of a job by tier and form of the input, of a run by the shape of its chain. */
  eachSubmission: null;
  /** The owner's lookup of each of these. */
  eachOwn: null;
  /** The owner's lookup once the job is done. */
  whenDone: null;
  /** The first lookup, and the one once the job is done. */
  beforeAndWhenDone: null;
  /** The lookup once the job is done, and another one after it. */
  againWhenDone: null;
  /** Ids made up, or made from an own one. */
  ids: IdFamily;
  /** An id that never was, without anything known of the form of ids. */
  freshId: null;
  /** Ids that mean "any" to SQL and globs. */
  wildcards: null;
  /** Ids with control characters. */
  controlIds: null;
  /** Names of something else, as ids. */
  otherNames: null;
  /** Ids at addresses that front ends rewrite. */
  rewrittenIds: null;
  /** The lookup by the other account, again and again, its owner reading in between. */
  foreignRepeatedly: null;
  /** The lookup by accounts that cannot use the AI. */
  foreignByOthers: null;
  /** The id of the other kind: of a run at the lookup of a job, of a job at that of a run. */
  otherKind: null;
  /** The id that FOREIGN_JOB_ID or FOREIGN_RUN_ID names. */
  foreignFromVariable: null;
  /** An unknown id, by the other account. */
  unknownToOther: null;
  /** The id of another account's, and an unknown one, by the other account. */
  foreignAndUnknown: null;
  /** The lookups by the other account at the end of the run. */
  foreignAtEnd: null;
  /** The owner's lookup at the end of the run. */
  ownAtEnd: null;
  /** The owner's lookup of a finished job at the end of the run. */
  doneAtEnd: null;

  /** A text request for this tier. */
  tier: Tier;
  /** Names that are no listed model's. */
  unlistedModels: null;
  /** Odd names of models, wherever one is named. */
  oddModels: null;
  /** The same request for this tier and for pro. */
  pricePairs: Tier;
  /** Such pairs for each operation and form of the input. */
  allPricePairs: Tier;

  /** A model and no input. */
  modelAlone: null;
  /** Fields beside a model, none of which is an input. */
  noInput: null;
  /** Neither an input nor a model. */
  neither: null;
  /** Bytes that are no JSON. */
  noJson: null;
  /** An input of another type. */
  mistypedInputs: null;
  emptyInputs: null;
  mistypedModels: null;
  /** Bodies of which the contract says nothing. */
  oddBodies: null;
  /**
   * A text request with these fields. `{model}`, `{prompt}` and `{messages}` stand for what is accepted there,
   * `{megabyte}` for a long text, and another name in braces for what the target file has there.
   */
  fields: Readonly<Record<string, string>>;
  /** Two conditions at once. */
  twoConditions: null;

  /** A sound chain: of two blocks, of up to five, or one in which the third reads the first. */
  chain: 'short' | 'long' | 'skipping';
  /** Sound chains in which each kind of block reads each that it may. */
  allChains: null;
  /** A chain with this fault. */
  fault: { flaw: Flaw; place: FaultPlace };
  /** Chains with this fault anywhere; `single`: those that have one fault. */
  faults: { flaw: Exclude<Flaw, 'field-of-another' | 'input-for-output'>; single?: true };
  /** A chain for each pair of kinds that do not match. */
  mismatches: null;
  /** Faulty chains with names in other alphabets. */
  otherAlphabets: null;

  /** The text request that is accepted, and the credits around it: those of API_KEY at the end of the run. */
  charged: null;
  /** The accepted requests of each kind, with the credits around them. */
  allCharged: null;
  /** Rejected workflows, and the credits around them. */
  rejectedWorkflows: null;
  /** Rejected requests or workflows at the end of the run, and the credits around them. */
  rejectedAtEnd: 'requests' | 'workflows';

  /** Calls until one is refused, at most RATE_LIMIT_BURST. */
  untilLimited: null;
  /** The same call after a window of silence. */
  afterSilence: null;
  /** Requests until one fails. */
  untilFailed: null;
  /** The failed request again, after growing gaps. */
  untilAccepted: null;

  /** Any request of API_KEY's. */
  request: { method?: string; path: string };
  /** A path that is nothing's. */
  unknownRoute: null;
}

export type StimulusName = keyof Stimuli;
type Plain = { [Name in StimulusName]: Stimuli[Name] extends null ? Name : never }[StimulusName];
type Detailed = Exclude<StimulusName, Plain>;

/** `'once'`, or `{ keys: 'wrong' }`. */
export type Stimulus = Plain | { [Name in Detailed]: { [Only in Name]: Stimuli[Name] } }[Detailed];

/** The name of a stimulus, and what it says beside. */
export function partsOf(stimulus: Stimulus): { [Name in StimulusName]: [Name, Stimuli[Name]] }[StimulusName] {
  return (typeof stimulus === 'string' ? [stimulus, null] : Object.entries(stimulus)[0]) as never;
}

export type KeyFamily = 'wrong' | 'incomplete' | 'after space' | 'before kept space' | 'in another case';
export type Presented = 'nobody' | 'no key' | 'another key' | 'old key';
export type IdFamily = 'unknown' | 'odd' | 'near';
