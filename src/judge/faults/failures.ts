import type { KeyVariable } from '../../../spec/accounts';
import { type ClauseId, ledger } from '../../../spec/ledger';
import type { Context, Exchange, Finding, Operation, UniversalViolation } from '../data/evidence';
import { type Expectation, type Note, stable } from '../data/expectation';
import { factsOf } from '../data/facts';
import { groupedBy, uniqueBy } from '../data/grouped';
import { curl } from '../texts/curl';
import type { CheckVerdict } from '../verdict/check-verdicts';
import { judgeExchange } from '../verdict/universal';
import { namesOf, universalNames } from './cause-names';
import { type Excusable, entryOf, type KnownFailure, nameOf } from './known-failures';
import { type Fingerprint, fingerprintOf, signatureOf } from './signature';

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
  signature: string;
  /** The faults that an entry of the known failures names. A universal clause may have several. */
  faults: Excusable[];
  /** Its root cause: the same for everything that one defect of the target breaks, under any clause. */
  causeName: string;
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

/** The failures of a check: its findings that are not met. */
export function failuresOf(
  each: CheckVerdict,
  context: Context,
  entries: readonly KnownFailure[],
): Failure[] {
  const failures = each.findings.flatMap((finding): Failure[] => {
    const { verdict, note } = finding;
    if (verdict === 'conforms' || each.verdict === 'unspecified') return [];
    const exchanges = finding.exchanges.flatMap(
      (id) => each.exchanges.find((exchange) => exchange.id === id) ?? [],
    );
    const [telling] = exchanges;
    const probe = telling && factsOf(telling, context).probe;
    const { status, code } = fingerprintOf(telling);
    const what = probe ? `${probe.family} ${probe.place}` : each.title;
    const signature = signatureOf(finding, [what, status, code]);
    const named = { ...finding, verdict, universal: false, signature, ...namesOf(finding, telling, context) };
    const failure = failureFrom(each, named, exchanges, entries);
    return [{ ...failure, ...beforeOn(telling, each.exchanges, context, note) }];
  });
  return groupedBy(failures, ({ signature, received }) => `${signature} ${JSON.stringify(received)}`).map(
    joined,
  );
}

/**
 * The violations of universal clauses: one failure for each, no matter how many exchanges show it.
 * @returns also how many exchanges a universal clause was judged on, all of them or those of some operations
 */
export function judgeSilently(
  checks: CheckVerdict[],
  context: Context,
  entries: readonly KnownFailure[],
): { judged: (clause: string, at?: readonly Operation[]) => number; failures: Failure[] } {
  const sent = uniqueBy(
    checks.flatMap((each) => each.exchanges.map((exchange) => ({ each, exchange }))),
    ({ exchange }) => exchange.id,
  ).map(({ each, exchange }) => ({ each, exchange, found: judgeExchange(exchange, context) }));
  const judged = (clause: string, at?: readonly Operation[]) =>
    sent.filter(
      ({ exchange, found: universal }) =>
        universal.judged.some((each) => each === clause) && (at?.includes(exchange.operation) ?? true),
    ).length;
  const failures = sent.flatMap(({ each, exchange, found: universal }) =>
    universal.violations.map((shown) => {
      const verdict = ledger[shown.clause].level === 'must' ? 'violates' : 'deviates';
      const named = {
        ...shown,
        verdict,
        universal: true,
        signature: signatureOf(shown, isOfOthers(shown.clause) ? [exchange.response?.status] : []),
        ...universalNames(shown),
      } as const;
      return failureFrom(each, named, [exchange], entries);
    }),
  );
  const byCause = groupedBy(failures, ({ clause, expected, causeName, known, status }) =>
    JSON.stringify([clause, stable(expected), causeName, known, ...(isOfOthers(clause) ? [status] : [])]),
  );
  return {
    judged,
    failures: byCause.map((same) => {
      const failure = joined(same);
      const { clause, seen } = failure;
      return {
        ...failure,
        exchanges: firstDifferent(same.flatMap(({ exchanges }) => exchanges)),
        faults: uniqueBy(
          same.flatMap(({ faults }) => faults),
          nameOf,
        ),
        seen: { ...seen, judged: judged(clause, seen.operations) },
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
  named: Omit<UniversalViolation, 'note'> &
    Pick<Failure, 'verdict' | 'universal' | 'signature' | 'causeName'> & { faults: [Excusable] },
  exchanges: Exchange[],
  entries: readonly KnownFailure[],
): Failure {
  const { expected } = named;
  const requests = requestsAmong(expected, exchanges);
  const known = entryOf(entries, named.faults[0]);
  return {
    check: placeOf(each),
    ...named,
    ...fingerprintOf(exchanges[0]),
    exchanges: shown(expected, exchanges),
    seen: {
      exchanges: requests.map(({ id }) => id),
      operations: [...new Set(requests.map(({ operation }) => operation))],
      senders: [...new Set(requests.flatMap(({ variable }) => variable ?? []))],
    },
    ...(known && { known }),
  };
}

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
