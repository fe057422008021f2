import { isKeyVariable, type KeyVariable } from '../../spec/accounts';
import type { Clause, Need } from '../../spec/clause';
import { ledger } from '../../spec/ledger';
import { described } from '../../spec/target-file';
import { works } from '../../spec/works';
import { mostAiRequests } from '../client/run/budget';
import { groupedBy } from '../judge/data/grouped';
import { LONGEST_WINDOW } from '../judge/response/disturbance';
import { commandLine } from '../judge/texts/command-line';
import { counted, formatList } from '../judge/texts/wording';
import type { Keys, Settings } from '../settings/settings';
import { creditsOf, fieldOf, type Target } from '../settings/target-file/target';
import type { PlannedRequests } from './requests';

type Given = Pick<Settings, 'foreignJobId' | 'foreignRunId'>;
const isAccount = (need: Need): need is Extract<Need, KeyVariable> => isKeyVariable(need);

/** The setting that replaces another account in a clause about its work: an ID. */
const foreignOf = (id: string) =>
  Object.values(works).find(({ chapter }) => id === `${chapter}.lookup.foreign`)?.foreign;

/** What such a clause does not need then. */
const replacedByForeign: ReadonlySet<Need> = new Set(['OTHER_API_KEY', 'job', 'workflow']);

/** The must clauses, and the parts of the target file or accounts that each lacks. */
function mustClauses(settings: Given, target: Target, keys: Keys) {
  const isGiven = (need: Need, id: string): boolean => {
    const foreign = foreignOf(id);
    if (foreign && settings[foreign.setting] && replacedByForeign.has(need)) return true;
    if (isAccount(need)) return keys[need] !== undefined;
    return described(need).found || fieldOf(target, need) !== undefined;
  };
  const musts = (Object.entries(ledger) as [string, Clause][]).filter(([, { level }]) => level === 'must');
  return musts.map(([id, { needs = [] }]) => ({
    id,
    missing: needs.filter((need) => !isGiven(need, id)),
  }));
}

/**
 * What would enable more must clauses than this run tests: the target file first, then accounts; null if
 * nothing would.
 * @returns `21 of 57 must clauses can be tested with these settings: ... adds 24, and with further accounts 12 more.`
 */
export function nextStep(settings: Given, target: Target, keys: Keys): string | null {
  const musts = mustClauses(settings, target, keys);
  const lacking = musts.filter(({ missing }) => missing.length > 0);
  const byAccount = lacking.filter(({ missing }) => missing.some(isAccount)).length;
  const byFile = lacking.length - byAccount;
  if (lacking.every(({ missing }) => missing.every(isAccount))) return null;
  const accounts = byAccount === 0 ? '' : `, and with further accounts ${byAccount} more`;
  return `${musts.length - lacking.length} of ${musts.length} must clauses can be tested with these settings: \`${commandLine('init')}\` adds ${byFile}${accounts}.`;
}

export interface Plan {
  settings: Settings;
  target: Target;
  keys: Keys;
  planned: PlannedRequests;
  /** True if these are the requests of all checks. */
  whole?: boolean;
}

/** What a run sends, in lines: the clauses that can be tested, the requests, and the AI requests. */
export function planOf(plan: Plan): string[] {
  const { settings, target, keys, planned, whole = true } = plan;
  const musts = mustClauses(settings, target, keys);
  const testable = musts.filter(({ missing }) => missing.length === 0);
  const { depth, requestsPerMinute: pace } = settings;
  const { listed, inAll, aiRequests } = planned;
  const most = mostAiRequests({ settings, target, keys });
  const deeper = depth < 3 ? ' DEPTH=3 sends about ten times as many.' : '';
  const paced =
    pace === undefined ? '' : `, at ${pace} a minute about ${counted(Math.ceil(inAll / pace), 'minute')}`;
  const fewer = most < aiRequests ? ', too few for all that can be tested' : '';
  return [
    `Plan${whole ? '' : ' of a whole run, of which this is a part'}: ${testable.length} of ${musts.length} must clauses can be tested`,
    `Requests: about ${inAll.toLocaleString('en')} (${listed.length.toLocaleString('en')} of them listed by ${commandLine('plan --requests')}), with DEPTH=${depth}${paced}.${deeper}${waitsOf(target)}`,
    aiRequests === 0
      ? 'AI requests: none'
      : `AI requests: about ${aiRequests} if the service keeps the contract, at most ${most} (MAX_AI_REQUESTS)${fewer}`,
  ];
}

/** What cannot be tested: each missing part or account with the clauses that need it, one line each. */
export function lackingOf({ settings, target, keys }: Pick<Plan, 'settings' | 'target' | 'keys'>): string[] {
  const unmet = mustClauses(settings, target, keys).flatMap(({ id, missing }) =>
    missing.length === 0 ? [] : [{ id, missing: formatMissing(missing) + formatInstead(id, missing) }],
  );
  return groupedBy(unmet, ({ missing }) => missing).map(
    (waiting) => `  needs ${waiting[0].missing}: ${waiting.map(({ id }) => id).join(', ')}`,
  );
}

/** ` (or FOREIGN_JOB_ID alone)`: with which ID a clause about another account's work is tested as well. */
function formatInstead(id: string, missing: readonly Need[]): string {
  const foreign = foreignOf(id);
  if (foreign === undefined) return '';
  const rest = missing.filter((need) => !replacedByForeign.has(need));
  return ` (or ${rest.length === 0 ? `${foreign.variable} alone` : `${foreign.variable}, and ${formatMissing(rest)}`})`;
}

/** `OTHER_API_KEY, and text and job in the target file`. */
function formatMissing(missing: readonly Need[]): string {
  const parts = missing.filter((need) => !isAccount(need));
  const described = parts.length > 0 ? [`${formatList(parts)} in the target file`] : [];
  return [...missing.filter(isAccount), ...described].join(', and ');
}

/**
 * The waits of a target file that are longer than the contract's minute: a value in milliseconds would make a
 * run take hours.
 */
function waitsOf({ patience, rateLimit, ...target }: Target): string {
  const declared = {
    'credits.settlesWithin': creditsOf(target).settlesWithin,
    'patience.job': patience?.job,
    'patience.window': patience?.window,
    'rateLimit.seconds': rateLimit?.seconds,
  };
  const long = Object.entries(declared).flatMap(([name, seconds = 0]) =>
    seconds > LONGEST_WINDOW ? [`${seconds} s (${name})`] : [],
  );
  return long.length === 0 ? '' : `; waits of ${long.join(', ')}`;
}
