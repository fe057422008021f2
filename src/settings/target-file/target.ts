import type { Pointer } from '../../../spec/pointer';
import type { Locator } from '../../../spec/request';
import { partNames, parts, type Target, type TargetField } from '../../../spec/target-file';
import { type Work, works } from '../../../spec/works';
import { isObject } from '../../judge/data/json';

export type { Pointer } from '../../../spec/pointer';
export type {
  Block,
  BlockInput,
  BlockType,
  Locator,
  Received,
  RequestSpec,
  TextFields,
} from '../../../spec/request';
export type { Target } from '../../../spec/target-file';

/** The value at a field of a target file. A locator may replace the object around it. */
export function fieldOf(target: Target, field: TargetField): unknown {
  const [holder, name] = field.split('.') as [keyof Target, string?];
  const held = target[holder];
  if (name === undefined || (typeof held !== 'object' && ['at', 'list'].includes(name))) return held;
  return isObject(held) ? held[name] : undefined;
}

export const locatorOf = (target: Target, field: TargetField) =>
  fieldOf(target, field) as Locator | undefined;

/** Where the ID of a job or run is in the response to its submission, if the target file says so. */
export const idAt = (target: Target, what: Work) => locatorOf(target, works[what].idAt);

/** Where its result is in the response to its lookup. */
export const resultAt = (target: Target, what: Work) => {
  const field = works[what].resultAt;
  return field === null ? undefined : locatorOf(target, field);
};

/** What the target file says of credits: where they are, and how they are shown. */
export function creditsOf({ credits }: Target): {
  at?: Locator;
  resolution?: number;
  settlesWithin?: number;
} {
  return typeof credits === 'object' ? credits : { ...(credits !== undefined && { at: credits }) };
}

export function creditsAt(target: Target): Locator | undefined {
  return creditsOf(target).at;
}

export function modelsAt({ models }: Target): Locator | undefined {
  return typeof models === 'object' ? models.list : models;
}

/** The request for the page after this one, according to the target file; none if it has none. */
export const nextPage = ({ models }: Target) => (typeof models === 'object' ? models.next : undefined);

/** A pointer; undefined if a function reads the value. */
export function pointerOf(locator: Locator | undefined): Pointer | undefined {
  return typeof locator === 'string' ? locator : undefined;
}

/** All pointers of a target file. */
export const pointersOf = (target: Target): Pointer[] =>
  partNames.flatMap((part) => {
    const { field } = parts[part];
    return (field && pointerOf(locatorOf(target, field))) ?? [];
  });

export const pointed = (locator: Locator | undefined): { at?: Pointer } =>
  typeof locator === 'string' ? { at: locator } : {};
