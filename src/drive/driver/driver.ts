import type { ClauseId } from '../../../spec/ledger';
import type { Evidence } from '../../judge/data/evidence';
import type { CheckCost } from '../../judge/data/run';
import { type Established, establishedIn, fillWorld } from '../../world/fill';
import { needsOf } from '../../world/needs';
import { type Check, measuresCredits } from '../check/check';
import { statedIn } from '../check/tags';
import { contextOfRun } from '../client/record-exchange';
import { reproduce } from '../client/reproduce';
import { recordSeparately } from '../evidence/recorder';
import { masked, maskedBy } from '../http/secrets';
import { inParallel } from '../run/parallel';
import type { RunSetup, Session } from '../run/session';
import { type CheckResult, concludeAll } from './conclusion';
import { runCheck } from './run-check';

/** A check of the plan. */
export interface PlannedCheck {
  /** The ids of the Playwright tests of this check: several with --repeat-each. */
  ids: string[];
  clause: ClauseId;
  title: string;
  cost: CheckCost;
  check: Check;
}

/** A check as its Playwright test states it: clause and cost are among the tags, the rest is in the annotation. */
export function plannedCheck(
  title: string,
  tags: readonly string[],
  annotation: string,
  id?: string,
): PlannedCheck {
  const { clause, cost } = statedIn(tags) ?? { clause: '', cost: 'free' };
  const ids = id === undefined ? [] : [id];
  return { ids, clause: clause as ClauseId, title, cost, check: JSON.parse(annotation) };
}

export interface Driver {
  /** Resolves once all is sent. */
  ended: Promise<void>;
  /** The results of the checks that ran to their end so far, by the id of each test. */
  results(): ReadonlyMap<string, CheckResult>;
}

/** Gets what was established before the checks, masked. */
type OnEstablished = (established: readonly Established[]) => void;

type Phase = 'free' | 'measured' | 'billable' | 'bursts' | 'measured at the end' | 'billable at the end';

/**
 * The phases of a run, after what is established first, and how many checks of each run at once. Each phase ends
 * before the next begins. Credits are measured before any request that must be rejected may cost some, and at the end.
 * Bursts come last: their account is its own, but its address may not be.
 */
const phases = {
  free: 6,
  measured: 1,
  billable: 6,
  'measured at the end': 1,
  'billable at the end': 6,
  bursts: 1,
} as const satisfies Record<Phase, number>;

/** The phase of a check: that of its cost, unless it measures credits, while nothing else may be in flight. */
function phaseOf({ check, cost }: PlannedCheck): Phase {
  if (cost === 'bursts') return cost;
  const phase = measuresCredits(check) ? 'measured' : cost;
  return check.atEnd ? `${phase === 'measured' ? phase : 'billable'} at the end` : phase;
}

/** The checks in the order of their verdicts: those for the end of a phase come last. */
export const inOrder = (plan: readonly PlannedCheck[]): PlannedCheck[] => [
  ...plan.filter(({ check }) => !check.atEnd),
  ...plan.filter(({ check }) => check.atEnd),
];

/**
 * Runs the checks of a plan phase by phase, then concludes them. The first violation of each clause is sent once more, and
 * the checks are concluded again. Those that may use the AI run in order if the user set MAX_AI_REQUESTS.
 */
export function openDriver(
  session: Session,
  plan: readonly PlannedCheck[],
  onEstablished?: OnEstablished,
): Driver {
  const entries = inOrder(plan).map((planned): Entry => ({ planned, evidence: null }));
  const results = () => resultsOf(entries, session.setup.known);
  let atEnd: ReturnType<typeof results> | undefined;
  const run = async () => {
    await runPhases(session, entries, onEstablished);
    const again = await reproduce(
      session,
      entries.flatMap(({ evidence }) => evidence ?? []),
    );
    for (const [index, entry] of entries.entries()) entry.evidence = again[index] ?? null;
    atEnd = results();
  };
  return { ended: run(), results: () => atEnd ?? results() };
}

async function runPhases(
  session: Session,
  entries: readonly Entry[],
  onEstablished?: OnEstablished,
): Promise<void> {
  const checks = entries.map(({ planned }) => planned.check);
  const needed = needsOf(session, checks);
  await fillWorld(session, needed);
  onEstablished?.(establishedIn(session, needed).map((each) => ({ ...each, why: masked(each.why) })));
  const isBudgeted = session.settings.maxAiRequests !== undefined;
  for (const [phase, most] of Object.entries(phases))
    await inParallel(
      entries.filter(({ planned }) => phaseOf(planned) === phase),
      isBudgeted && phase.startsWith('billable') ? 1 : most,
      (entry) => runEntry(session, entry),
    );
}

interface Entry {
  planned: PlannedCheck;
  /** Null until the check ran to its end. */
  evidence: Evidence | null;
}

async function runEntry(session: Session, entry: Entry): Promise<void> {
  const { check, clause } = entry.planned;
  const own = { ...session, measures: measuresCredits(check) };
  const { evidence } = await recordSeparately(own, (session) => runCheck(session, check));
  entry.evidence = { ...evidence, context: contextOfRun(session), clause };
}

function resultsOf(entries: readonly Entry[], known: RunSetup['known']): Map<string, CheckResult> {
  const recorded = entries.flatMap(({ planned: { ids, title }, evidence }) =>
    evidence === null ? [] : { ids, title, evidence },
  );
  return new Map(
    concludeAll(recorded, known, maskedBy).flatMap((result, index) =>
      (recorded[index]?.ids ?? []).map((id) => [id, result] as const),
    ),
  );
}
