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
  // What a run with HISTORY tries first, and tells new faults by; whatever stands there, the rest of the line counts.
  { found: shape<FoundSample[]>({}), violated: list(text) },
);

/** One run in the history of its target: a line of JSON. */
export type RunSummary = Accepted<typeof runSummary>;

const isRunSummary = schemas.compile<RunSummary>(runSummary);

/** Lines that a history keeps. */
export const mostRuns = 200;

/** The line that a run leaves. */
export function runSummaryOf({ result, run }: SavedRecord): RunSummary {
  const { word, sentence, partial, counts } = result.outcome;
  return {
    started: run.started,
    target: result.target,
    contract: result.contract,
    word,
    sentence,
    partial,
    counts: { must: counts.must, advice: counts.advice, known: counts.known },
    requests: run.cost.requests,
    aiRequests: run.cost.aiRequests,
    milliseconds: run.milliseconds,
    violated: result.clauses.flatMap(({ id, verdict }) => (verdict === 'violates' ? id : [])),
    ...(run.found?.length && { found: run.found }),
  };
}

/** The text of a history, empty where it is not there yet; throws a line that names it where it is something else. */
export function readHistory(path: string): string {
  const text = existsSync(path) ? readText(path) : '';
  if (!isHistory(text)) throw new Error(`${path} is no history: not one of its lines is a run`);
  return text;
}

/** The runs in the text of a history, in its order, and how many of its lines could not be read. */
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
 * @returns null where it stands there already; `append`: what to write at the end; `replace`: the whole
 * text, where the history would grow beyond its bound
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
  // A line that was cut off stays a broken line of its own.
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  return { append: `${start}${JSON.stringify(runSummary)}\n` };
}
