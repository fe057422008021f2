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

/** Every decision that the mock takes, by chapter of the contract. */
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

/** Decisions taken otherwise. */
export type Overrides = { [Chapter in keyof Behaviour]?: Partial<Behaviour[Chapter]> };

/**
 * Decisions taken otherwise: as they are, from those taken so far (asked once for each instance, so that it may
 * keep state), or several in turn.
 */
export type Change = Overrides | ((behaviour: Behaviour) => Overrides) | readonly Change[];

/** The behaviour that the contract asks for. */
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

/** Decisions of one chapter taken otherwise, from those taken so far. */
export const within =
  <Chapter extends keyof Behaviour>(
    chapter: Chapter,
    how: (before: Behaviour[Chapter]) => Partial<Behaviour[Chapter]>,
  ): Change =>
  (behaviour) => ({ [chapter]: how(behaviour[chapter]) });

function isList(how: Change): how is readonly Change[] {
  return Array.isArray(how);
}

/** A new behaviour: the given one with a change. */
export function change(behaviour: Behaviour, how: Change): Behaviour {
  if (isList(how)) return how.reduce(change, behaviour);
  const overrides = typeof how === 'function' ? how(behaviour) : how;
  const chapters = (Object.keys(behaviour) as (keyof Behaviour)[]).map((chapter) => [
    chapter,
    { ...behaviour[chapter], ...overrides[chapter] },
  ]);
  return Object.fromEntries(chapters);
}
