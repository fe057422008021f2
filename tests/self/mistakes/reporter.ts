import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from '@playwright/test/reporter';
import { type Heard, runOf } from '../../../reports/heard';
import { selectionOf } from '../../../reports/selection';
import type { Note } from '../../engine/expectation';
import { groupedBy } from '../../engine/grouped';
import { whyWords } from '../../engine/outcome';
import { type Report, reportOf } from '../../engine/report';
import { line as shortened } from '../../engine/visible';
import { noteWords } from '../../engine/wording';
import { markdown, writePart } from '../proof-page';
import { parts } from './mistake';
import { type PlacedMistake, placedMistakes, problemsOf } from './mistakes';
import { approachOf } from './open';

/** What a run with one mistake came to. */
interface Row {
  word: string;
  exitCode: number;
  /** The line that names it. */
  line: string;
  /** Why it is not as it must be. */
  wrong?: string;
}

/** Judges the run of each mistake from its evidence, as a user's run is judged; fails where one accuses. */
export default class MistakesReporter implements Reporter {
  private readonly ended = new Set<TestResult>();
  private config: FullConfig | null = null;
  private tests: TestCase[] = [];
  private readonly rows = new Map<string, Row>();

  onBegin(config: FullConfig, suite: Suite): void {
    this.config = config;
    this.tests = suite.allTests();
  }

  onTestEnd({ parent }: TestCase, result: TestResult): void {
    this.ended.add(result);
    const mistake = placedMistakes.find(({ name }) => name === parent.project()?.name);
    const tests = this.testsOf(mistake);
    if (
      mistake === undefined ||
      !tests.every(({ results }) => results.every((each) => this.ended.has(each)) && results.length > 0)
    )
      return;
    this.add(mistake, this.judged(mistake, tests, 'passed'));
  }

  private testsOf(mistake: PlacedMistake | undefined): TestCase[] {
    return this.tests.filter(({ parent }) => parent.project()?.name === mistake?.name);
  }

  /** A row is told as soon as it is known: the whole takes a quarter of an hour. */
  private add({ name }: PlacedMistake, row: Row): void {
    this.rows.set(name, row);
    process.stdout.write(
      `${row.wrong === undefined ? 'named' : 'WRONG'}  ${name}: ${row.word}, ${row.wrong ?? row.line}\n`,
    );
  }

  async onEnd({ status }: FullResult): Promise<{ status: 'passed' | 'failed' }> {
    if (process.argv.includes('--list')) {
      process.stdout.write(`${placedMistakes.map(({ name }) => name).join('\n')}\n`);
      return { status: 'passed' };
    }
    const grep = selectionOf(process.argv).filters.flatMap(
      (filter) => /^(?:-g|--grep) ?(.*)$/s.exec(filter)?.[1] ?? [],
    );
    const asked = new RegExp(grep.join('|') || '', 'i');
    for (const mistake of placedMistakes) {
      const tests = this.testsOf(mistake);
      if (this.rows.has(mistake.name)) continue;
      if (tests.length > 0) this.add(mistake, this.judged(mistake, tests, status));
      else if (asked.test(mistake.name) && (grep.length > 0 || this.tests.length > 0)) {
        const row = await refused(mistake);
        if (row !== null) this.add(mistake, row);
      }
    }
    if (this.rows.size === placedMistakes.length) writePart('mistakes', this.table());
    const rows = [...this.rows.values()];
    const named = rows.filter(({ wrong }) => wrong === undefined).length;
    process.stdout.write(`${named} of ${rows.length} mistakes accuse nobody and are named\n`);
    return { status: named === rows.length && named > 0 ? 'passed' : 'failed' };
  }

  /** A row for each mistake, where it ended alike on each of its servers. */
  private table(): string {
    const rows = placedMistakes.flatMap(({ name, words, server }) => {
      const row = this.rows.get(name);
      return row ? { ...row, words, server } : [];
    });
    const lines = groupedBy(rows, ({ words }) => words)
      .flatMap((own) => groupedBy(own, ({ word }) => word))
      .map((alike) => {
        const [{ words, word, exitCode, line }] = alike;
        const on = alike.map(({ server }) => server).join(', ');
        return [words, on, word, `${exitCode}`, shortened(line, 150)];
      });
    return markdown(['A user has', 'On', 'Outcome', 'Exit', 'The run says'], lines);
  }

  private judged(mistake: PlacedMistake, tests: TestCase[], ending: FullResult['status']): Row {
    const heard: Heard = {
      config: this.config as FullConfig,
      tests,
      ended: this.ended,
      errors: [],
      stop: null,
      merged: false,
    };
    const settings = { target: mistake.server, settings: [], required: [], live: true };
    const circumstances = { started: new Date().toISOString(), milliseconds: 0, playwright: '' };
    const run = { ...runOf(heard, ending), filters: [] };
    const report = reportOf(run, settings, { entries: [], problems: [] }, circumstances);
    const lines = linesOf(report);
    const { word, exitCode } = report.outcome;
    const line =
      exitCode === 0 ? report.outcome.sentence : (lines.find((each) => each.includes(mistake.says)) ?? '');
    return { word, exitCode, line, ...wrongIn(mistake, report, lines) };
  }
}

/** What a user reads: what accuses, then why the run came to what it did. */
function linesOf({ outcome, clauses }: Report): string[] {
  const claims = clauses.flatMap(({ failures }) =>
    failures.flatMap(({ note }) => (note ? noteWords(note) : [])),
  );
  const told = [...claims, ...outcome.reasons.map(whyWords)];
  const notDriven = clauses.flatMap(({ id, verdict, reason }) =>
    verdict === 'not driven' && reason ? whyWords({ kind: 'undecided', clause: id, verdict, reason }) : [],
  );
  return [...told, ...notDriven];
}

/** A breach that names first the variable whose claim may be what is wrong. */
function isClaim(note: Note | undefined, variable: string | undefined): boolean {
  return note?.kind === 'claim' && note.variable === variable;
}

function wrongIn(mistake: PlacedMistake, { outcome, clauses }: Report, lines: string[]): { wrong?: string } {
  const violating = clauses.filter(({ verdict }) => verdict === 'violates');
  if (violating.some(({ failures }) => failures.some(({ note }) => !isClaim(note, mistake.accuses)))) {
    return {
      wrong: `accuses: ${violating.map(({ id }) => id).join(', ')}`,
    };
  }
  const own = clauses.filter(({ id, level }) => level === 'must' && parts[mistake.part].own.test(id));
  if (outcome.exitCode === 0 && !own.some(({ verdict }) => verdict === 'conforms'))
    return { wrong: 'green, and nothing of it was driven' };
  if (outcome.exitCode !== 0 && !lines.some((line) => line.includes(mistake.says)))
    return { wrong: `no line says ${mistake.says}: ${lines.join(' | ')}` };
  return {};
}

/** A mistake that is found before the first case; null where there is none, and its cases were not asked for. */
async function refused(mistake: PlacedMistake): Promise<Row | null> {
  const problems = problemsOf(mistake);
  if (problems.length === 0 && mistake.stops) {
    const { found, session } = await approachOf(mistake);
    await session.close();
    problems.push(...('stop' in found ? found.lines : []));
  } else if (problems.length === 0) return null;
  const line = problems.find((problem) => problem.includes(mistake.says));
  return {
    word: 'misconfigured',
    exitCode: 2,
    line: line ?? problems[0] ?? '',
    ...(line === undefined && {
      wrong: problems.length === 0 ? 'lets the run begin' : `no line says ${mistake.says}`,
    }),
  };
}
