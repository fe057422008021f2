import { existsSync } from 'node:fs';
import { type Accepted, count, flag, list, moment, object, shape, text } from '../../../spec/shapes';
import type { FoundDraw } from '../../judge/draws';
import { isHistory } from '../../judge/earlier-runs';
import { schemas } from '../../judge/schema';
import { readText } from '../read-file';
import { counts, word } from '../shapes';
import type { SavedRecord } from './saved-record';

const night = object(
  {
    started: moment,
    target: text,
    contract: text,
    word,
    sentence: text,
    partial: flag,
    counts,
    requests: count,
    aiUses: count,
    milliseconds: count,
  },
  // What a run with HISTORY tries first, and tells new faults by; whatever stands there, the rest of the line counts.
  { found: shape<FoundDraw[]>({}), violated: list(text) },
);

/** One run in the history of its target: a line of JSON. */
export type Night = Accepted<typeof night>;

const isNight = schemas.compile<Night>(night);

/** Lines that a history keeps. */
export const mostNights = 200;

/** The line that a run leaves. */
export function nightOf({ result, run }: SavedRecord): Night {
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
    aiUses: run.cost.aiUses,
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
export function nightsIn(text: string): { nights: Night[]; broken: number } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const nights = lines.flatMap((line) => nightIn(line) ?? []);
  return { nights, broken: lines.length - nights.length };
}

function nightIn(line: string): Night | null {
  try {
    const value: unknown = JSON.parse(line);
    return isNight(value) ? value : null;
  } catch {
    return null;
  }
}

export function isSameNight(one: Night, other: Night): boolean {
  return one.started === other.started && one.target === other.target;
}

/**
 * What a run adds to a history.
 * @returns null where it stands there already; `append`: what to write at the end; `replace`: the whole
 * text, where the history would grow beyond its bound
 */
export function additionTo(text: string, night: Night): { append: string } | { replace: string } | null {
  const { nights, broken } = nightsIn(text);
  if (nights.some((each) => isSameNight(each, night))) return null;
  if (nights.length + broken >= mostNights) {
    const kept = [...nights, night].slice(-mostNights);
    return { replace: kept.map((each) => `${JSON.stringify(each)}\n`).join('') };
  }
  // A line that was cut off stays a broken line of its own.
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  return { append: `${start}${JSON.stringify(night)}\n` };
}
