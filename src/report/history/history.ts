import { existsSync } from 'node:fs';
import { type Accepted, count, flag, list, moment, object, shape, text } from '../../../spec/shapes';
import type { FoundSample } from '../../judge/depth';
import { isHistory } from '../../judge/earlier-runs';
import { schemas } from '../../judge/schema';
import { readText } from '../read-file';
import { counts, word } from '../shapes';
import type { SavedRecord } from './saved-record';

const runSummary = object(
  {
    started: moment,
    target: text,
    contract: text,
    word,
    sentence: text,
    partial: flag,
    counts,
    requests: count,
    aiRequests: count,
    milliseconds: count,
  },
  // What a run with HISTORY tests first, and compares its faults with. If an entry has invalid members here,
  // the rest of its line counts.
  { found: shape<FoundSample[]>({}), violated: list(text) },
);

/** The entry of a run in the history of its target: a line of JSON. */
export type RunSummary = Accepted<typeof runSummary>;

const isRunSummary = schemas.compile<RunSummary>(runSummary);

/** The greatest number of lines in a history. */
export const mostRuns = 200;

/** The line that a run adds. */
export function runSummaryOf({ result, run }: SavedRecord): RunSummary {
  const { word, sentence, partial, counts } = result.outcome;
  return {
    started: run.started,
    target: result.target,
    contract: result.contract,
    word,
    sentence,
    partial,
    counts: { must: counts.must, should: counts.should, known: counts.known },
    requests: run.cost.requests,
    aiRequests: run.cost.aiRequests,
    milliseconds: run.milliseconds,
    violated: result.clauses.flatMap(({ id, verdict }) => (verdict === 'violates' ? id : [])),
    ...(run.found?.length && { found: run.found }),
  };
}

/**
 * The text of a history; empty where the file does not exist. Throws one line that names the path where it is
 * no readable file.
 */
export function readHistory(path: string): string {
  const text = existsSync(path) ? readText(path) : '';
  if (!isHistory(text)) throw new Error(`${path} is no history: not one of its lines is a run`);
  return text;
}

/** The runs in the text of a history, in its order, and the number of its lines that could not be read. */
export function runSummariesIn(text: string): { runSummaries: RunSummary[]; broken: number } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const runSummaries = lines.flatMap((line) => runSummaryIn(line) ?? []);
  return { runSummaries, broken: lines.length - runSummaries.length };
}

function runSummaryIn(line: string): RunSummary | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRunSummary(value) ? value : null;
  } catch {
    return null;
  }
}

export function isSameRun(one: RunSummary, other: RunSummary): boolean {
  return one.started === other.started && one.target === other.target;
}

/**
 * What a run adds to a history.
 * @returns null where the history already has the run; `append`: the text to add at the end; `replace`: the
 *   whole text, where the history would otherwise exceed its limit
 */
export function additionTo(
  text: string,
  runSummary: RunSummary,
): { append: string } | { replace: string } | null {
  const { runSummaries, broken } = runSummariesIn(text);
  if (runSummaries.some((each) => isSameRun(each, runSummary))) return null;
  if (runSummaries.length + broken >= mostRuns) {
    const kept = [...runSummaries, runSummary].slice(-mostRuns);
    return { replace: kept.map((each) => `${JSON.stringify(each)}\n`).join('') };
  }
  // A line that was cut off remains on its own, as an unreadable line.
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  return { append: `${start}${JSON.stringify(runSummary)}\n` };
}
