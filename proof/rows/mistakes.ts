import { ledger } from '../../spec/ledger';
import { allChecks } from '../../src/drive/check/all-checks';
import { parts } from '../catalogue/mistakes/mistake';
import { type PlacedMistake, placedMistakes } from '../catalogue/mistakes/mistakes';
import { approachOf } from '../catalogue/mistakes/open';
import { rejected, rowOf } from '../catalogue/mistakes/row';
import { checkRunOf, runChecks } from '../helpers/run-checks';
import type { Row } from '../row';

/** Runs all checks of must clauses that the mistake can affect, with the settings of the user who made it. */
async function driven(mistake: PlacedMistake) {
  const { session } = await approachOf(mistake);
  const reached = allChecks().filter(
    ({ clause }) => ledger[clause].level === 'must' && parts[mistake.part].reaches.test(clause),
  );
  const results = await runChecks(session, reached);
  await session.close();
  return rowOf(mistake, results.map(checkRunOf));
}

/** A sound server with a mistake in its description: no violation is reported, and the mistake is named. */
export const mistakeRows: readonly Row[] = placedMistakes.map((mistake) => ({
  kind: 'mistake',
  phrase: mistake.name,
  clauses: [],
  depths: [1],
  part: mistake.often ? 'sample' : 'whole',
  async meet() {
    const { word, exitCode, line, wrong } = (await rejected(mistake)) ?? (await driven(mistake));
    return { wrong: wrong === undefined ? [] : [wrong], says: `${word}, exit ${exitCode}: ${line}` };
  },
}));
