import type { ErrorCode } from '../../spec/contract';
import type { Exchange } from './evidence';
import type { Ledger } from './run';
import { fingerprintOf } from './signature';
import type { CaseVerdict, ClauseVerdict, Verdict } from './verdicts';

/** Error code x endpoint: which actor was answered so, as asked for or not. Made of observed traffic. */

export type Operation = Exchange['operation'];

export interface Cell {
  actor: string;
  /** What the code was to the request: asked for and given, asked for and not given, or given unasked. */
  verdict: 'conforms' | 'violates' | 'deviates' | 'seen';
  /** Id of a case that shows it. */
  case: string;
}

export interface MatrixRow {
  code: ErrorCode;
  status: number;
  /** The clauses that are about this code. */
  clauses: string[];
  cells: Partial<Record<Operation, Cell[]>>;
  /** Where no case asked for the code: the verdict of its clauses and the reason. */
  absent?: { verdict: Verdict; reason: string };
}

export const columns: readonly Operation[] = [
  'models',
  'credits',
  'job',
  'text',
  'submit',
  'workflow',
  'run',
  'other',
];

/** Which clauses each code is asked for by. */
const clausesOf: Record<ErrorCode, readonly string[]> = {
  missing_api_key: ['auth.header.required', 'auth.header.before-lookup'],
  invalid_api_key: [
    'auth.key.wrong',
    'auth.key.incomplete',
    'auth.key.inactive',
    'auth.key.leading-whitespace',
    'auth.key.trailing-no-break-space',
    'auth.key.trailing-whitespace',
  ],
  insufficient_credits: ['credits.insufficient'],
  model_not_found: ['models.use.unlisted'],
  not_found: [
    'jobs.lookup.unknown',
    'jobs.lookup.foreign',
    'jobs.lookup.odd-exact',
    'runs.lookup.unknown',
    'runs.lookup.foreign',
    'runs.lookup.odd-exact',
  ],
  no_backend_account: ['auth.backend.missing'],
  invalid_request: ['text.requires.input', 'text.malformed.json', 'text.malformed.types'],
  invalid_workflow: [
    'workflows.reference.later',
    'workflows.reference.missing-field',
    'workflows.reference.mismatched-kind',
    'workflows.reference.self-exact',
    'workflows.reference.no-block-exact',
  ],
  rate_limited: ['limits.rate.exceeded'],
  daily_quota_exceeded: ['limits.daily.exceeded'],
  upstream_error: ['upstream.failure'],
};

/** The worse is told where several requests of one actor met the same code at one endpoint. */
const rank: readonly Cell['verdict'][] = ['violates', 'deviates', 'conforms', 'seen'];

/**
 * One row a code, in the contract's order.
 * @param codes the table code -> status
 */
export function matrixOf(
  ledger: Ledger,
  codes: Readonly<Record<ErrorCode, number>>,
  verdicts: ClauseVerdict[],
): MatrixRow[] {
  const entries = verdicts.flatMap(({ cases }) => cases.flatMap((each) => entriesOf(each)));
  return Object.keys(codes)
    .filter(isErrorCode)
    .map((code) => {
      const cells: MatrixRow['cells'] = {};
      for (const { operation, cell } of entries.filter((entry) => entry.codes.includes(code))) {
        const there = cells[operation] ?? [];
        cells[operation] = there;
        const index = there.findIndex(({ actor }) => actor === cell.actor);
        const same = there[index];
        if (!same) there.push(cell);
        else if (rank.indexOf(cell.verdict) < rank.indexOf(same.verdict)) there[index] = cell;
      }
      for (const there of Object.values(cells)) there.sort(byVerdictAndActor);
      const clauses = clausesOf[code].filter((id) => ledger[id]);
      const row = { code, status: codes[code], clauses, cells };
      const asked = Object.values(cells).some((there) => there.some(({ verdict }) => verdict !== 'seen'));
      return asked ? row : { ...row, absent: absenceOf(verdicts.filter(({ id }) => clauses.includes(id))) };
    });
}

interface Entry {
  codes: string[];
  operation: Operation;
  cell: Cell;
}

/** What a case shows: the codes that it asked for, and those that it met unasked. */
function entriesOf({ id, exchanges, findings }: CaseVerdict): Entry[] {
  return exchanges.flatMap((exchange): Entry[] => {
    const { operation, actor } = exchange;
    const observed = fingerprintOf(exchange).code;
    const entry = (codes: string[], verdict: Cell['verdict']) => ({
      codes,
      operation,
      cell: { actor, verdict, case: id },
    });
    const about = findings.filter((finding) => finding.exchange === exchange.id);
    const unmet = about.filter(({ verdict }) => verdict !== 'conforms');
    const missed = unmet.map(({ expected, verdict }) =>
      entry(expected.match(/[a-z]+(?:_[a-z]+)+/g) ?? [], verdict),
    );
    if (observed === null || unmet.length > 0) return missed;
    return [entry([observed], about.length > 0 ? 'conforms' : 'seen')];
  });
}

function byVerdictAndActor(a: Cell, b: Cell): number {
  return rank.indexOf(a.verdict) - rank.indexOf(b.verdict) || (a.actor < b.actor ? -1 : 1);
}

function absenceOf(about: ClauseVerdict[]): NonNullable<MatrixRow['absent']> {
  const reasons = new Set(about.map(({ reason }) => reason ?? '').filter((reason) => reason !== ''));
  return { verdict: about[0]?.verdict ?? 'not driven', reason: [...reasons].join('; ') };
}

function isErrorCode(name: string): name is ErrorCode {
  return Object.hasOwn(clausesOf, name);
}
