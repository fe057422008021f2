import { distinct, type FoundSample, isFound } from './depth';

/** What a run takes from the history of earlier ones: lines of JSON, a run each, of which some may be broken. */

/** Whether a text is a history: with a run in one of its lines, or with nothing in it yet. */
export function isHistory(text: string): boolean {
  return text.trim() === '' || text.split('\n').some((line) => typeof runIn(line).started === 'string');
}

/** What runs of a target found, the last run's first. */
export function foundIn(history: string, target: string): FoundSample[] {
  const own = runsOf(history, target);
  return distinct(own.flatMap(({ found }) => (Array.isArray(found) ? found.filter(isFound) : [])));
}

/** The clauses that the last whole run of a target violated; undefined where there is none that says so. */
export function violatedIn(history: string, target: string): string[] | undefined {
  const last = runsOf(history, target).find(
    ({ partial, violated }) => partial === false && Array.isArray(violated),
  );
  return (last?.violated as unknown[] | undefined)?.filter((each) => typeof each === 'string');
}

interface EarlierRun {
  started?: unknown;
  target?: unknown;
  partial?: unknown;
  found?: unknown;
  violated?: unknown;
}

/** The last one first. */
const runsOf = (history: string, name: string): EarlierRun[] =>
  history
    .split('\n')
    .reverse()
    .map(runIn)
    .filter(({ target }) => target === name);

/** The run in a line; nothing of one where there is none. */
function runIn(line: string): EarlierRun {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    return {};
  }
}
