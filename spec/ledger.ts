import type { Clause } from './clause';
import { auth } from './clauses/auth';
import { credits } from './clauses/credits';
import { errors } from './clauses/errors';
import { jobs } from './clauses/jobs';
import { limits } from './clauses/limits';
import { models } from './clauses/models';
import { runs } from './clauses/runs';
import { service } from './clauses/service';
import { text } from './clauses/text';
import { notShown } from './clauses/unspecified';
import { upstream } from './clauses/upstream';
import { workflows } from './clauses/workflows';

/** A chapter: clause id -> clause. */
type Chapter = Readonly<Record<string, Clause>>;

/** The chapters in reading order: name -> title and clauses. */
export const chapters = {
  errors: { title: 'Errors', clauses: errors },
  service: { title: 'Service', clauses: service },
  auth: { title: 'Authentication', clauses: auth },
  models: { title: 'Models', clauses: models },
  credits: { title: 'Credits', clauses: credits },
  jobs: { title: 'Jobs', clauses: jobs },
  runs: { title: 'Workflow runs', clauses: runs },
  text: { title: 'Text requests', clauses: text },
  workflows: { title: 'Workflows', clauses: workflows },
  limits: { title: 'Limits', clauses: limits },
  upstream: { title: 'Upstream failures', clauses: upstream },
  unspecified: { title: 'Unspecified', clauses: notShown },
} as const satisfies Readonly<Record<string, { title: string; clauses: Chapter }>>;

/** All clauses by id, in reading order. */
export const ledger = {
  ...errors,
  ...service,
  ...auth,
  ...models,
  ...credits,
  ...jobs,
  ...runs,
  ...text,
  ...workflows,
  ...limits,
  ...upstream,
  ...notShown,
} as const satisfies Chapter;

export type ClauseId = keyof typeof ledger;

export const clauseIds = Object.keys(ledger) as ClauseId[];

/** The ids of one level: `IdOf<'must'>`. */
export type IdOf<Level extends Clause['level']> = {
  [Id in ClauseId]: (typeof ledger)[Id]['level'] extends Level ? Id : never;
}[ClauseId];
