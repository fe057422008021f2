import { ledger } from '../../../spec/ledger';
import type { Context, Exchange, Finding, Universal } from '../data/evidence';
import type { Note } from '../data/expectation';
import { factsOf } from '../data/facts';
import type { CheckVerdict } from '../verdict/check-verdicts';
import { judgeExchange } from '../verdict/universal';
import { type Fingerprint, faultNamesIn, fingerprintOf, universalFaultName } from './causes';
import { entryOf, type KnownFailure } from './known-failures';

/** A violated must clause, or a recommendation that is not met, as a finding of a check or a response shows it. */
export interface Failure extends Fingerprint, Pick<Finding, 'clause' | 'expected' | 'received' | 'note'> {
  /** Its cause, and what came in place of what must come: the same for all that one defect of the target breaks. */
  fault: string;
  verdict: 'violates' | 'deviates';
  /** The check that saw it. Its own clause may be another. */
  check: Pick<CheckVerdict, 'title' | 'id' | 'file' | 'line'>;
  exchanges: Exchange[];
  /** The requests before it over the keep-alive connection that shows it, since the failure may depend on them. */
  before?: Exchange[];
  /** True for a clause that every response is judged by. */
  universal: boolean;
  known?: KnownFailure;
}

/** A response, with the first check that depends on it, and what the clauses about every response say of it. */
interface JudgedResponse extends Universal {
  exchange: Exchange;
  check: CheckVerdict;
}

/** By the id of the exchange. */
export type JudgedResponses = ReadonlyMap<string, JudgedResponse>;

/** Judges each response of a run once by the clauses about every response. */
export function judgeResponses(checks: readonly CheckVerdict[], context: Context): JudgedResponses {
  const responses = new Map<string, JudgedResponse>();
  for (const check of checks)
    for (const exchange of check.exchanges)
      if (!responses.has(exchange.id))
        responses.set(exchange.id, { exchange, check, ...judgeExchange(exchange, context) });
  return responses;
}

/** What is not met: the findings of checks, then what breaks a clause about every response. */
export function failuresOf(
  checks: readonly CheckVerdict[],
  responses: JudgedResponses,
  context: Context,
  entries: readonly KnownFailure[],
): Failure[] {
  const unmet = checks.filter(({ verdict }) => verdict !== 'unspecified').flatMap(unmetIn);
  const nameOf = faultNamesIn(unmet, ({ id }) => responses.get(id)?.violations ?? []);
  return [
    ...unmet.map((found) => {
      const { each, exchange, ...finding } = found;
      const failure = { ...finding, fault: nameOf(found), check: placeOf(each), universal: false };
      return {
        ...failureFrom(entries, failure),
        ...beforeOn(exchange, each.exchanges, context, finding.note),
      };
    }),
    ...[...responses.values()].flatMap(({ exchange, check, violations }) =>
      violations.map((shown) =>
        failureFrom(entries, {
          ...shown,
          fault: universalFaultName(shown, violations, exchange),
          verdict: ledger[shown.clause].level === 'must' ? 'violates' : 'deviates',
          check: placeOf(check),
          exchanges: [exchange],
          universal: true,
        }),
      ),
    ),
  ];
}

/** The findings of a check that are not met, with the exchanges that show them. */
function unmetIn(each: CheckVerdict) {
  const byId = new Map(each.exchanges.map((exchange) => [exchange.id, exchange]));
  return each.findings.flatMap((finding) => {
    const { verdict } = finding;
    if (verdict === 'conforms') return [];
    const exchanges = finding.exchanges.flatMap((id) => byId.get(id) ?? []);
    return { ...finding, each, verdict, exchanges, exchange: exchanges[0] };
  });
}

/** A failure with what its response shows, and the entry of the known failures that covers it. */
function failureFrom(entries: readonly KnownFailure[], failure: Omit<Failure, keyof Fingerprint>): Failure {
  const operations = requestsOf(failure).map(({ operation }) => operation);
  const known = entryOf(entries, failure.fault, operations);
  return { ...failure, ...fingerprintOf(failure.exchanges[0]), ...(known && { known }) };
}

/** The requests that show a failure, without the readings of the credits around them. */
export function requestsOf({ expected, exchanges }: Pick<Failure, 'expected' | 'exchanges'>): Exchange[] {
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
function beforeOn(
  telling: Exchange | undefined,
  all: readonly Exchange[],
  context: Context,
  note?: Note,
): Pick<Failure, 'before'> {
  if (telling && note?.kind === 'not reproduced' && note.how === 'fresh')
    return { before: all.filter((each) => each.connection === reproductionOf(telling)).slice(0, 1) };
  if (telling?.connection === undefined || factsOf(telling, context).probe?.all !== undefined) return {};
  const { actor, connection } = telling;
  const before = all.slice(0, all.indexOf(telling)).filter((each) => each.connection === connection);
  const since = before.findLastIndex((each) => each.actor !== actor);
  return before.length === 0 ? {} : { before: before.slice(Math.max(since, 0)) };
}

const placeOf = ({ title, id, file, line }: CheckVerdict): Failure['check'] => ({ title, id, file, line });
