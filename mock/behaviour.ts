import { type Auth, auth } from './auth';
import { type Credits, credits } from './credits';
import { type Errors, errors } from './errors';
import { jobs } from './jobs';
import { type Limits, limits } from './limits';
import { type Models, models } from './models';
import { runs } from './runs';
import { type Service, service } from './service';
import { type Text, text } from './text';
import { type Upstream, upstream } from './upstream';
import type { WorkBehaviour } from './work';
import { type Workflows, workflows } from './workflows';

/** Every decision of the mock, by chapter of the contract. */
export interface Behaviour {
  service: Service;
  errors: Errors;
  auth: Auth;
  models: Models;
  credits: Credits;
  jobs: WorkBehaviour;
  runs: WorkBehaviour;
  text: Text;
  workflows: Workflows;
  limits: Limits;
  upstream: Upstream;
}

/** Decisions that replace those of a behaviour. */
export type Overrides = { [Chapter in keyof Behaviour]?: Partial<Behaviour[Chapter]> };

/**
 * Changes a behaviour: overrides, a function that derives them from the behaviour so far (called once for each
 * instance of the mock, so it may keep state), or several changes in order.
 */
export type Change = Overrides | ((behaviour: Behaviour) => Overrides) | readonly Change[];

/** The behaviour that the contract requires. */
export const reference: Behaviour = {
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
