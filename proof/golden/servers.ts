import { mockKeys } from '../../mock/accounts';
import type { Change } from '../../mock/behaviour';
import { defects } from '../../mock/defects';
import { type MockOptions, startMock } from '../../mock/server';
import mockTarget from '../../tests/targets/mock';
import { servers as hostileServers } from '../catalogue/hostile/servers';
import { environmentOf, placedMistakes } from '../catalogue/mistakes/mistakes';
import { servers as mistakenServers } from '../catalogue/mistakes/servers';
import { drawVariants } from '../catalogue/variants/drawn';
import type { Variant } from '../catalogue/variants/variant';
import { variants } from '../catalogue/variants/variants';
import { BASE } from './table';

/** A server and the settings that a user has for it. */
export interface Server {
  /** Unique. */
  name: string;
  open: () => Promise<{ url: string; close: () => Promise<void> }>;
  /** The export of the target file; no target file if omitted. */
  target?: unknown;
  /** Settings in addition to BASE_URL and TARGET. */
  env: Readonly<Record<string, string>>;
  /** The chapters to run; all if omitted. */
  chapters?: readonly string[];
}

/** A mock with all settings, or with those in `more`. */
const mockAs = (name: string, options: MockOptions = {}, more: Partial<Server> = {}): Server => ({
  name,
  open: () => startMock(options),
  target: mockTarget,
  ...more,
  env: { ...mockKeys, ...more.env },
});

const { OTHER_API_KEY: _, ...withoutOther } = mockKeys;
const { credits: __, ...withoutCredits } = mockTarget;
const { run: ___, ...withoutRun } = mockTarget;

const plain: Server[] = [
  mockAs(BASE),
  mockAs('plain, DEPTH=3', {}, { env: { DEPTH: '3' } }),
  mockAs('plain, RATE_LIMIT_BURST=24', {}, { env: { RATE_LIMIT_BURST: '24' } }),
  mockAs('plain, MAX_AI_REQUESTS=5', {}, { env: { MAX_AI_REQUESTS: '5' } }),
  {
    name: 'built-in mock',
    open: async () => ({ url: 'mock', close: async () => {} }),
    env: { REQUIRE: 'all' },
  },
  { ...mockAs('plain, without OTHER_API_KEY'), env: withoutOther },
  { ...mockAs('plain, without credits in the target file'), target: withoutCredits },
  { ...mockAs('plain, without the lookup of runs'), target: withoutRun },
  { ...mockAs('plain, API_KEY and a target file alone'), env: { API_KEY: mockKeys.API_KEY } },
  { ...mockAs('plain, an empty target file'), target: {} },
  { name: 'plain, API_KEY alone', open: () => startMock(), env: { API_KEY: mockKeys.API_KEY } },
];

/** On a busy machine the mock may be slow; that must not become a finding. */
const PATIENCE = '30000';

const variantAs = (name: string, { change, target, depth = 1, env }: Variant): Server =>
  mockAs(
    name,
    { variant: change },
    {
      target: target?.(mockTarget) ?? mockTarget,
      env: { TIMEOUT_MS: PATIENCE, DEPTH: `${depth}`, ...env },
    },
  );

/** Without the variants that need the contract's own minute: they belong to the long proof. */
const named = Object.entries(variants).flatMap(([name, variant]) =>
  variant.realTime ? [] : variantAs(`variant ${name}`, variant),
);

const DRAW = 1;
const drawnVariants = drawVariants(2, DRAW).map((variant, index) =>
  variantAs(`drawn variant ${index}`, variant),
);

const chaptersOf = (clauses: readonly string[]) => [
  ...new Set(clauses.map((clause) => clause.split('.')[0] ?? '')),
];

const broken = [
  'auth.header.required',
  'auth.key.wrong',
  'auth.key.leading-whitespace',
  'models.list.tiers',
  'models.price.tiers',
  'text.requires.input',
  'credits.use.deducted',
  'credits.insufficient',
  'jobs.lookup.result',
  'jobs.lookup.unknown',
  'runs.lookup.foreign',
  'workflows.reference.later',
  'workflows.message.names-connection',
  'workflows.rejected.free',
  'limits.rate.exceeded',
  'upstream.failure',
  'errors.body.single-field',
  'errors.code.status',
  'errors.secret-free',
  'service.json',
];

/** The first listed defect of each of these clauses. */
const listed = broken.map((clause) => {
  const defect = defects.find((each) => each.clause === clause);
  if (defect === undefined) throw new Error(`no listed defect breaks ${clause}`);
  const chapters = chaptersOf([clause, ...defect.metBy]);
  return mockAs(`defect of ${clause}`, { defects: [defect.phrase] }, { chapters });
});

const hostile = [
  'is not there',
  'shows a certificate that nobody vouches for',
  'refuses every key',
  'answers 200 {} to everything',
  'answers bytes that are no UTF-8',
  'answers 200 and the page of a web application to everything',
  'answers 502 upstream_error to everything',
  'never answers a submission',
].map((name): Server => {
  const server = hostileServers.find((each) => each.name === name);
  if (server === undefined) throw new Error(`no hostile server "${name}"`);
  const { open, patience = 5000 } = server;
  return {
    name: `a server that ${name}`,
    open,
    target: mockTarget,
    env: { ...mockKeys, TIMEOUT_MS: `${patience}` },
  };
});

/** The chapters that a mistake in a part of the target file can affect. A wrong account affects all of them. */
const reachable: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'models', 'credits'],
  jobs: ['jobs', 'auth'],
  workflows: ['workflows', 'runs'],
  credits: ['credits', 'models', 'workflows'],
};

const mistaken = [
  'a typo in the path of text requests (mock)',
  'a typo in the path of jobs (mock)',
  'a pointer to the state that leads nowhere (mock)',
  'a function for the job_id that throws (mock)',
  'references as a string with a dot (mock)',
  'a pointer to the credits that leads nowhere (mock)',
  'API_KEY out of credits (mock)',
  'OTHER_API_KEY of the account under test (two-keys)',
  'OLD_API_KEY that is still valid (two-keys)',
  'NO_BACKEND_API_KEY with connected settings (mock)',
].map((name): Server => {
  const mistake = placedMistakes.find((each) => each.name === name);
  if (mistake === undefined) throw new Error(`no mistake "${name}"`);
  const { env, exported } = environmentOf(mistake, '');
  const given = Object.entries(env).filter(
    ([variable, value]) => variable !== 'BASE_URL' && value !== undefined,
  );
  const variant: Change = mistakenServers[mistake.server].change;
  const chapters = reachable[mistake.part];
  return {
    name: `mistake: ${name}`,
    open: () => startMock({ variant }),
    target: exported,
    ...(chapters && { chapters }),
    env: { ...(Object.fromEntries(given) as Record<string, string>), TIMEOUT_MS: PATIENCE },
  };
});

export const servers: readonly Server[] = [
  ...plain,
  ...named,
  ...drawnVariants,
  ...listed,
  ...hostile,
  ...mistaken,
];
