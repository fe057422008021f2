import type { CheckCost } from '../judge/data/run';
import { partsOf, type Stimuli, type Stimulus, type StimulusName } from '../stimuli/stimulus';

/** The stimuli that compare credits: they may use the AI, and are sent while nothing else is in flight. */
const measured: ReadonlySet<StimulusName> = new Set([
  'balanceAroundUse',
  'pricePairs',
  'charged',
  'rejectedWorkflows',
  'rejectedAtEnd',
]);

const bursts: ReadonlySet<StimulusName> = new Set(['untilLimited', 'afterSilence']);

/** What costs nothing at any operation: what has a path of its own, or an ID that needs no job. */
const free: ReadonlySet<StimulusName> = new Set(['header', 'request', 'unknownRoute']);
const freeWords: ReadonlySet<unknown> = new Set<Stimuli['ids'] | Stimuli['foreign']>([
  'fresh',
  'with control characters',
  'that proxies rewrite',
  'from a variable',
]);

/** What a stimulus costs the target. A plain read costs nothing; any other operation may use the AI. */
export function statedCost(stimulus: Stimulus): CheckCost | 'measured' | 'that of the operation' {
  const [name, detail] = partsOf(stimulus);
  if (measured.has(name)) return 'measured';
  if (bursts.has(name)) return 'bursts';
  return free.has(name) || freeWords.has(detail) ? 'free' : 'that of the operation';
}
