import type { KeyVariable } from '../../../spec/accounts';
import type { Context, Exchange, Finding, Operation } from '../data/evidence';
import type { Expectation, Note } from '../data/expectation';
import { factsOf } from '../data/facts';
import { groupedBy } from '../data/grouped';
import { suiteInfo } from '../data/suite-info';
import { curl } from '../texts/curl';
import type { CheckVerdict } from '../verdict/check-verdicts';
import { judgeExchange } from '../verdict/universal';
import { breachOf, excusableOf, universalBreach, universalExcusable } from './breach';
import { type Excusable, entryOf, type KnownFailure, nameOf } from './known-failures';
import { type Fingerprint, fingerprintOf, signatureOf, stable } from './signature';

/** The failures of checks and of universal clauses. */

/** A violated must clause, or a recommendation that is not met: of one check, or of a universal clause. */
export interface Failure extends Fingerprint, Pick<Finding, 'clause' | 'expected' | 'received' | 'note'> {
  verdict: 'violates' | 'deviates';
  /** The title of the check that saw it first. Its own clause may be another. */
  check: string;
  checkId: string;
  file: string;
  line: number;
  /** The first exchanges that show it: at most three different requests. */
  exchanges: Exchange[];
  /** The requests before it over the keep-alive connection that shows it, since the failure may depend on them. */
  before?: Exchange[];
  /** For a universal clause: how many responses of these operations it was judged on. */
  judged?: number;
  /** The ids of all exchanges that show it, and their operations. Readings of the credits count with their request. */
  seenIn: string[];
  operations: Operation[];
  /** The variables of the keys that these were sent with. */
  senders: KeyVariable[];
  /** True for a clause that every response is judged by. */
  universal: boolean;
  /** The known failure that covers it. */
  known?: KnownFailure;
  signature: string;
  /** The faults that an entry of the known failures names. A universal clause may have several. */
  faults: Excusable[];
  /** Its root cause: the same for everything that one defect of the target breaks, under any clause. */
  breach: string;
}

export function failuresOf(
  each: CheckVerdict,
  context: Context,
  entries: readonly KnownFailure[],
): Failure[] {
  const failures = each.findings.flatMap((finding): Failure[] => {
    const { clause, verdict, expected, received, note } = finding;
    if (verdict === 'conforms' || each.verdict === 'unspecified') return [];
    const exchanges = finding.exchanges.flatMap(
      (id) => each.exchanges.find((exchange) => exchange.id === id) ?? [],
    );
    const print = fingerprintOf(exchanges[0]);
    const requests = requestsAmong(expected, exchanges);
    const fault = excusableOf(finding, exchanges[0], context);
    const known = entryOf(entries, fault);
    return [
      {
        ...placeOf(each),
        clause,
        verdict,
        expected,
        received,
        ...(note && { note }),
        ...print,
        universal: false,
        exchanges: shown(expected, exchanges),
        ...beforeOn(exchanges[0], each.exchanges, context, note),
        operations: [...new Set(requests.map(({ operation }) => operation))],
        senders: [...new Set(requests.flatMap(({ variable }) => variable ?? []))],
        seenIn: requests.map(({ id }) => id),
        ...(known && { known }),
        signature: signatureOf({
          clause,
          expected,
          check: each.title,
          ...probeOf(exchanges[0], context),
          ...print,
        }),
        faults: [fault],
        breach: breachOf(finding, exchanges[0], context),
      },
    ];
  });
  return groupedBy(failures, ({ signature, received }) => `${signature} ${JSON.stringify(received)}`).map(
    ([first, ...others]) => ({
      ...first,
      seenIn: [...new Set([first, ...others].flatMap(({ seenIn }) => seenIn))],
      operations: [...new Set([first, ...others].flatMap(({ operations }) => operations))],
      senders: [...new Set([first, ...others].flatMap(({ senders }) => senders))],
    }),
  );
}

/** The violations of universal clauses: one failure for each, no matter how many exchanges show it. */
export function judgeSilently(
  checks: CheckVerdict[],
  context: Context,
  entries: readonly KnownFailure[],
): { judged: Map<string, number>; failures: Failure[] } {
  const judged = new Map<string, number>();
  const judgedAt = new Map<string, number>();
  const failures = new Map<string, Failure>();
  const seen = new Set<string>();
  for (const each of checks) {
    for (const exchange of each.exchanges) {
      if (seen.has(exchange.id)) continue;
      seen.add(exchange.id);
      const { judged: clauses, breaches } = judgeExchange(exchange, context);
      for (const id of clauses) {
        const at = `${id} ${exchange.operation}`;
        judged.set(id, (judged.get(id) ?? 0) + 1);
        judgedAt.set(at, (judgedAt.get(at) ?? 0) + 1);
      }
      for (const { clause, expected, received } of breaches) {
        const level = suiteInfo.ledger[clause]?.level;
        if (level !== 'must' && level !== 'should') continue;
        const print = fingerprintOf(exchange);
        const fault = universalExcusable({ clause, expected, received });
        const known = entryOf(entries, fault);
        const breach = universalBreach({ clause, expected, received });
        const key = JSON.stringify([clause, stable(expected), breach, known]);
        const failure = failures.get(key) ?? {
          ...placeOf(each),
          clause,
          verdict: level === 'must' ? ('violates' as const) : ('deviates' as const),
          expected,
          received,
          ...print,
          exchanges: [],
          seenIn: [],
          operations: [],
          senders: [],
          universal: true,
          ...(known && { known }),
          signature: signatureOf({ clause, expected }),
          faults: [],
          breach,
        };
        failures.set(key, failure);
        if (!failure.faults.some((other) => nameOf(other) === nameOf(fault))) failure.faults.push(fault);
        failure.seenIn.push(exchange.id);
        if (isNews(exchange, failure.exchanges)) failure.exchanges.push(exchange);
        if (!failure.operations.includes(exchange.operation)) failure.operations.push(exchange.operation);
        const { variable } = exchange;
        if (variable !== null && !failure.senders.includes(variable)) failure.senders.push(variable);
      }
    }
  }
  return {
    judged,
    failures: [...failures.values()].map((failure) => ({
      ...failure,
      judged: failure.operations.reduce((sum, at) => sum + (judgedAt.get(`${failure.clause} ${at}`) ?? 0), 0),
      ...reporterOf(failure, checks),
    })),
  };
}

/** The check that failed for this failure, if one did. */
function reporterOf({ seenIn }: Failure, checks: CheckVerdict[]) {
  const seen = new Set(seenIn);
  const reporter = checks.find(
    (each) => each.reportedUniversal && each.exchanges.some(({ id }) => seen.has(id)),
  );
  return reporter && placeOf(reporter);
}

const probeOf = (exchange: Exchange | undefined, context: Context) => ({
  probe: exchange && factsOf(exchange, context).probe,
});

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

function placeOf({
  title,
  id,
  file,
  line,
}: CheckVerdict): Pick<Failure, 'check' | 'checkId' | 'file' | 'line'> {
  return { check: title, checkId: id, file, line };
}

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

/** True if there is room for another exchange, and it is a different request. */
function isNews(exchange: Exchange, shown: Exchange[]): boolean {
  return shown.length < mostShown && shown.every((other) => curl(other) !== curl(exchange));
}
