import { expect, test } from '@playwright/test';
import { reportOn } from '../../../proof/run';
import { recordOf, reportIn } from '../../report/record';
import type { Report } from '../verdict/report';
import { finderOf, keysAsSecrets, maskBy } from './mask';
import { maskDataBy } from './masked-data';

test('a saved run is judged like the run, whichever word of its responses is a secret', async () => {
  const report = await reportOn({}, /^(?:auth\.key\.inactive|credits\.read|jobs\.lookup|models\.list)/);
  const exchanges = report.clauses.flatMap(({ checks }) => checks.flatMap((check) => check.exchanges));
  const texts = exchanges.map(({ response }) => response?.body ?? '').join(' ');
  const words = [...new Set(texts.match(/[\w./-]{4,}/g))];
  // Equal words in equal places are masked alike: ids and numbers differ from run to run.
  const asked = words.filter((word) => /^\D+$/.test(word));
  expect(asked).toEqual(expect.arrayContaining(['code', 'invalid_api_key', 'acme-text-nano', 'acme_error']));
  for (const word of asked) {
    const masked = maskDataBy(maskBy(finderOf(keysAsSecrets({ OLD_API_KEY: word }), ['acme'])))(report);
    const again = reportIn(JSON.parse(JSON.stringify(recordOf(masked))));
    expect(verdictsOf(again), word).toEqual(verdictsOf(report));
  }
});

const verdictsOf = ({ clauses, outcome }: Report) => [
  outcome.exitCode,
  ...clauses.map(({ id, verdict }) => `${id} ${verdict}`),
];
