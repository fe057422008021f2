import { everyOperation } from '../../../spec/operations';
import { described, exactly, object, shape, text } from '../../../spec/shapes';
import { problemsOf, schemas } from '../data/schema';
import { suiteInfo } from '../data/suite-info';
import { entryOf, excusableBy, type KnownFailure } from './known-failures';

const fault = described(
  'a fault, as a run prints it',
  exactly(
    { expected: object({ kind: text }), received: shape({ type: ['object', 'string'] }) },
    { clause: text },
  ),
);

const operations = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { enum: everyOperation, description: `one of ${everyOperation.join(', ')}` },
};

export const knownFailureSchema = described(
  'an object',
  exactly(
    {
      clause: described('the id of a clause', text),
      fault,
      reason: described('a reason in words', shape({ type: 'string', minLength: 1 })),
      expires: described('a day such as 2027-01-31', shape({ type: 'string', format: 'date' })),
    },
    {
      operations: described('a list of operations, each once', shape(operations)),
      link: described('an http(s) address', shape({ type: 'string', pattern: '^https?://[^\\s<>"]+$' })),
    },
  ),
);

const isKnownFailure = schemas.compile<KnownFailure>(knownFailureSchema);

/**
 * Checks a parsed list of known failures. Its entries must have exactly the fields of KnownFailure.
 * @param today `YYYY-MM-DD` at UTC-12; an entry with an earlier `expires` is a problem
 * @returns the valid entries, and all problems with the name of the entry
 */
export function checkKnownFailures(
  list: unknown[],
  today: string,
): { entries: KnownFailure[]; problems: string[] } {
  const entries: KnownFailure[] = [];
  const problems = list.flatMap((item, index) => {
    const found = isKnownFailure(item)
      ? objectionsTo(item, entries, today)
      : problemsOf(isKnownFailure, 'it');
    if (found.length === 0) entries.push(item as KnownFailure);
    return found.map((problem) => `KNOWN_FAILURES, entry ${index + 1}: ${problem}`);
  });
  return { entries, problems };
}

function objectionsTo(entry: KnownFailure, earlier: readonly KnownFailure[], today: string): string[] {
  const level = suiteInfo.ledger[entry.clause]?.level;
  if (level === undefined) return [`no clause is called ${JSON.stringify(entry.clause)}`];
  if (level !== 'must')
    return [`${entry.clause} is ${level === 'should' ? 'a recommendation' : level}: it never fails a run`];
  if (entry.expires < today) return [`expired at the end of ${entry.expires} at UTC-12 (${entry.clause})`];
  return excusableBy(entry).some((fault) => entryOf(earlier, fault)) ? ['is listed twice'] : [];
}
