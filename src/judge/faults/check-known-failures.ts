import { everyOperation } from '../../../spec/operations';
import { constant, described, exactly, shape, text } from '../../../spec/shapes';
import { problemsOf, schemas } from '../data/schema';
import { suiteInfo } from '../data/suite-info';
import { clausesOf } from './causes';
import type { KnownFailure } from './known-failures';

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
      fault: described('a fault, as a run prints it', text),
      at: described('a list of operations, each once', shape(operations)),
      reason: described('a reason in words', shape({ type: 'string', minLength: 1 })),
      expires: described('a day such as 2027-01-31', shape({ type: 'string', format: 'date' })),
    },
    { depth: described('3, if it was found with DEPTH=3', constant(3)) },
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
    const found = isKnownFailure(item) ? objectionsTo(item, today) : problemsOf(isKnownFailure, 'it');
    if (found.length === 0) entries.push(item as KnownFailure);
    return found.map((problem) => `KNOWN_FAILURES, entry ${index + 1}: ${problem}`);
  });
  return { entries, problems };
}

function objectionsTo({ fault, expires }: KnownFailure, today: string): string[] {
  const levels = clausesOf(fault).map((id) => suiteInfo.ledger[id]?.level);
  if (levels.length === 0)
    return [`no fault is called ${JSON.stringify(fault)}: copy it from the known-failures.yaml of a run`];
  if (!levels.includes('must'))
    return [`${fault} is ${levels[0] === 'should' ? 'a recommendation' : levels[0]}: it never fails a run`];
  return expires < today ? [`expired at the end of ${expires} at UTC-12 (${fault})`] : [];
}
