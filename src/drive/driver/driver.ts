import type { ClauseId } from '../../../spec/ledger';
import type { Evidence } from '../../judge/data/evidence';
import type { CheckCost } from '../../judge/data/run';
import { undecidedBefore } from '../../judge/verdict/findings';
import { type Check, measuresCredits } from '../check/check';
import type { Conclusion } from '../check/fetch-verdict';
import { statedIn } from '../check/tags';
import { reproduce } from '../client/reproduce';
import { type Established, establishAll } from '../established/establish';
import { recordSeparately } from '../evidence/recorder';
import { masked } from '../http/secrets';
import { inParallel } from '../run/parallel';
import type { Session } from '../run/session';
import { conclude } from './conclusion';
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
  /** The verdict on the check of this test. Sends its requests, and waits for the checks before it. */
  verdict(id: string): Promise<Conclusion>;
  /** The record of the check of this test; null if it was not started. */
  evidence(id: string): Evidence | null;
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
 * Runs the checks of a plan, each once and ahead of its test, phase by phase: also with `-x`, which stops the tests and
 * not the sending. Those that may use the AI run in order if
 * the user set MAX_AI_REQUESTS.
 */
export function openDriver(
  session: Session,
  plan: readonly PlannedCheck[],
  onEstablished?: OnEstablished,
): Driver {
  const entries = inOrder(plan).map((planned) => entryOf(session, planned));
  const red = new Map<string, string>();

  entries.forEach((entry, index) => {
    const runInOrder = async () => {
      await entries[index - 1]?.concluded().catch(() => undefined);
      await entry.ran;
      // A later response may show that something in front of the service sent it.
      if (isUndecidedYet(entry)) await Promise.all(entries.map(({ ran }) => ran));
      return concludeIn(session, entry, red);
    };
    let conclusion: Promise<Conclusion> | undefined;
    entry.concluded = () => {
      conclusion ??= runInOrder();
      return conclusion;
    };
  });
  void runPhases(session, entries, onEstablished);

  const byId = new Map(entries.flatMap((entry) => entry.planned.ids.map((id) => [id, entry])));
  return {
    async verdict(id) {
      const entry = byId.get(id);
      if (entry === undefined) throw new Error('this test is no check of the plan');
      return entry.concluded();
    },
    evidence: (id) => byId.get(id)?.evidence ?? null,
  };
}

async function runPhases(
  session: Session,
  entries: readonly Entry[],
  onEstablished?: OnEstablished,
): Promise<void> {
  const checks = entries.map(({ planned }) => planned.check);
  const established = await establishAll(session, checks);
  onEstablished?.(established.map(({ row, why }) => ({ row, why: masked(why) })));
  const isBudgeted = session.settings.maxAiRequests !== undefined;
  for (const [phase, most] of Object.entries(phases))
    await inParallel(
      entries.filter(({ planned }) => phaseOf(planned) === phase),
      isBudgeted && phase.startsWith('billable') ? 1 : most,
      (entry) => entry.run(),
    );
}

interface Entry {
  planned: PlannedCheck;
  run: () => Promise<void>;
  /** Resolves when it has run. */
  ran: Promise<void>;
  concluded: () => Promise<Conclusion>;
  evidence: Evidence | null;
}

function entryOf(session: Session, planned: PlannedCheck): Entry {
  let begin: (running: Promise<void>) => void = () => {};
  const measures = measuresCredits(planned.check);
  const record = async () => {
    const own = { ...session, measures };
    const { evidence } = await recordSeparately(own, (session) => runCheck(session, planned.check));
    entry.evidence = { ...evidence, clause: planned.clause };
  };
  const entry: Entry = {
    planned,
    evidence: null,
    run() {
      const running = record();
      begin(running);
      return running;
    },
    ran: new Promise((resolve) => {
      begin = resolve;
    }),
    concluded: () => Promise.reject(new Error('not planned')),
  };
  return entry;
}

/** Whether a response did not come again, and nobody knows yet who sent it. */
const isUndecidedYet = ({ evidence }: Entry) =>
  evidence?.exchanges.some(({ id }) => undecidedBefore(id, evidence.context)) === true;

async function concludeIn(session: Session, entry: Entry, red: Map<string, string>): Promise<Conclusion> {
  const { planned, evidence } = entry;
  if (evidence === null) throw new Error('the check left no record');
  const { title } = planned;
  const { known } = session.setup;
  const { conclusion, news } = conclude(evidence, red, known, masked);
  for (const name of news) red.set(name, title);
  Object.assign(evidence, conclusion.why);
  if (!conclusion.why.unmet || !(await reproduce(session, evidence))) return conclusion;
  return conclude(evidence, withoutOwn(red, title), known, masked).conclusion;
}

const withoutOwn = (red: ReadonlyMap<string, string>, title: string) =>
  new Map([...red].filter(([, first]) => first !== title));
