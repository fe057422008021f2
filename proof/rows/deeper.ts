import { allChecks } from '../../src/drive/check/all-checks';
import { defects } from '../catalogue/depths/defects';
import { keysOf, targetNames, targetOf } from '../catalogue/depths/targets';
import { foundBy } from '../helpers/found';
import { openMock } from '../helpers/open-mock';
import { runChecks } from '../helpers/run-checks';
import type { Row } from '../row';

const [FIRST, ...DEEPER] = [1, 3, 10] as const;
/** These rows take minutes each: the whole proof runs every nth, a sample only one. */
const EVERY = 25;

/**
 * A defect on a target in which parts are missing; the targets alternate. Clauses that are reported as violated
 * at a depth of one must also be reported at three and at ten.
 */
export const deeperRows: readonly Row[] = defects.map(({ phrase, change, seed, clauses }, index): Row => {
  const target = targetNames[index % targetNames.length] ?? 'nothing is lacking';
  const reportedAt = async (depth: number) => {
    const opened = await openMock({ variant: change, target: targetOf(target), seed, depth });
    const session = { ...opened, keys: keysOf(target, opened.keys) };
    const checks = allChecks().filter(({ clause }) => clauses.includes(clause));
    const results = await runChecks(session, checks, { apart: true });
    await session.close();
    const findings = results.flatMap((result) => foundBy(result).findings);
    const violated = findings.filter(({ verdict }) => verdict === 'violates').map(({ clause }) => clause);
    return [...new Set(violated)].filter((clause) => clauses.includes(clause));
  };
  return {
    kind: 'deeper',
    phrase: `#${index} ${phrase} (${target})`,
    clauses: [],
    depths: [FIRST],
    part: index === 0 ? 'sample' : index % EVERY === 0 ? 'whole' : 'apart',
    async meet() {
      const own = await reportedAt(FIRST);
      if (own.length === 0) return { wrong: [], says: 'not reported at a depth of one' };
      const wrong: string[] = [];
      for (const depth of DEEPER) {
        const now = await reportedAt(depth);
        const lost = own.filter((clause) => !now.includes(clause));
        if (lost.length > 0) wrong.push(`not reported at a depth of ${depth}: ${lost.join(', ')}`);
      }
      return { wrong, says: `reported at ${[FIRST, ...DEEPER].join(', ')}: ${own.join(', ')}` };
    },
  };
});
