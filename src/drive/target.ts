import type { Pointer } from '../../spec/pointer';
import type { Locator } from '../../spec/request';
import type { Target, TargetField } from '../../spec/target-file';

export type { Pointer } from '../../spec/pointer';
export type {
  Block,
  BlockInput,
  BlockType,
  Locator,
  Received,
  RequestSpec,
  TextFields,
} from '../../spec/request';
export type { Target } from '../../spec/target-file';

/** What stands in a target file at a field. A locator may stand in place of the object that holds it. */
export function fieldOf(target: Target, field: TargetField): unknown {
  const [holder, name] = field.split('.') as [keyof Target, string?];
  const held = target[holder];
  return name === undefined || typeof held !== 'object' ? held : (held as Record<string, unknown>)[name];
}

/** The same of a field that leads to a value of an answer. */
export const locatorOf = (target: Target, field: TargetField) =>
  fieldOf(target, field) as Locator | undefined;

/** What the target file says of the credits: where they stand, and how they are shown. */
export function creditsOf({ credits }: Target): {
  at?: Locator;
  resolution?: number;
  settlesWithin?: number;
} {
  return typeof credits === 'object' ? credits : { ...(credits !== undefined && { at: credits }) };
}

/** Where the target file says that the credits stand. */
export function creditsAt(target: Target): Locator | undefined {
  return creditsOf(target).at;
}

/** Where it says that the list of models stands. */
export function modelsAt({ models }: Target): Locator | undefined {
  return typeof models === 'object' ? models.list : models;
}

/** The request for the page of the models behind one, as it tells it; where it tells none, none. */
export const nextPage = ({ models }: Target) => (typeof models === 'object' ? models.next : undefined);

/** A pointer; undefined where a function reads the value. */
export function pointerOf(locator: Locator | undefined): Pointer | undefined {
  return typeof locator === 'string' ? locator : undefined;
}
