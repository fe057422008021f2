import type { ClauseId } from '../../../spec/ledger';
import { type Check, measuresCredits } from '../../check/check';
import { newEvidence, recordSeparately } from '../../client/evidence/recorder';
import { contextAtEnd } from '../../client/record-exchange';
import { inParallel } from '../../client/run/parallel';
import type { Session } from '../../client/run/session';
import type { Evidence } from '../../judge/data/evidence';
import type { CheckCost, CheckRun, Run } from '../../judge/data/run';
import { masked } from '../../wire/secrets';
import { type Established, establishedIn, fillWorld } from '../../world/fill';
import { needsOf } from '../../world/needs';
import { reproduce } from './reproduce';
import { runCheck } from './run-check';

/** A check of the plan. */
export interface PlannedCheck {
  /** The ids of the Playwright tests of this check: several with --repeat-each. */
  ids: string[];
  clause: ClauseId;
  title: string;
  /** Relative to the folder of the tests, with `/`. */
  file: string;
  line: number;
  cost: CheckCost;
  check: Check;
}

export interface Driver {
  /** Resolves once all is sent. */
  ended: Promise<void>;
  /** What the run recorded so far. */
  recorded(): Pick<Run, 'checks' | 'context' | 'sent'>;
}

/** A check of the plan, with what it recorded once it ran to its end. */
export interface RecordedCheck {
  planned: PlannedCheck;
  evidence?: Evidence;
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

/**
 * Runs the checks of a plan phase by phase. Then the first violation of each clause is sent once more. Those that may use
 * the AI run in order if the user set MAX_AI_REQUESTS.
 */
export function openDriver(
  session: Session,
  plan: readonly PlannedCheck[],
  onEstablished?: OnEstablished,
): Driver {
  const checks = plan.map((planned): RecordedCheck => ({ planned }));
  const run = async () => {
    await runPhases(session, checks, onEstablished);
    await reproduce(session, checks);
  };
  return {
    ended: run(),
    recorded: () => ({ checks: checks.map(checkRun), context: contextAtEnd(session), sent: session.sent }),
  };
}

/** A check with what it recorded, or with the reason why it did not end. */
export function checkRun({ planned, evidence }: RecordedCheck): CheckRun {
  const { clause, title, file, line, cost } = planned;
  const cutShort: Evidence = {
    ...newEvidence(),
    clause,
    unjudged: { verdict: 'inconclusive', reason: { kind: 'cut short' } },
  };
  return { ...(evidence ?? cutShort), title, file, line, cost };
}

async function runPhases(
  session: Session,
  checks: readonly RecordedCheck[],
  onEstablished?: OnEstablished,
): Promise<void> {
  const needed = needsOf(
    session,
    checks.map(({ planned }) => planned.check),
  );
  await fillWorld(session, needed);
  onEstablished?.(establishedIn(session, needed).map((each) => ({ ...each, why: masked(each.why) })));
  const isBudgeted = session.settings.maxAiRequests !== undefined;
  for (const [phase, most] of Object.entries(phases))
    await inParallel(
      checks.filter(({ planned }) => phaseOf(planned) === phase),
      isBudgeted && phase.startsWith('billable') ? 1 : most,
      (each) => record(session, each),
    );
}

async function record(session: Session, recorded: RecordedCheck): Promise<void> {
  const { check, clause } = recorded.planned;
  const own = { ...session, measures: measuresCredits(check) };
  const { evidence } = await recordSeparately(own, (session) => runCheck(session, check));
  recorded.evidence = { ...evidence, clause };
}
