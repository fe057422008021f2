import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, FullResult, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { allChecks } from '../drive/check/all-checks';
import { ANNOTATION } from '../drive/check/check';
import { statedIn } from '../drive/check/tags';
import type { CheckResult } from '../drive/driver/conclusion';
import { type PlannedCheck, plannedCheck } from '../drive/driver/driver';
import { stopMessage } from '../drive/run/run-state';
import type { Evidence } from '../judge/data/evidence';
import type { Attempt, CheckRun, Run, RunSettings, Stop } from '../judge/data/run';
import { filtersIn } from './selection';

/** Converts the objects of Playwright's reporter to plain data of ours. */

/** Everything that Playwright reported about one run. */
export interface PlaywrightRun {
  config: FullConfig;
  tests: TestCase[];
  /** Attempts that ended; all others were interrupted. */
  ended: Set<TestResult>;
  errors: TestError[];
  /** Set by the global setup in this process. */
  stop: Stop | null;
}

/** @param results what the driver has for the checks that ran, by the id of the test */
export function runOf(
  playwrightRun: PlaywrightRun,
  ending: FullResult['status'],
  results?: Pick<ReadonlyMap<string, CheckResult>, 'get'>,
): Run {
  const { config } = playwrightRun;
  // An editor does not select checks by command line.
  const isChosen = config.argv[2] !== 'test' && plannedIn(playwrightRun.tests).length < allChecks().length;
  return {
    checks: playwrightRun.tests.flatMap((test) => checkRunOf(test, playwrightRun, results?.get(test.id))),
    filters: isChosen ? ['chosen in an editor'] : filtersIn(config.argv),
    ending,
    errors: [
      ...new Set(
        playwrightRun.errors.filter((error) => stopIn(error, playwrightRun) === null).map(messageOf),
      ),
    ],
    stop: playwrightRun.stop,
  };
}

/** The reason to stop the run that an error stands for; null for other errors. */
export function stopIn(error: TestError, { stop }: PlaywrightRun): Stop | null {
  return stop !== null && messageOf(error) === messageOf({ message: stopMessage(stop) }) ? stop : null;
}

/** The settings in `config.metadata.conformance`. */
export function settingsOf(config: FullConfig): RunSettings {
  const given: Partial<RunSettings> = config.metadata.conformance ?? {};
  return { target: 'a target without a name', settings: [], required: [], live: true, ...given };
}

/** The checks of these tests, in their order. Each occurs once, however often a test is repeated. */
export function plannedIn(tests: readonly TestCase[]): PlannedCheck[] {
  const planned = new Map<string, PlannedCheck>();
  for (const test of tests) {
    const check = test.annotations.find(({ type }) => type === ANNOTATION)?.description;
    if (check === undefined) continue;
    const { file, line } = test.location;
    const title = titleOf(test);
    const key = `${file}:${line} ${title}`;
    const known = planned.get(key);
    if (known === undefined) planned.set(key, plannedCheck(title, test.tags, check, test.id));
    else known.ids.push(test.id);
  }
  return [...planned.values()];
}

const titleOf = (test: TestCase) => test.titlePath().slice(3).join(' › ');

/** A test as a check; nothing for a test that cites no clause. */
function checkRunOf(test: TestCase, { config, ended }: PlaywrightRun, found?: CheckResult): CheckRun[] {
  const stated = statedIn(test.tags);
  if (stated === null) return [];
  const attempts = test.results.map((each) =>
    attemptOf(each, ended.has(each), config.rootDir, found?.evidence ?? null),
  );
  const isReported = attempts.some(({ status }) => status !== 'interrupted');
  return [
    {
      ...stated,
      title: titleOf(test),
      file: relative(config.rootDir, test.location.file).split(sep).join('/'),
      line: test.location.line,
      attempts: isReported || found === undefined ? attempts : [unreported(found)],
    },
  ];
}

/** A check whose test did not end, since the run was interrupted or stopped: it is judged all the same. */
export function unreported({ evidence, conclusion: { failures, skip } }: CheckResult): Attempt {
  return {
    status: failures.length > 0 ? 'failed' : skip !== undefined ? 'skipped' : 'passed',
    errors: failures,
    skipReason: skip ?? null,
    evidence,
    started: 0,
    milliseconds: 0,
  };
}

function attemptOf(result: TestResult, ended: boolean, rootDir: string, evidence: Evidence | null): Attempt {
  const skip = result.annotations.find(({ type }) => type === 'skip' || type === 'fixme');
  return {
    status: ended ? result.status : 'interrupted',
    errors: result.errors.map((error) => messageOf(error) + placeOf(error, rootDir)),
    skipReason: skip?.description ?? null,
    evidence,
    started: result.startTime.getTime(),
    milliseconds: result.duration,
  };
}

function placeOf({ location }: TestError, rootDir: string): string {
  return location ? `\n    at ${relative(rootDir, location.file)}:${location.line}` : '';
}

/** The message of an error, without colours. */
export function messageOf(error: TestError): string {
  const text = error.message ?? error.value ?? 'an error without a message';
  return stripVTControlCharacters(text).replace(/^Error: /, '');
}
