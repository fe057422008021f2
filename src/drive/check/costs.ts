import type { CheckCost } from '../../judge/data/run';
import { partsOf, type Stimuli, type Stimulus, type StimulusName } from '../../stimuli/stimulus';

type Cost = CheckCost | 'measured' | 'that of the operation';

/** A stimulus with a word for a parameter may cost something else for each word. */
type Costs = {
  readonly [Name in StimulusName]:
    | Cost
    | (Stimuli[Name] extends string ? Readonly<Record<Stimuli[Name], Cost>> : never);
};

const costs: Costs = {
  once: 'that of the operation',
  knownAddress: 'that of the operation',
  repeatedly: 'that of the operation',
  acceptTypes: 'that of the operation',
  withoutKey: 'that of the operation',
  keyElsewhere: 'that of the operation',
  header: 'free',
  keys: 'that of the operation',
  onConnection: 'that of the operation',
  eachKind: 'that of the operation',
  everywhere: 'that of the operation',
  balanceAroundUse: 'measured',
  eachSubmission: 'that of the operation',
  own: 'that of the operation',
  foreign: {
    'just submitted': 'that of the operation',
    repeatedly: 'that of the operation',
    'by accounts without AI': 'that of the operation',
    'from a variable': 'free',
    'beside an unknown one': 'that of the operation',
    'at the end': 'that of the operation',
  },
  ids: {
    unknown: 'that of the operation',
    'unknown to the other account': 'that of the operation',
    fresh: 'free',
    odd: 'that of the operation',
    near: 'that of the operation',
    'with wildcards': 'that of the operation',
    'with control characters': 'free',
    'that proxies rewrite': 'free',
    'names of models': 'that of the operation',
    'of the other kind': 'that of the operation',
  },
  tier: 'that of the operation',
  models: 'that of the operation',
  pricePairs: 'measured',
  body: 'that of the operation',
  fields: 'that of the operation',
  twoConditions: 'that of the operation',
  chain: 'that of the operation',
  fault: 'that of the operation',
  faults: 'that of the operation',
  mismatches: 'that of the operation',
  otherAlphabets: 'that of the operation',
  charged: 'measured',
  rejectedWorkflows: 'measured',
  rejectedAtEnd: 'measured',
  untilLimited: 'bursts',
  afterSilence: 'bursts',
  untilFailed: 'that of the operation',
  untilAccepted: 'that of the operation',
  request: 'free',
  unknownRoute: 'free',
};

/**
 * What a stimulus costs the target. A plain read costs nothing; any other operation may use the AI. What is measured may
 * use it too, and is sent while nothing else is in flight.
 */
export function statedCost(stimulus: Stimulus): Cost {
  const [name, detail] = partsOf(stimulus);
  const stated: Cost | Readonly<Record<string, Cost>> = costs[name];
  return typeof stated === 'string' ? stated : (stated[detail as string] as Cost);
}
