import type { Clause, Need } from '../../../spec/clause';
import { ledger } from '../../../spec/ledger';
import type { KeyVariable } from '../../judge/accounts';
import { commandLine } from '../../judge/command-line';
import { MINUTE } from '../../judge/disturbance';
import { isBrief, isExhaustive } from '../../judge/draws';
import { groupedBy } from '../../judge/grouped';
import { counted, settingWords } from '../../judge/wording';
import type { Settings } from '../settings';
import { creditsOf, type Target } from '../target';

type Given = Pick<Settings, 'foreignJobId' | 'foreignRunId'>;
type Keys = Partial<Record<KeyVariable, string>>;

/** The must clauses, and what of their needs is not given: parts of the target file, or accounts. */
function needsOf(settings: Given, target: Target, keys: Keys) {
  const isGiven = (need: Need, id: string): boolean => {
    const foreign =
      id.endsWith('.foreign') && (id.startsWith('jobs') ? settings.foreignJobId : settings.foreignRunId);
    if (foreign && (need === 'OTHER_API_KEY' || need === 'job' || need === 'workflow')) return true;
    switch (need) {
      case 'job.state':
        return target.job?.state !== undefined;
      case 'job.result':
        return target.job?.result !== undefined;
      case 'credits':
        return true;
      case 'text':
      case 'job':
      case 'workflow':
      case 'run':
        return target[need] !== undefined;
      default:
        return keys[need] !== undefined;
    }
  };
  const musts = (Object.entries(ledger) as [string, Clause][]).filter(([, { level }]) => level === 'must');
  return musts.map(([id, { needs = [] }]) => ({
    id,
    missing: needs.filter((need) => !isGiven(need, id)),
  }));
}

/**
 * What enables more must clauses than this run tests: the target file first, then accounts; null where there is nothing.
 * @returns `21 of 57 clauses can be tested; "npm run init" adds 24, further accounts 12`
 */
export function nextStep(settings: Given, target: Target, keys: Keys): string | null {
  const musts = needsOf(settings, target, keys);
  const lacking = musts.filter(({ missing }) => missing.length > 0);
  const isPart = (need: Need) => !need.endsWith('_API_KEY');
  const byFile = lacking.filter(({ missing }) => missing.every(isPart)).length;
  const byAccount = lacking.length - byFile;
  if (!lacking.some(({ missing }) => missing.some(isPart))) return null;
  const accounts = byAccount === 0 ? '' : `, and with further accounts ${byAccount} more`;
  return `${musts.length - lacking.length} of ${musts.length} clauses can be tested with these settings: \`${commandLine('init')}\` adds ${byFile}${accounts}.`;
}

/**
 * What a run will drive and what it will not, a line each, before anything is sent: how many must clauses have
 * all they need, then each missing part or account with the clauses that wait for it, then the budget.
 * @param keys the accounts that are given
 * @param name what the first line begins with
 */
export function planOf(
  settings: Pick<Settings, 'maxAiUses' | 'requestsPerMinute' | 'depth' | 'foreignJobId' | 'foreignRunId'>,
  target: Target,
  keys: Partial<Record<KeyVariable, string>>,
  name = 'Plan',
): string[] {
  const musts = needsOf(settings, target, keys);
  const undriven = musts.flatMap(({ id, missing }) =>
    missing.length === 0 ? [] : [{ id, missing: missing.map(settingWords).join(' and ') }],
  );
  const uses = usesOf(target, keys, settings.depth);
  const { maxAiUses } = settings;
  const fewer = maxAiUses < uses ? ', which leaves some clauses undriven and sends less' : '';
  const most = Number.isFinite(maxAiUses) ? `at most ${maxAiUses}` : 'no limit to them';
  const sent = requestsOf(settings.depth, target);
  const { requestsPerMinute: pace } = settings;
  const minutes =
    pace === undefined ? '' : `, ${pace} a minute: ${counted(Math.ceil(sent / pace), 'minute')}`;
  const cost = `about ${sent.toLocaleString('en')} requests${minutes}; about ${uses} AI uses, ${most} (MAX_AI_USES)${fewer}${waitsOf(target)}`;
  return [
    `${name}: ${musts.length - undriven.length} of ${musts.length} must clauses can be driven; ${cost}`,
    ...groupedBy(undriven, ({ missing }) => missing).map(
      (waiting) => `  needs ${waiting[0].missing}: ${waiting.map(({ id }) => id).join(', ')}`,
    ),
  ];
}

/** The waits of a target file that are longer than the contract's minute: one in milliseconds keeps a run for hours. */
function waitsOf({ patience, rateLimit, ...target }: Target): string {
  const declared = {
    'credits.settlesWithin': creditsOf(target).settlesWithin,
    'patience.job': patience?.job,
    'patience.charge': patience?.charge,
    'patience.window': patience?.window,
    'rateLimit.seconds': rateLimit?.seconds,
  };
  const long = Object.entries(declared).flatMap(([name, seconds = 0]) =>
    seconds > MINUTE ? [`${seconds} s (${name})`] : [],
  );
  return long.length === 0 ? '' : `; waits of ${long.join(', ')}`;
}

/**
 * About how many requests a run sends, as they were counted on the mock: to every target, and more for text, the
 * submission of jobs and workflows with their runs.
 */
const counts = {
  brief: [
    { always: 130, text: 55, submit: 50, workflow: 90 },
    { always: 150, text: 90, submit: 90, workflow: 120 },
    { always: 165, text: 130, submit: 130, workflow: 145 },
  ],
  some: { always: 1255, text: 1030, submit: 2145, workflow: 1820 },
  exhaustive: { always: 2000, text: 2130, submit: 3640, workflow: 3710 },
};

/**
 * About how many requests a run sends, rounded to tens.
 * @param target what its file spells; everything, where it is not known yet
 */
export function requestsOf(depth: number, target?: Target): number {
  const brief = isBrief(depth) ? counts.brief[depth] : undefined;
  const count = brief ?? (isExhaustive(depth) ? counts.exhaustive : counts.some);
  const spelled = { text: target?.text, submit: target?.job?.submit, workflow: target?.workflow };
  const parts = (['text', 'submit', 'workflow'] as const).filter((part) => !target || spelled[part]);
  const sent = parts.reduce((sum, part) => sum + count[part], count.always);
  return Math.round(sent / 10) * 10;
}

/**
 * How many requests that the AI works on a run sends about, where nothing looks like a breach: for text one for each
 * tier, one with messages and three for what is not shown, a chain of each form, and a job; from a depth of three on
 * each tier with each form of the input, as text and as a job, chains that are drawn, what the rate limit held for, a job
 * and a run of the second account, and what is served of an account whose AI processing fails now and then, a third on the mock.
 */
export function usesOf(target: Target, keys: Partial<Record<KeyVariable, string>>, depth: number): number {
  const { text, job, workflow, run } = target;
  const [texts, jobs, chains] = isBrief(depth) ? [7, 1, 3] : isExhaustive(depth) ? [10, 7, 19] : [10, 7, 7];
  const ofOthers = [
    ...(keys.RATE_LIMIT_API_KEY ? [text, text, job?.submit, job?.submit, workflow] : []),
    ...(keys.OTHER_API_KEY ? [job?.submit, run && workflow] : []),
  ];
  const inOutage = isBrief(depth) ? 1 : job?.submit ? 5 : 3;
  return (
    (text ? texts : 0) +
    (job?.submit ? jobs : 0) +
    (workflow ? chains : 0) +
    (text && keys.UPSTREAM_API_KEY ? inOutage : 0) +
    (isBrief(depth) ? 0 : ofOthers.filter(Boolean).length)
  );
}
