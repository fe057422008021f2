import type { ClauseId } from '../../../spec/ledger';
import type { Evidence, Unjudged } from '../../judge/data/evidence';
import type { Reason } from '../../judge/data/reason';
import type { CheckCost } from '../../judge/data/run';
import type { Check } from '../check/check';
import type { Conclusion } from '../check/fetch-verdict';
import { runCheck } from '../check/run-check';
import { statedIn } from '../check/tags';
import { reproduce } from '../client/reproduce';
import { newEvidence, recordSeparately } from '../evidence/recorder';
import { masked } from '../http/secrets';
import { inParallel } from '../run/parallel';
import type { Session } from '../run/session';
import { conclude } from './conclusion';
import { noteSpending } from './spending-note';
import { whenStalled } from './stall';

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

interface Options {
  /** Checks run only when their verdicts are requested: with -x, nothing should be sent ahead. */
  lazy?: boolean;
}

/** Checks that need the end of the run come last. */
export const inOrder = (plan: readonly PlannedCheck[]): PlannedCheck[] => [
  ...plan.filter(({ check }) => !check.atEnd),
  ...plan.filter(({ check }) => check.atEnd),
];

/**
 * How many checks run at once: free ones, and those that may use the AI. Many of the latter wait while another
 * check measures credits.
 */
const TOGETHER = { free: 6, billable: 24 };

/**
 * Runs the checks of a plan, each once and ahead of its test. Those that may use the AI run in order if the user
 * set MAX_AI_REQUESTS. Checks that need the end of the run come last.
 */
export function openDriver(session: Session, plan: readonly PlannedCheck[], options: Options = {}): Driver {
  const waiting = () => entries.flatMap(({ planned, isRunning }) => (isRunning ? planned.title : []));
  const stalled = whenStalled(session, waiting);
  const entries = inOrder(plan).map((planned) => entryOf(session, planned, stalled));
  const red = new Map<string, string>();
  const budgeted = session.settings.maxAiRequests !== undefined;

  entries.forEach((entry, index) => {
    const runInOrder = async () => {
      await entries[index - 1]?.concluded().catch(() => undefined);
      await entry.run();
      return concludeIn(session, entry, red);
    };
    let conclusion: Promise<Conclusion> | undefined;
    entry.concluded = () => {
      conclusion ??= runInOrder();
      return conclusion;
    };
  });

  async function runAhead() {
    const queue = (chosen: (planned: PlannedCheck) => boolean, most: number) =>
      inParallel(
        entries.filter(({ planned }) => chosen(planned)),
        most,
        (entry) => entry.run(),
      );
    const spending = budgeted ? 1 : TOGETHER.billable;
    await Promise.all([
      queue(({ check, cost }) => !check.atEnd && cost === 'free', TOGETHER.free),
      queue(({ check, cost }) => !check.atEnd && cost === 'billable', spending),
    ]);
    await queue(({ check, cost }) => check.atEnd === true && cost !== 'bursts', spending);
    // The account is its own, but its address may not be; and calls that wait for others meet no limit.
    await queue(({ cost }) => cost === 'bursts', 1);
  }
  if (!options.lazy) void runAhead();

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

interface Entry {
  planned: PlannedCheck;
  run: () => Promise<void>;
  concluded: () => Promise<Conclusion>;
  evidence: Evidence | null;
  /** It began and has not ended. */
  isRunning: boolean;
}

/** @param stalled resolves once the run is stalled: a check that still runs then is inconclusive */
function entryOf(session: Session, planned: PlannedCheck, stalled: Promise<Reason>): Entry {
  let ran: Promise<void> | undefined;
  const unfinished = async () => {
    const unjudged: Unjudged = { verdict: 'inconclusive', reason: await stalled };
    return { evidence: { ...newEvidence(), unjudged } };
  };
  const entry: Entry = {
    planned,
    evidence: null,
    isRunning: false,
    run() {
      entry.isRunning ||= ran === undefined;
      const recorded = () => recordSeparately(() => runCheck(session, planned.check));
      ran ??= Promise.race([recorded(), unfinished()]).then(({ evidence }) => {
        entry.evidence = { ...evidence, clause: planned.clause };
        entry.isRunning = false;
        noteSpending(session, planned.clause.split('.')[0] ?? '', evidence.exchanges);
      });
      return ran;
    },
    concluded: () => Promise.reject(new Error('not planned')),
  };
  return entry;
}

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
