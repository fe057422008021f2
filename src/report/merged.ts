import { uniqueBy } from '../judge/data/grouped';
import { type Run, worstEnding } from '../judge/data/run';
import { leaked, type Report, reportOf } from '../judge/verdict/report';
import { circumstancesOf, runIn } from './record';
import type { ConformanceRecord } from './record-schema';

/**
 * Judges the records of the shards of one run together.
 * @throws one line, where the records are of different targets, are not shards, or one was given twice
 */
export function mergedReport(records: readonly [ConformanceRecord, ...ConformanceRecord[]]): Report {
  const [first] = records;
  const targets = [...new Set(records.map(({ result }) => result.target))];
  if (targets.length > 1)
    throw new Error(`These records are of different targets: ${targets.join(', ')}. Merge those of one.`);
  const runs = records.map(runIn);
  const shards = runs.map(({ shard }) => shardOf(shard));
  const total = shards[0]?.total ?? 0;
  if (shards.some((shard) => shard === null || shard.total !== total))
    throw new Error(
      'Merge the records of one run with --shard: these are not all shards of the same number.',
    );
  const present = shards.map((shard) => shard?.current ?? 0);
  if (new Set(present).size < present.length)
    throw new Error('The record of one shard is given twice: name each once.');
  const missing = Array.from({ length: total }, (_, index) => index + 1).filter(
    (each) => !present.includes(each),
  );
  const run: Run = {
    checks: runs.flatMap(({ checks }) => checks),
    filters: [...new Set(runs.flatMap(({ filters }) => filters))],
    shard: null,
    missingShards: missing.map((each) => `${each} of ${total}`),
    ending: worstEnding(runs.map(({ ending }) => ending)),
    errors: [...new Set(runs.flatMap(({ errors }) => errors))],
    stop: runs.find(({ stop }) => stop !== null)?.stop ?? null,
  };
  const unclaimed = runs.flatMap((each) => each.unclaimed ?? []);
  if (unclaimed.length > 0) run.unclaimed = unclaimed;
  const list = {
    entries: uniqueBy(
      records.flatMap(({ run }) => run.list.entries),
      (entry) => JSON.stringify(entry),
    ),
    problems: [...new Set(records.flatMap(({ run }) => run.list.problems))],
  };
  const report = reportOf(run, first.run.settings, list, spanOf(records));
  const leaks = records.flatMap(({ run }) => run.leaks);
  return leaks.length === 0 ? report : leaked(report, leaks);
}

/** From the start of the first to the end of the last. */
function spanOf(records: readonly [ConformanceRecord, ...ConformanceRecord[]]) {
  const each = records.map(circumstancesOf);
  const begun = Math.min(...each.map(({ started }) => Date.parse(started)));
  const ended = Math.max(...each.map(({ started, milliseconds }) => Date.parse(started) + milliseconds));
  return {
    ...circumstancesOf(records[0]),
    started: new Date(begun).toISOString(),
    milliseconds: ended - begun,
  };
}

function shardOf(words: string | null): { current: number; total: number } | null {
  const [, current, total] = /^(\d+) of (\d+)$/.exec(words ?? '') ?? [];
  return total === undefined ? null : { current: Number(current), total: Number(total) };
}
