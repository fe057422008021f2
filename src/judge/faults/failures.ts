import { ledger } from '../../../spec/ledger';
import type { Context, Exchange, Finding } from '../data/evidence';
import type { Note } from '../data/expectation';
import { factsOf } from '../data/facts';
import { uniqueBy } from '../data/grouped';
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

/** The failures of checks: their findings that are not met. */
export function failuresOf(
  checks: readonly CheckVerdict[],
  context: Context,
  entries: readonly KnownFailure[],
): Failure[] {
  const judged = checks
    .filter(({ verdict }) => verdict !== 'unspecified')
    .map((each) => ({ each, unmet: unmetIn(each, each.findings) }));
  const nameOf = faultNamesIn(
    judged.flatMap(({ unmet }) => unmet),
    context,
  );
  return judged.flatMap(({ each, unmet }) =>
    unmet.map((found) => {
      const { exchange, ...finding } = found;
      const failure = { ...finding, fault: nameOf(found), check: placeOf(each), universal: false };
      return {
        ...failureFrom(entries, failure),
        ...beforeOn(exchange, each.exchanges, context, finding.note),
      };
    }),
  );
}

/** The findings that are not met, with the exchanges that show them. */
export function unmetIn(all: { exchanges: readonly Exchange[] }, findings: readonly Finding[]) {
  return findings.flatMap((finding) => {
    const { verdict } = finding;
    if (verdict === 'conforms') return [];
    const exchanges = finding.exchanges.flatMap((id) => all.exchanges.find((each) => each.id === id) ?? []);
    return { ...finding, verdict, exchanges, exchange: exchanges[0] };
  });
}

/**
 * The violations of clauses that every response is judged by, those of checks first that fail for them.
 * @returns also the exchanges that a universal clause was judged on
 */
export function judgeSilently(
  checks: CheckVerdict[],
  context: Context,
  entries: readonly KnownFailure[],
): { judged: (clause: string) => Exchange[]; failures: Failure[] } {
  const reports = ({ evidence }: CheckVerdict) =>
    Number(evidence.some(({ reportedUniversal }) => reportedUniversal));
  const sent = uniqueBy(
    checks
      .toSorted((a, b) => reports(b) - reports(a))
      .flatMap((each) => each.exchanges.map((exchange) => ({ each, exchange }))),
    ({ exchange }) => exchange.id,
  ).map(({ each, exchange }) => ({ each, exchange, found: judgeExchange(exchange, context) }));
  return {
    judged: (clause) =>
      sent.flatMap(({ exchange, found }) => (found.judged.some((each) => each === clause) ? exchange : [])),
    failures: sent.flatMap(({ each, exchange, found }) =>
      found.violations.map((shown) =>
        failureFrom(entries, {
          ...shown,
          fault: universalFaultName(shown, found.violations, exchange),
          verdict: ledger[shown.clause].level === 'must' ? 'violates' : 'deviates',
          check: placeOf(each),
          exchanges: [exchange],
          universal: true,
        }),
      ),
    ),
  };
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
