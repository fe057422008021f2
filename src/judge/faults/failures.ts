import type { Context, Exchange, Finding, Universal } from '../data/evidence';
import { factsOf } from '../data/facts';
import type { CheckVerdict } from '../verdict/check-verdicts';
import { judgeExchange } from '../verdict/universal';
import { faultNamesIn } from './causes';
import { entryOf, type KnownFailure } from './known-failures';

/** A finding that is not met: a violated must clause, or a recommendation, with its fault and the check that saw it. */
export interface Failure extends Finding {
  verdict: 'violates' | 'deviates';
  /** Its cause, and what came in place of what must come: the same for all that one defect of the target breaks. */
  fault: string;
  /** The check that saw it. Its own clause may be another. */
  check: Pick<CheckVerdict, 'title' | 'id' | 'file' | 'line'>;
  /** The requests before it over the keep-alive connection that shows it, since the failure may depend on them. */
  before?: Exchange[];
  known?: KnownFailure;
}

/** A response, with the first check that depends on it, and what the clauses about every response say of it. */
interface JudgedResponse extends Universal<Finding> {
  exchange: Exchange;
  check: CheckVerdict;
}

/** Judges each response of a run once by the clauses about every response. */
export function judgeResponses(checks: readonly CheckVerdict[], context: Context): JudgedResponse[] {
  const firsts = new Map<string, Pick<JudgedResponse, 'exchange' | 'check'>>();
  for (const check of checks)
    for (const exchange of check.exchanges)
      if (!firsts.has(exchange.id)) firsts.set(exchange.id, { exchange, check });
  return [...firsts.values()].map((first) => ({ ...first, ...judgeExchange(first.exchange, context) }));
}

/** What is not met: the findings of checks, then those by the clauses about every response. */
export function failuresOf(
  checks: readonly CheckVerdict[],
  responses: readonly JudgedResponse[],
  context: Context,
  entries: readonly KnownFailure[],
): Failure[] {
  const found = [
    ...checks.flatMap((check) => check.findings.map((finding) => ({ ...finding, check }))),
    ...responses.flatMap(({ violations, check }) => violations.map((finding) => ({ ...finding, check }))),
  ];
  const unmet = found.filter(isUnmet);
  const nameOf = faultNamesIn(unmet);
  return unmet.map((each) => {
    const { title, id, file, line, exchanges } = each.check;
    const fault = nameOf(each);
    const operations = requestsOf(each).map(({ operation }) => operation);
    const known = entryOf(entries, fault, operations);
    const before = requestsBefore(each, exchanges, context);
    return {
      ...each,
      fault,
      check: { title, id, file, line },
      ...(before.length > 0 && { before }),
      ...(known && { known }),
    };
  });
}

const isUnmet = <Each extends Finding>(each: Each): each is Each & Pick<Failure, 'verdict'> =>
  each.verdict !== 'conforms';

/** The requests that show a failure, without the readings of the credits around them. */
export function requestsOf({ expected, exchanges }: Pick<Finding, 'expected' | 'exchanges'>): Exchange[] {
  const { kind } = expected;
  if (kind === 'uncharged') return expected.ofAnother ? exchanges : exchanges.slice(0, -2);
  return kind === 'charged' || kind === 'cheaper'
    ? exchanges.filter(({ operation }) => operation !== 'credits')
    : exchanges;
}

/** The connection over which it was repeated after another request. */
export const reproductionOf = ({ id }: Exchange) => `again ${id}`;

/**
 * If not every request of a keep-alive connection shows it: the requests before it since the last one of
 * another sender, on the connection that reproduced it.
 */
function requestsBefore(
  { exchanges, note }: Finding,
  all: readonly Exchange[],
  context: Context,
): Exchange[] {
  const [telling] = exchanges;
  if (telling && note?.kind === 'not reproduced' && note.how === 'fresh')
    return all.filter((each) => each.connection === reproductionOf(telling)).slice(0, 1);
  if (telling?.connection === undefined || factsOf(telling, context).probe?.all !== undefined) return [];
  const { actor, connection } = telling;
  const before = all.slice(0, all.indexOf(telling)).filter((each) => each.connection === connection);
  const since = before.findLastIndex((each) => each.actor !== actor);
  return before.slice(Math.max(since, 0));
}
