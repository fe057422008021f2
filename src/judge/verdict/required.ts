import { partsOf } from '../data/reason';
import { suiteInfo } from '../data/suite-info';
import { formatReason } from '../texts/wording';
import type { ClauseVerdict } from './verdicts';

/**
 * The clauses that REQUIRE names.
 * @param words clause ids, chapters (their must clauses and recommendations), or `all` (all must clauses)
 * @returns clause ids, and a problem for each word that names nothing testable
 */
export function resolveRequired(words: string[]): { required: string[]; problems: string[] } {
  const testable = Object.entries(suiteInfo.ledger).filter(
    ([, { level }]) => level === 'must' || level === 'should',
  );
  const required = new Set<string>();
  const problems: string[] = [];
  for (const word of words) {
    const named = testable.filter(
      ([id, { level }]) => id === word || id.split('.')[0] === word || (word === 'all' && level === 'must'),
    );
    for (const [id] of named) required.add(id);
    const level = suiteInfo.ledger[word]?.level;
    if (named.length === 0 && level) problems.push(`REQUIRE: ${word} is ${level}: it cannot be tested`);
    else if (named.length === 0)
      problems.push(`REQUIRE: ${JSON.stringify(word)} is no clause and no chapter`);
  }
  return { required: [...required], problems };
}

/** A problem for each required clause that a run did not test, or for which the target file is not verified. */
export function unmetRequirements(required: string[], clauses: ClauseVerdict[]): string[] {
  return clauses
    .filter(({ id }) => required.includes(id))
    .flatMap(({ id, verdict, reason }) => {
      const unverified = partsOf(reason).some(({ kind }) => kind === 'unverified');
      if (verdict !== 'not tested' && !(verdict === 'blocked' && unverified)) return [];
      const how = verdict === 'blocked' ? 'could not be judged' : 'was not tested';
      return `REQUIRE: ${id} ${how}: ${formatReason(reason)}`;
    });
}
