import { auth } from './clauses/auth';
import { credits } from './clauses/credits';
import { errors } from './clauses/errors';
import { jobs } from './clauses/jobs';
import { limits } from './clauses/limits';
import { models } from './clauses/models';
import { open } from './clauses/open';
import { runs } from './clauses/runs';
import { service } from './clauses/service';
import { text } from './clauses/text';
import { upstream } from './clauses/upstream';
import { workflows } from './clauses/workflows';
import type { ErrorCode } from './contract';

/** What a target provides beyond BASE_URL and API_KEY: a part of its target file, or an account's key. */
export type Need =
  | 'text'
  | 'job'
  | 'job.state'
  | 'job.result'
  | 'workflow'
  | 'run'
  | 'credits'
  | 'OTHER_API_KEY'
  | 'OLD_API_KEY'
  | 'NO_CREDITS_API_KEY'
  | 'NO_BACKEND_API_KEY'
  | 'QUOTA_API_KEY'
  | 'RATE_LIMIT_API_KEY'
  | 'UPSTREAM_API_KEY';

/** A statement that a case can be about. */
interface Tested {
  /** `must`: the contract states it. `advice`: it does not, and never red. `open`: not shown, never judged. */
  level: 'must' | 'advice' | 'open';
  /** Present tense, one sentence, in our own words. */
  sentence: string;
  /** Part of the contract: `7`, `2.1`; in parts 4 and 5, `5.3` is rule 3. */
  section: string;
  /** The error codes that the requests of its cases are answered. */
  codes?: readonly ErrorCode[];
  /** What every case of it needs; a case of several endpoints may need more. */
  needs?: readonly Need[];
  /** Why a part of it cannot be seen. */
  why?: string;
}

/** A statement that no HTTP client can see. */
interface Unobservable {
  level: 'unobservable';
  sentence: string;
  section: string;
  why: string;
}

export type Clause = Tested | Unobservable;

/** A chapter: clause id -> clause. */
export type Chapter = Readonly<Record<string, Clause>>;

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
  open: { title: 'Not shown', clauses: open },
} as const satisfies Readonly<Record<string, { title: string; clauses: Chapter }>>;

/** Every clause by its id, in reading order. */
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
  ...open,
} as const satisfies Chapter;

export type ClauseId = keyof typeof ledger;

/** The ids of one level: `IdOf<'must'>`. */
export type IdOf<Level extends Clause['level']> = {
  [Id in ClauseId]: (typeof ledger)[Id]['level'] extends Level ? Id : never;
}[ClauseId];
