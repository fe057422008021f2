import { distinct, type FoundSample, isFound } from './depth';

/** What a run reads from the history of earlier runs: one line of JSON for each run; some may be unreadable. */

/** Whether a text is a history: empty, or with a run in one of its lines. */
export function isHistory(text: string): boolean {
  return text.trim() === '' || text.split('\n').some((line) => typeof runIn(line).started === 'string');
}

/** The samples with which runs of a target found something, those of the last run first. */
export function foundIn(history: string, target: string): FoundSample[] {
  const own = runsOf(history, target);
  return distinct(own.flatMap(({ found }) => (Array.isArray(found) ? found.filter(isFound) : [])));
}

/** The clauses that the last complete run of a target violated; undefined if there is none. */
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

/** The runs, the last one first. */
const runsOf = (history: string, name: string): EarlierRun[] =>
  history
    .split('\n')
    .reverse()
    .map(runIn)
    .filter(({ target }) => target === name);

/** The run in a line; none if the line has no run. */
function runIn(line: string): EarlierRun {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    return {};
  }
}
