import type { Change } from '../../../../mock/behaviour';
import { isObject } from '../../../../mock/json';
import type { Target } from '../../../drive/target';
import mockTarget from '../../../targets/mock';
import type { Variant } from '../../variants/variant';

/** One way to differ in what the contract leaves open. */
export interface Trait {
  phrase: string;
  change: Change;
  /** How it is spelt, from how the rest is. */
  target?: (target: Target) => Target;
}

/** What one target file has otherwise than the mock's, done to another. */
function otherwise(mine: unknown, theirs: unknown, given: unknown): unknown {
  if (mine === theirs) return given;
  if (!isObject(mine) || !isObject(theirs) || !isObject(given)) return theirs;
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(given)]);
  return Object.fromEntries(
    [...names].flatMap((name) =>
      name in mine && !(name in theirs) ? [] : [[name, otherwise(mine[name], theirs[name], given[name])]],
    ),
  );
}

/** A variant as one trait among several. */
export function traitOf({ phrase, change, target }: Variant): Trait {
  return {
    phrase,
    change,
    ...(target && { target: (given) => otherwise(mockTarget, target, given) as Target }),
  };
}

/** Traits together, in this order, as one variant. */
export function together(traits: readonly Trait[]): Variant {
  return {
    phrase: traits.map(({ phrase }) => phrase).join('; '),
    change: traits.map(({ change }) => change),
    target: traits.reduce<Target>((target, trait) => trait.target?.(target) ?? target, mockTarget),
  };
}
