import { expect, test } from '@playwright/test';
import { anError, anUndecidedCheck, lacking, reportWith } from '../../proof/helpers/reports-runs';
import { aRejection } from '../../proof/helpers/saved-records';
import { commandLine } from '../judge/texts/command-line';
import type { Report } from '../judge/verdict/report';
import { markdownOf } from './markdown';
import { details, outcomeLines } from './terminal';
import { viewOf } from './view';

/** Returns the lines that the terminal shows at the end of a run. */
function lastWords(report: Report): string[] {
  return [...details(report), ...outcomeLines(report, null)];
}

const wrong = (title: string, instead = {}) => aRejection('violates', title, undefined, instead);

test('a fault is reported once in the terminal and the summary, and what else comes in its place is another', () => {
  const report = reportWith(
    wrong('a wrong key reads no credits'),
    wrong('a wrong key reads no models'),
    wrong('a wrong key reads no job', { status: 404, answer: anError('not_found') }),
  );
  const printed = lastWords(report).join('\n');
  const other =
    /^2\. GET \/v1\/credits rejects a wrong key, but with the wrong error: .* received 404 not_found /m;
  expect(printed.match(/^1\. GET \/v1\/credits accepts a wrong key: .*$/gm)).toHaveLength(1);
  expect(printed).toMatch(other);
  expect(printed).not.toMatch(/^3\./m);
  expect(printed).toMatch(/^ {2}Seen {6}2 responses$/m);
  expect(markdownOf(viewOf(report)).match(/^1\. .*$/gm)).toHaveLength(2);
});

test('a conforming clause with untested checks is counted separately and listed with the reason', () => {
  const report = reportWith(
    anUndecidedCheck('auth.key.valid', 'a lookup accepts the valid key', lacking('job')),
  );
  expect(report.outcome.sentence).toMatch(/ not tested\. 1 must clause tested only in part\.$/);
  expect(lastWords(report)).toContain(
    `  Describe \`job\` in the target file (${commandLine('init')}): 1 clause in part (auth.key.valid)`,
  );
  expect(markdownOf(viewOf(report))).toMatch(/^- Describe .*: 1 clause in part \(auth\.key\.valid\)$/m);
});
