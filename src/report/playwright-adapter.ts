import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, FullResult, TestCase, TestError } from '@playwright/test/reporter';
import { allChecks } from '../check/all-checks';
import { plannedIn } from '../check/planned';
import { emptyContext } from '../judge/data/evidence';
import type { Run, RunSettings, Stop } from '../judge/data/run';
import { checkRun, type Driver } from '../send/driver/driver';
import { stopMessage } from '../setup/run-state';
import { selectsAll } from './selection';

/** Converts the objects of Playwright's reporter to plain data of ours. */

/** Everything that Playwright reported about one run. */
export interface PlaywrightRun {
  config: FullConfig;
  tests: TestCase[];
  errors: TestError[];
  /** Set by the global setup in this process. */
  stop: Stop | null;
}

export function runOf(
  playwrightRun: PlaywrightRun,
  ending: FullResult['status'],
  driver: Pick<Driver, 'recorded'> | null,
): Run {
  const { config, tests, errors, stop } = playwrightRun;
  const notRun = () => ({
    checks: plannedIn(tests, config.rootDir).map((planned) => checkRun({ planned })),
    context: emptyContext,
    sent: [],
  });
  const recorded = driver?.recorded() ?? notRun();
  // An editor does not select checks by command line.
  const isOfEditor = config.argv[2] !== 'test';
  return {
    ...recorded,
    partial: isOfEditor ? recorded.checks.length < allChecks().length : !selectsAll(config.argv),
    ending,
    errors: [...new Set(errors.filter((error) => stopIn(error, playwrightRun) === null).map(messageOf))],
    stop,
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

/** The message of an error, without colours. */
export function messageOf(error: TestError): string {
  const text = error.message ?? error.value ?? 'an error without a message';
  return stripVTControlCharacters(text).replace(/^Error: /, '');
}
