import { test } from '@playwright/test';
import { mockKeys } from '../mock/accounts';
import { type MockOptions, startMock } from '../mock/server';
import { usesAi } from '../spec/operations';
import { allChecks } from '../src/check/all-checks';
import { sessionOf } from '../src/client/run/session';
import type { Reason } from '../src/judge/data/reason';
import type { Stop } from '../src/judge/data/run';
import { formatReason } from '../src/judge/texts/wording';
import type { Verdict } from '../src/judge/verdict/check-verdicts';
import type { Depth } from '../src/judge/verdict/depth';
import type { Report } from '../src/judge/verdict/report';
import { details, outcomeLines } from '../src/report/terminal';
import { openDriver, type PlannedCheck } from '../src/send/driver/driver';
import { readSettings } from '../src/settings/settings';
import { checkTarget } from '../src/settings/target-file/check-target';
import type { Target } from '../src/settings/target-file/target';
import { reach } from '../src/setup/reach';
import mockTarget from '../tests/targets/mock';
import { watchMemory } from './catalogue/hostile/memory';
import { runAt } from './helpers/open-mock';
import { mockTarget as mockTargetFile, theSuite } from './helpers/reports-project';
import { aReport, aRun } from './helpers/reports-runs';

/** Starts what responds to the requests of a run. */
export type Server = () => Promise<{ url: string; close(): Promise<unknown> }>;

export const mockWith =
  (options: MockOptions): Server =>
  () =>
    startMock(options);

/** The settings of a run, besides its target file and depth. */
export interface Settings {
  /** The keys of the accounts; those of the mock by default. */
  keys?: Readonly<Record<string, string | undefined>> | undefined;
  /** Other environment variables. */
  env?: Readonly<Record<string, string>> | undefined;
  /** Selects checks, as `--grep` does. */
  checks?: (check: PlannedCheck) => boolean;
  /** The parts of the target file were verified before. */
  verified?: true | undefined;
  /** The windows of rate limits last a minute, as those of a live service. */
  realTime?: boolean;
  /** The whole suite runs in a process of its own, with the mock's target file. */
  process?: true;
}

/** The verdict on a check, or on a clause, of which the title is empty. */
export interface Judged {
  clause: string;
  title: string;
  verdict: Verdict;
  /** Why it was not judged. */
  why: string;
  /** Why it, or a part of it, was not tested, unless nothing needs it. */
  lacks: readonly string[];
  /** It sent a request that uses the AI if it is accepted. */
  spends: boolean;
}

/** What a run shows: all that the proof knows of it. */
export interface RunResult {
  verdicts: readonly Judged[];
  faults: readonly { title: string; clauses: readonly string[]; operations: readonly string[] }[];
  /** Null if the run did not end by itself. */
  exit: number | null;
  /** The lines of the terminal. */
  says: readonly string[];
  /** What a process must never do. */
  broken: readonly string[];
}

/** Runs the suite against a server: the only way to do so in the proof. */
export async function run(
  server: Server,
  settings: Settings,
  target: unknown,
  depth: Depth,
): Promise<RunResult> {
  const opened = await server();
  try {
    if (settings.process) return await runProcess(opened.url, settings, depth);
    const report = await runHere(opened.url, settings, target as Target, depth);
    const says = [...details(report), ...outcomeLines(report, null)];
    return { ...resultOf(report), exit: report.outcome.exitCode, says, broken: [] };
  } finally {
    await opened.close();
  }
}

/** Runs checks with the driver as a library, which saves the seconds that a process takes. */
async function runHere(baseUrl: string, more: Settings, target: Target, depth: Depth): Promise<Report> {
  const { keys = mockKeys, env, checks = () => true, verified, realTime = false } = more;
  const given = { TIMEOUT_MS: '10000', RATE_LIMIT_BURST: '24', ...keys, ...env, BASE_URL: baseUrl };
  const { settings, problems } = readSettings({ ...given, DEPTH: `${depth}` });
  const wrong = [...problems, ...checkTarget(target).map((problem) => `TARGET: ${problem}`)];
  if (wrong.length > 0) return stopped({ kind: 'misconfigured', lines: wrong });
  const setup = { ...runAt(baseUrl), mock: !realTime, verifiedEarlier: verified ? ['*'] : [], depth };
  const session = sessionOf(setup, settings, target);
  try {
    const found = await reach(session);
    if ('kind' in found) return stopped(found);
    const driver = openDriver(session, allChecks().filter(checks));
    await driver.ended;
    return aReport(aRun([], driver.recorded()));
  } finally {
    await session.close();
  }
}

const stopped = (stop: Stop) => aReport(aRun([], { stop }));

/** Runs checks on a mock with these defects and returns the report. */
export async function reportOn(more: Settings, defects: readonly string[] = []): Promise<Report> {
  await using mock = await startMock({ defects });
  return await runHere(mock.url, { verified: true, ...more }, mockTarget, 1);
}

/** What the first request waits for. */
const waits = /^(?:GET \S+ responded with \d+: it is sent again|Waiting for the first response) .*\n/gm;

/** Generous, since the machine may be busy. On an idle one, no run takes a tenth of it. */
const MOST_SECONDS = 600;

const MOST_MEGABYTES = 900;

async function runProcess(BASE_URL: string, more: Settings, depth: Depth): Promise<RunResult> {
  const { keys = mockKeys, env } = more;
  const suite = theSuite(test.info());
  const settings = { ...keys, TARGET: mockTargetFile, DEPTH: `${depth}`, ...env, BASE_URL };
  let peak = () => 0;
  let bound: NodeJS.Timeout | undefined;
  const { code, signal, stdout, stderr } = await suite.run(['test'], settings, (child) => {
    peak = watchMemory(child.pid ?? 0);
    bound = setTimeout(() => child.kill('SIGKILL'), MOST_SECONDS * 1000);
  });
  clearTimeout(bound);
  const megabytes = peak();
  const broken = [
    ...(signal === null ? [] : [`did not end by itself: ${signal}`]),
    ...(stderr.replace(waits, '') === '' ? [] : [`writes to standard error: ${stderr}`]),
    ...(/^\s+at /m.test(stdout) ? ['prints a stack'] : []),
    ...(megabytes < MOST_MEGABYTES ? [] : [`takes ${megabytes} of ${MOST_MEGABYTES} MB`]),
  ];
  const { result, run } = signal === null ? suite.record() : { result: { clauses: [] }, run: { faults: [] } };
  const found = resultOf({ clauses: result.clauses, faults: run.faults });
  return { ...found, exit: code, says: stdout.split('\n'), broken };
}

/** A verdict in a report, or in the record of one, where the reason is text. */
interface Reported {
  verdict: string;
  reason?: Reason | string | undefined;
}

interface ReportedCheck extends Reported {
  title: string;
  untested?: readonly Reported[];
  exchanges?: readonly { operation: Parameters<typeof usesAi>[0] }[];
}

interface Found {
  clauses: readonly (Reported & { id: string; checks: readonly ReportedCheck[] })[];
  faults: RunResult['faults'];
}

const resultOf = ({ clauses, faults }: Found): Pick<RunResult, 'verdicts' | 'faults'> => ({
  verdicts: clauses.flatMap((clause) => [
    judgedOf(clause.id, { ...clause, title: '' }),
    ...clause.checks.map((check) => judgedOf(clause.id, check)),
  ]),
  faults: faults.map(({ title, clauses, operations }) => ({ title, clauses, operations })),
});

function judgedOf(clause: string, each: ReportedCheck): Judged {
  const { title, verdict, untested = [], exchanges = [] } = each;
  const lacks = [each, ...untested].flatMap((part) => (part.verdict === 'not tested' ? textOf(part) : []));
  return {
    clause,
    title,
    verdict: verdict as Verdict,
    why: textOf(each),
    lacks: lacks.filter((why) => !why.startsWith('not needed')),
    spends: exchanges.some(({ operation }) => usesAi(operation)),
  };
}

const textOf = ({ reason }: Reported) => (typeof reason === 'string' ? reason : formatReason(reason));
