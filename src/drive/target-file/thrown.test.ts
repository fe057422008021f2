import { expect, test } from '@playwright/test';
import { conformance } from '../../../proof/helpers/process';
import { changedTarget } from '../../../proof/helpers/reports-project';
import { reportOn } from '../../../proof/helpers/run-checks';
import { escapeRegExp } from '../../judge/escape-reg-exp';
import { details } from '../../report/terminal';
import { loadTarget } from './load-target';

/** Functions of a target file that throw on a server that keeps the contract: reported, and never a violation. */

const undefinedName = "TypeError: Cannot read properties of undefined (reading 'name')";
const nameless = '(undefined as unknown as { name: string }).name';

/** What is thrown, and where: on the second line of the file, which a process of the suite's own knows, a worker only now and then. */
const thrownAt = (line: string) =>
  expect.stringMatching(new RegExp(`TypeError: .*\\(reading 'name'\\) \\(.*target\\.ts:${line}:\\d+\\)`));

const whileSent: Record<string, [change: string, part: string, clause: string]> = {
  'the id of a job': [`job: { ...right.job, id: () => ${nameless} }`, 'job.id', 'jobs.submit.id'],
  'the result of a job': [
    `job: { ...right.job, result: () => ${nameless} }`,
    'job.result',
    'jobs.lookup.result',
  ],
  'the lookup of a run': [
    `run: (id: string, { body }: { body: unknown }) => ({ path: id + ${nameless} + body })`,
    'run',
    'runs.lookup.own',
  ],
  'the next page of the models': [
    `models: { list: '/models', next: () => ${nameless} }`,
    'models.next',
    'models.list.ids',
  ],
  'the headers of another account': [
    `headers: (account: string | null) => ({ 'x-a': account === 'OTHER_API_KEY' ? ${nameless} : 'a' })`,
    'headers',
    'jobs.lookup.foreign',
  ],
};
for (const [what, [change, part, clause]] of Object.entries(whileSent))
  test(`a function that throws is reported with its error, file and line: ${what}`, async ({}, testInfo) => {
    const target = await loadTarget(changedTarget(testInfo, change));
    const report = await reportOn({ target, verifiedEarlier: [] }, new RegExp(`^${escapeRegExp(clause)}$`));
    expect(
      details(report).filter((line) => line.includes(undefinedName) && line.includes(`${part}`)),
    ).toContainEqual(thrownAt('\\d+'));
    expect(report.outcome.exitCode).toBe(3);
  });

const beforeAnythingIsSent: Record<string, [change: string, part: string]> = {
  'a text request': [`text: () => ${nameless} as never`, 'text'],
  'a text request with messages': [
    `text: (fields: { messages?: unknown }) => (fields.messages ? ${nameless} as never : right.text(fields))`,
    'text',
  ],
  'the name of a block': [
    `workflow: { ...right.workflow, blockName: () => ${nameless} }`,
    'workflow.blockName',
  ],
};
for (const [what, [change, part]] of Object.entries(beforeAnythingIsSent))
  test(`a builder that throws is misconfigured, with its error, file and line: ${what}`, async ({}, testInfo) => {
    const file = changedTarget(testInfo, change);
    const env = { BASE_URL: 'https://api.example', API_KEY: 'some-key-of-a-user', TARGET: file };
    const { code, stderr } = await conformance('plan', [], {
      ...env,
      DOTENV_CONFIG_PATH: '/dev/null',
    });
    expect(stderr).toMatch(new RegExp(`^TARGET ${file}: ${part} .*threw TypeError: `));
    expect(stderr).toEqual(thrownAt('2'));
    expect(code).toBe(2);
  });
