import { everyOperation } from '../../../spec/operations';
import { problemsOf, schemas } from '../data/schema';
import { suiteInfo } from '../data/suite-info';
import { entryOf, excusableBy, type KnownFailure } from './known-failures';

const properties = {
  clause: { type: 'string', description: 'the id of a clause' },
  fault: { type: 'string', minLength: 1, description: 'a fault, as a run prints it' },
  operations: {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { enum: everyOperation, description: `one of ${everyOperation.join(', ')}` },
    description: 'a list of operations, each once',
  },
  reason: { type: 'string', minLength: 1, description: 'a reason in words' },
  link: { type: 'string', pattern: '^https?://[^\\s<>"]+$', description: 'an http(s) address' },
  expires: { type: 'string', format: 'day', description: 'a day such as 2027-01-31' },
};

export const knownFailureSchema = {
  type: 'object',
  description: 'an object',
  required: ['clause', 'fault', 'reason', 'expires'],
  properties,
  additionalProperties: false,
};

const isKnownFailure = schemas.compile<KnownFailure>(knownFailureSchema);

/**
 * Checks a parsed list of known failures. Its entries must have exactly the fields of KnownFailure.
 * @param today `YYYY-MM-DD`; an entry with an earlier `expires` is a problem
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
  if (entry.expires < today) return [`expired on ${entry.expires} (${entry.fault})`];
  return excusableBy(entry).some((fault) => entryOf(earlier, fault)) ? ['is listed twice'] : [];
}
