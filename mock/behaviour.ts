import { auth } from './auth';
import { credits } from './credits';
import { errors } from './errors';
import { jobs } from './jobs';
import { limits } from './limits';
import { models } from './models';
import { runs } from './runs';
import { service } from './service';
import { text } from './text';
import { upstream } from './upstream';
import { workflows } from './workflows';

/** Every decision of the mock, by chapter of the contract, as the contract requires it. */
export const reference = {
  service,
  errors,
  auth,
  models,
  credits,
  jobs,
  runs,
  text,
  workflows,
  limits,
  upstream,
};

export type Behaviour = typeof reference;

/** Decisions that replace those of a behaviour. */
export type Overrides = { [Chapter in keyof Behaviour]?: Partial<Behaviour[Chapter]> };

/**
 * Changes a behaviour: overrides, a function that derives them from the behaviour so far (called once for each
 * instance of the mock, so it may keep state), or several changes in order.
 */
export type Change = Overrides | ((behaviour: Behaviour) => Overrides) | readonly Change[];

/** Overrides decisions of one chapter; `how` gets that chapter's decisions so far. */
export const overrideChapter =
  <Chapter extends keyof Behaviour>(
    chapter: Chapter,
    how: (before: Behaviour[Chapter]) => Partial<Behaviour[Chapter]>,
  ) =>
  (behaviour: Behaviour): Overrides => ({ [chapter]: how(behaviour[chapter]) });

function isList(how: Change): how is readonly Change[] {
  return Array.isArray(how);
}

/** Returns a new behaviour: the given one with the change applied. */
export function change(behaviour: Behaviour, how: Change): Behaviour {
  if (isList(how)) return how.reduce(change, behaviour);
  const overrides = typeof how === 'function' ? how(behaviour) : how;
  const chapters = (Object.keys(behaviour) as (keyof Behaviour)[]).map((chapter) => [
    chapter,
    { ...behaviour[chapter], ...overrides[chapter] },
  ]);
  return Object.fromEntries(chapters);
}
