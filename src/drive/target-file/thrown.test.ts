import { expect, test } from '@playwright/test';
import { conformance, conformanceHere } from '../../../proof/helpers/process';
import { changedTarget } from '../../../proof/helpers/reports-project';
import { reportOn } from '../../../proof/run';
import { escapeRegExp } from '../../judge/data/escape-reg-exp';
import { details } from '../../report/terminal';
import { loadTarget } from './load-target';

/** A function of a target file that throws is reported, but never as a violation. */

const undefinedName = "TypeError: Cannot read properties of undefined (reading 'name')";
const nameless = '(undefined as unknown as { name: string }).name';

/** Matches the error with its file and line: line 2 in a process of the suite, but not always in a worker. */
const thrownAt = (line: string) =>
  expect.stringMatching(new RegExp(`TypeError: .*\\(reading 'name'\\) \\(.*target\\.ts:${line}:\\d+\\)`));

const whileSent: Record<string, [change: string, part: string, clause: string]> = {
  'the next page of the models': [
    `models: { list: '/models', next: () => ${nameless} }`,
    'models.next',
    'models.list.ids',
  ],
};
for (const [what, [change, part, clause]] of Object.entries(whileSent))
  test(`a function for ${what} that throws is reported with its error, file and line`, async ({}, testInfo) => {
    const target = await loadTarget(changedTarget(testInfo, change));
    const report = await reportOn({ target, verifiedEarlier: [] }, new RegExp(`^${escapeRegExp(clause)}$`));
    expect(
      details(report).filter((line) => line.includes(undefinedName) && line.includes(`${part}`)),
    ).toContainEqual(thrownAt('\\d+'));
    expect(report.outcome.exitCode).toBe(3);
  });

const beforeAnythingIsSent: Record<string, [change: string, part: string]> = {
  'a text request': [`text: () => ${nameless} as never`, 'text'],
  'the name of a block': [
    `workflow: { ...right.workflow, blockName: () => ${nameless} }`,
    'workflow.blockName',
  ],
};
for (const [index, [what, [change, part]]] of Object.entries(beforeAnythingIsSent).entries())
  test(`a builder of ${what} that throws ends plan as misconfigured, with its error, file and line`, async ({}, testInfo) => {
    const file = changedTarget(testInfo, change);
    const env = { BASE_URL: 'https://api.example', API_KEY: 'some-key-of-a-user', TARGET: file };
    // Only a process of the suite gives the right line, and one process is enough to show that.
    const [start, line] = index === 0 ? [conformance, '2'] : [conformanceHere, '\\d+'];
    const { code, stderr } = await start('plan', [], { ...env, DOTENV_CONFIG_PATH: '/dev/null' });
    expect(stderr).toMatch(new RegExp(`^TARGET ${file}: ${part} .*threw TypeError: `));
    expect(stderr).toEqual(thrownAt(line));
    expect(code).toBe(2);
  });
