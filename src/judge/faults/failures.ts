import type { KeyVariable } from '../../../spec/accounts';
import { type ClauseId, ledger } from '../../../spec/ledger';
import type { Context, Exchange, Finding, Operation, UniversalViolation } from '../data/evidence';
import type { Expectation, Note } from '../data/expectation';
import { factsOf } from '../data/facts';
import { groupedBy, uniqueBy } from '../data/grouped';
import { curl } from '../texts/curl';
import type { CheckVerdict } from '../verdict/check-verdicts';
import { judgeExchange } from '../verdict/universal';
import { type Fingerprint, faultNamesIn, fingerprintOf, universalFaultName } from './causes';
import { entryOf, type KnownFailure } from './known-failures';

/** The failures of checks and of universal clauses. */

/** A violated must clause, or a recommendation that is not met: of one check, or of a universal clause. */
export interface Failure extends Fingerprint, Pick<Finding, 'clause' | 'expected' | 'received' | 'note'> {
  verdict: 'violates' | 'deviates';
  /** The check that saw it first. Its own clause may be another. */
  check: Pick<CheckVerdict, 'title' | 'id' | 'file' | 'line'>;
  /** The first exchanges that show it: at most three different requests. */
  exchanges: Exchange[];
  /** The requests before it over the keep-alive connection that shows it, since the failure may depend on them. */
  before?: Exchange[];
  seen: Seen;
  /** True for a clause that every response is judged by. */
  universal: boolean;
  known?: KnownFailure;
  /** Its cause, and what came in place of what must come: the same for all that one defect of the target breaks. */
  fault: string;
}

/** Where a failure was seen. Readings of the credits count with their request. */
export interface Seen {
  /** The ids of all exchanges that show it. */
  exchanges: string[];
  operations: Operation[];
  senders: KeyVariable[];
  /** For a universal clause: how many responses of these operations it was judged on. */
  judged?: number;
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
    unmet.map((finding) => ({
      ...failureFrom(
        each,
        { ...finding, universal: false, fault: nameOf(finding) },
        finding.exchanges,
        entries,
      ),
      ...beforeOn(finding.exchange, each.exchanges, context, finding.note),
    })),
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
 * The violations of universal clauses: one failure for each, no matter how many exchanges show it.
 * @returns also the exchanges that a universal clause was judged on
 */
export function judgeSilently(
  checks: CheckVerdict[],
  context: Context,
  entries: readonly KnownFailure[],
): { judged: (clause: string) => Exchange[]; failures: Failure[] } {
  const sent = uniqueBy(
    checks.flatMap((each) => each.exchanges.map((exchange) => ({ each, exchange }))),
    ({ exchange }) => exchange.id,
  ).map(({ each, exchange }) => ({ each, exchange, found: judgeExchange(exchange, context) }));
  const judged = (clause: string) =>
    sent.flatMap(({ exchange, found }) => (found.judged.some((each) => each === clause) ? exchange : []));
  const failures = sent.flatMap(({ each, exchange, found: universal }) =>
    universal.violations.map((shown) => {
      const verdict = ledger[shown.clause].level === 'must' ? 'violates' : 'deviates';
      const named = {
        ...shown,
        verdict,
        universal: true,
        fault: universalFaultName(shown, exchange),
      } as const;
      return failureFrom(each, named, [exchange], entries);
    }),
  );
  const alike = groupedBy(failures, ({ clause, expected, fault, known, status }) =>
    JSON.stringify([clause, asked(expected), fault, known, isOfOthers(clause) && status]),
  );
  return {
    judged,
    failures: alike.map((same) => {
      const failure = joined(same);
      const { clause, seen } = failure;
      return {
        ...failure,
        exchanges: firstDifferent(same.flatMap(({ exchanges }) => exchanges)),
        seen: {
          ...seen,
          judged: judged(clause).filter(({ operation }) => seen.operations.includes(operation)).length,
        },
        ...reporterOf(failure, checks),
      };
    }),
  };
}

/** Whether several gateways may respond in place of the service, each with statuses of its own. */
const isOfOthers = (clause: ClauseId) => clause === 'errors.elsewhere';

/** The failure that a check shows by these exchanges. */
function failureFrom(
  each: CheckVerdict,
  {
    clause,
    expected,
    received,
    note,
    verdict,
    universal,
    fault,
  }: UniversalViolation & Pick<Failure, 'verdict' | 'universal' | 'fault'> & { note?: Note },
  exchanges: Exchange[],
  entries: readonly KnownFailure[],
): Failure {
  const requests = requestsAmong(expected, exchanges);
  const operations = [...new Set(requests.map(({ operation }) => operation))];
  const known = entryOf(entries, fault, operations);
  return {
    check: placeOf(each),
    ...{ clause, expected, received, verdict, universal, fault },
    ...(note && { note }),
    ...fingerprintOf(exchanges[0]),
    exchanges: shown(expected, exchanges),
    seen: {
      exchanges: requests.map(({ id }) => id),
      operations,
      senders: [...new Set(requests.flatMap(({ variable }) => variable ?? []))],
    },
    ...(known && { known }),
  };
}

/** What an expectation asks for, without what differs from request to request. */
export const asked = (expected: Expectation): string =>
  expected.kind === 'rule' ? expected.rule : expected.kind;

/** Failures of one kind as the first of them, with the exchanges that show any of them. */
function joined(same: [Failure, ...Failure[]]): Failure {
  const all = <Value>(of: (seen: Seen) => Value[]) => [...new Set(same.flatMap(({ seen }) => of(seen)))];
  return {
    ...same[0],
    seen: {
      exchanges: all(({ exchanges }) => exchanges),
      operations: all(({ operations }) => operations),
      senders: all(({ senders }) => senders),
    },
  };
}

function reporterOf({ seen: { exchanges: shown } }: Failure, checks: CheckVerdict[]) {
  const seen = new Set(shown);
  const reporter = checks.find(
    ({ evidence, exchanges }) =>
      evidence.some(({ reportedUniversal }) => reportedUniversal) && exchanges.some(({ id }) => seen.has(id)),
  );
  return reporter && { check: placeOf(reporter) };
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

/**
 * The exchanges that show a failure: three. For credits, all that were measured together; for a comparison,
 * its first pair.
 */
function shown({ kind }: Expectation, exchanges: Exchange[]): Exchange[] {
  if (kind === 'charged' || kind === 'uncharged') return exchanges;
  return exchanges.slice(0, kind === 'cheaper' ? 6 : mostShown);
}

/** The requests of a finding without the readings of the credits around them. */
function requestsAmong(expected: Expectation, exchanges: Exchange[]): Exchange[] {
  const { kind } = expected;
  if (kind === 'uncharged') return expected.ofAnother ? exchanges : exchanges.slice(0, -2);
  return kind === 'charged' || kind === 'cheaper'
    ? exchanges.filter(({ operation }) => operation !== 'credits')
    : exchanges;
}

const mostShown = 3;

function firstDifferent(exchanges: readonly Exchange[]): Exchange[] {
  const different: Exchange[] = [];
  for (const exchange of exchanges) {
    if (different.length === mostShown) break;
    if (different.every((other) => curl(other) !== curl(exchange))) different.push(exchange);
  }
  return different;
}
