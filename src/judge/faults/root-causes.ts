import type { ErrorCode } from '../../../spec/error-code';
import type { ClauseId } from '../../../spec/ledger';
import type { Operation } from '../data/evidence';
import { groupedBy } from '../data/grouped';
import { saysAccepted } from '../response/answer';
import type { Failure } from './failures';

/**
 * The root cause of each failure. The name of its violation (`causeName`) is the cause, unless several names have
 * one cause, which only the failures of a run together show.
 */
export function rootCauseIn(failures: readonly Failure[]): (failure: Failure) => string {
  const open = operationsAcceptedWithout(failures, 'auth.header.required');
  const trimmed = trimmedAt(failures);
  const compared = new Map(failures.flatMap(comparedCharacters));
  const partly = [...new Set(compared.values())].map((cause) => {
    const same = failures.filter(({ causeName }) => compared.get(causeName) === cause);
    return { cause, operations: new Set(same.flatMap(({ seen }) => seen.operations)) };
  });
  const handled = new Map(
    groupedBy(failures.filter(isUniversal), ({ causeName }) => causeName).map(responsesOf),
  );
  return (failure) => {
    const at = (operations: ReadonlySet<Operation>) =>
      acceptsWrongKey(failure) && failure.seen.operations.every((operation) => operations.has(operation));
    if (at(open)) return 'requests without a key are accepted';
    const isExplained = (cause: string) => cause === notCompared || beginAsTheKey.includes(failure.clause);
    const found = partly.find(({ cause, operations }) => isExplained(cause) && at(operations));
    if (found && isAboutKeys(failure)) return found.cause;
    if (whiteSpace.includes(failure.clause) && at(trimmed)) return 'white space around the key is removed';
    return handled.get(failure.causeName) ?? failure.causeName;
  };
}

const keyCodes: readonly ErrorCode[] = ['missing_api_key', 'invalid_api_key'];

/** A request was accepted that must be rejected because of its key. */
function acceptsWrongKey({ expected, exchanges: [exchange] }: Failure): boolean {
  const isAccepted = exchange !== undefined && saysAccepted(exchange);
  return (
    isAccepted && expected.kind === 'failure' && expected.pairs.every((pair) => keyCodes.includes(pair.code))
  );
}

const isAboutKeys = ({ expected }: Failure) =>
  expected.kind === 'failure' && expected.pairs.every(({ code }) => code === 'invalid_api_key');

/** The operations that show it without the help of another request on the same connection. */
const operationsAcceptedWithout = (failures: readonly Failure[], clause: ClauseId): ReadonlySet<Operation> =>
  new Set(
    failures.flatMap((failure) =>
      failure.clause === clause && failure.before === undefined && acceptsWrongKey(failure)
        ? failure.seen.operations
        : [],
    ),
  );

const before: ClauseId = 'auth.key.leading-whitespace';
const after: ClauseId = 'auth.key.trailing-no-break-space';
const whiteSpace: readonly ClauseId[] = [before, after];

/** The operations that accept white space before the key, if any operation accepts it after the key as well. */
function trimmedAt(failures: readonly Failure[]): ReadonlySet<Operation> {
  const [first, last] = [before, after].map((clause) => operationsAcceptedWithout(failures, clause));
  return first?.size && last?.size ? new Set([...first, ...last]) : new Set();
}

/** Any probe that shows that only the first characters of keys are compared. */
function comparedCharacters({ causeName, note }: Failure): [causeName: string, cause: string][] {
  return note?.kind === 'probe' && note.agrees !== undefined ? [[causeName, comparing(note.agrees)]] : [];
}

/** What is accepted if only the first characters are compared. If none is, any key is accepted. */
const beginAsTheKey: readonly ClauseId[] = [
  'auth.key.wrong',
  'auth.key.incomplete',
  'auth.key.wrong-case',
  after,
];

const comparing = (characters: number) => `${characters} characters of keys are compared`;
const notCompared = comparing(0);

const isUniversal = ({ universal, verdict }: Failure) => universal && verdict === 'violates';

/** The name of a violation, and the responses that show it: violations of the same responses have one cause. */
function responsesOf(same: readonly [Failure, ...Failure[]]): [causeName: string, cause: string] {
  const responses = new Set(same.flatMap(({ seen }) => seen.exchanges));
  return [same[0].causeName, `responses ${[...responses].toSorted()}`];
}
