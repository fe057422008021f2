import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { plannedIn } from '../check/planned';
import { VERDICTS_VARIABLE, writeVerdicts } from '../check/verdict-file';
import { sessionAgain } from '../client/run/session';
import { onWait } from '../client/waits';
import { formatCost } from '../judge/credits/cost-words';
import { singleLine } from '../judge/texts/visible-text';
import { counted } from '../judge/texts/wording';
import { formatCreated } from '../judge/verdict/created-work';
import { incomplete, leaked, type Report, reportOf } from '../judge/verdict/report';
import { judgeRun } from '../judge/verdict/verdicts';
import { concludeAll } from '../send/driver/conclusion';
import { openDriver, type PlannedCheck } from '../send/driver/driver';
import { reportsFolder } from '../settings/folders';
import type { OpenedRun } from '../setup/open-run';
import { nextStep, planOf } from '../setup/plan';
import { plannedRequests } from '../setup/requests';
import { state } from '../setup/run-state';
import { mask, maskedBy, removeLeaks } from '../wire/secrets';
import { annotationsOf } from './annotations';
import { inOneLine, installExitHook } from './exit-code';
import { writeReports } from './files';
import { inLog } from './in-log';
import { removeReports, reportsIn } from './places';
import { messageOf, type PlaywrightRun, runOf, settingsOf, stopIn } from './playwright-adapter';
import { everyTenSeconds, formatStage } from './rate';
import { chapterLines, details, establishedLines, header, outcomeLines } from './terminal';

/** Set by Playwright, in addition to a reporter's own options. */
interface Options {
  _mode?: 'list' | 'test' | 'merge';
}

/**
 * Collects the events of a run and has its reports written. It decides nothing: verdicts.ts and outcome.ts
 * do. All writing is synchronous, so that the exit hook can do it while the process ends.
 */
export default class ConformanceReporter implements Reporter {
  private readonly mode: NonNullable<Options['_mode']>;
  private readonly started = Date.now();
  private playwrightRun: PlaywrightRun | null = null;
  private out: NodeJS.WriteStream = process.stdout;
  private report: Report | null = null;
  private finished = false;
  /** Stops the progress lines. */
  private quiet = () => {};
  private removeVerdicts = () => {};

  constructor(options: Options = {}) {
    this.mode = options._mode ?? 'test';
    installExitHook();
    state.reporter ??= this;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    if (state.reporter !== this) return;
    const configured = config.reporter.some(([name]) => name.startsWith(__filename.replace(/\.[jt]s$/, '')));
    // A reporter of the command line may send its output to a pipe, so standard output is not ours.
    if (!configured) this.out = process.stderr;
    const tests = suite.allTests();
    if (this.mode === 'list' && configured)
      this.print([
        ...tests.map((test) => listed(test, config.rootDir)),
        `Total: ${counted(tests.length, 'test')}`,
      ]);
    if (this.mode !== 'test') return;
    this.playwrightRun = {
      config,
      tests,
      errors: [],
      stop: state.stop,
    };
    state.conclude = () => this.conclude();
    removeReports(reportsFolder(process.env));
    if (state.opened === null) this.print(header(settingsOf(config)));
    else this.openDriver(state.opened, config, plannedIn(tests, config.rootDir));
  }

  /** Has the driver run these checks, whose tests wait for the file of verdicts. */
  private openDriver(opened: OpenedRun, config: FullConfig, checks: readonly PlannedCheck[]): void {
    // In UI mode and in editors, one setup serves several runs, and each closes its session.
    if (state.driver !== null) opened.session = sessionAgain(opened.session);
    const { session, notes } = opened;
    const planned = plannedRequests(session, checks);
    const plan = planOf({ ...session, planned, whole: config.metadata.whole });
    this.print(header(settingsOf(config), notes, plan));
    const driver = openDriver(session, checks, (established) => this.print(establishedLines(established)));
    state.driver = driver;
    const noWaits = onWait((words) => this.print([`  ${singleLine(words)}`]));
    const started = performance.now();
    const noStages = everyTenSeconds(() =>
      this.print([`  ${formatStage(performance.now() - started, session.sent.length, planned.inAll)}`]),
    );
    this.quiet = () => {
      noWaits();
      noStages();
    };
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    this.removeVerdicts = () => rmSync(folder, { recursive: true, force: true });
    const file = join(folder, 'verdicts.json');
    process.env[VERDICTS_VARIABLE] = file;
    void driver.ended.then(() => {
      this.quiet();
      if (this.finished || this.playwrightRun === null) return;
      const run = runOf(this.playwrightRun, 'passed', driver);
      const conclusions = concludeAll(judgeRun(run, session.setup.known), maskedBy(run.sent));
      writeVerdicts(
        file,
        conclusions.flatMap((each, index) => (checks[index]?.ids ?? []).map((id) => [id, each] as const)),
      );
    });
  }

  onStdOut(chunk: string | Buffer): void {
    if (this.playwrightRun && !this.playwrightRun.config.quiet) process.stdout.write(inLog(chunk.toString()));
  }

  onStdErr(chunk: string | Buffer): void {
    if (this.playwrightRun && !this.playwrightRun.config.quiet) process.stderr.write(inLog(chunk.toString()));
  }

  onError(error: TestError): void {
    if (this.mode === 'list') process.stderr.write(inLog(mask(`\n${messageOf(error)}\n`)));
    if (!this.playwrightRun) return;
    this.playwrightRun.errors.push(error);
    this.playwrightRun.stop ??= state.stop;
    if (stopIn(error, this.playwrightRun) === null)
      process.stderr.write(inLog(mask(`\n${messageOf(error)}\n${error.snippet ?? ''}\n`)));
  }

  async onEnd(result: FullResult): Promise<void> {
    // After --global-timeout Playwright does not wait for the teardown, while requests in flight are still
    // sent.
    await state.opened?.session.close();
    // Checks that may send nothing more end at once, unless one is in a planned wait.
    await Promise.race([state.driver?.ended, pause(1000, undefined, { ref: false })]);
    this.finish(result.status);
    this.conclude();
  }

  async onExit(): Promise<void> {
    if (state.reporter === this) state.reporter = null;
  }

  /** Runs again at the very end of the process, since other reporters may write later than this one. */
  private conclude(): void {
    this.finish('interrupted');
    if (!this.report || !this.playwrightRun) return;
    const folder = reportsFolder(process.env);
    const search = () => removeLeaks(reportsIn(folder));
    const leaks = search();
    if (leaks.length === 0) return;
    const found = leaks.map(
      ({ file, variable }) => `${variable} stood in ${relative(process.cwd(), file)}: deleted`,
    );
    this.report = leaked(this.report, found);
    // The reports name the leak; one that repeats it is deleted again.
    const unwritten = this.write();
    search();
    this.print([...outcomeLines(this.report, null), ...(unwritten ?? [])]);
  }

  private finish(ending: FullResult['status']): void {
    if (!this.playwrightRun || this.finished) return;
    this.finished = true;
    this.quiet();
    this.removeVerdicts();
    const { config } = this.playwrightRun;
    const { session, previous } = state.opened ?? {};
    this.playwrightRun.stop ??= state.stop;
    const settings = settingsOf(config);
    const folder = reportsFolder(process.env);
    const run = runOf(this.playwrightRun, ending, state.driver);
    const list = [...(session?.setup.known ?? [])];
    const report = reportOf(run, settings, list, {
      started: new Date(this.started).toISOString(),
      milliseconds: Date.now() - this.started,
      playwright: config.version,
      ...(previous && { previous }),
    });
    this.report = maskedBy(run.sent)(report);
    const next = session?.setup.whole ? nextStep(session.settings, session.target, session.keys) : null;
    const unwritten = this.write();
    const place = unwritten === null ? relative(process.cwd(), folder) : null;
    const tests = relative(process.cwd(), config.rootDir).replaceAll('\\', '/');
    this.print(chapterLines(this.report.clauses));
    this.print(details(this.report));
    if (process.env.GITHUB_ACTIONS === 'true')
      this.out.write(`${annotationsOf(this.report, tests).join('\n')}\n`);
    this.print([
      ...(this.report.cost.requests > 0 ? ['', `Cost: ${formatCost(this.report)}`] : []),
      ...(this.report.created.length > 0
        ? [
            `Created on the service: ${formatCreated(this.report.created)}, listed in index.html and conformance.json`,
          ]
        : []),
      ...(next === null ? [] : ['', next]),
      ...outcomeLines(this.report, place),
      ...(unwritten ?? []),
    ]);
  }

  private print(lines: string[]): void {
    if (lines.length > 0) this.out.write(inLog(`${lines.join('\n')}\n`));
  }

  /**
   * Writes the reports and decides the outcome. Returns why they could not be written, as the last line to
   * print: none where invalid settings stopped the run, since a folder that cannot be written is among those.
   */
  private write(): string[] | null {
    if (!this.report) return null;
    const folder = reportsFolder(process.env);
    try {
      writeReports(this.report, folder);
      return null;
    } catch (error) {
      this.report = incomplete(this.report);
      return this.playwrightRun?.stop?.kind === 'misconfigured' ? [] : [inOneLine(error)];
    } finally {
      state.outcome = this.report.outcome;
    }
  }
}

/** A line of `--list`. */
function listed(test: TestCase, rootDir: string): string {
  const { file, line, column } = test.location;
  const place = `${relative(rootDir, file).replaceAll('\\', '/')}:${line}:${column}`;
  return `${place} › ${test.titlePath().slice(3).join(' › ')}  ${test.tags.join(' ')}`;
}
