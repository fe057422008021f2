import { expect, test } from '@playwright/test';
import { reportOn } from '../../proof/helpers/run-checks';
import { junitOf } from './junit';

// Reads the junit.xml of a whole run as a CI server does.

const defects = [
  'errors carry a link to the documentation',
  'insufficient_credits has the status 403',
  'every third wrong key is called missing_api_key',
  'a key may differ in one character',
];

type Counts = Record<'tests' | 'failures' | 'errors' | 'skipped', number>;

interface TestCase {
  name: string;
  verdict: string;
  /** The elements with its result: failure, error, skipped. */
  endings: string[];
}

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

const countsIn = (tag: string): Counts => ({
  tests: Number(attribute(tag, 'tests')),
  failures: Number(attribute(tag, 'failures')),
  errors: Number(attribute(tag, 'errors')),
  skipped: Number(attribute(tag, 'skipped')),
});

function testCasesIn(xml: string): TestCase[] {
  return [...xml.matchAll(/(<testcase [^>]*>)(.*?)<\/testcase>/gs)].map(([, tag = '', inner = '']) => ({
    name: attribute(tag, 'name'),
    verdict: /<property name="verdict" value="([^"]*)"/.exec(inner)?.[1] ?? '',
    endings: [...inner.matchAll(/<(failure|error|skipped)[ >/]/g)].map(([, ending = '']) => ending),
  }));
}

function counted(checks: TestCase[]): Counts {
  const ending = (word: string) => checks.filter(({ endings }) => endings.includes(word)).length;
  return {
    tests: checks.length,
    failures: ending('failure'),
    errors: ending('error'),
    skipped: ending('skipped'),
  };
}

test('each test case of a run with several violations has at most one result, and the totals add up', async () => {
  const report = await reportOn({ defects });
  expect(report.outcome).toMatchObject({ exitCode: 1, sentence: expect.stringContaining('faults violate') });
  const xml = junitOf(report);
  const checks = testCasesIn(xml);
  expect(checks.filter(({ endings }) => endings.length > 1)).toEqual([]);
  expect(checks.filter(({ verdict, endings }) => verdict === 'conforms' && endings.length > 0)).toEqual([]);
  expect(checks.filter(({ verdict, endings }) => verdict === 'violates' && endings[0] !== 'failure')).toEqual(
    [],
  );

  expect(countsIn(/<testsuites [^>]*>/.exec(xml)?.[0] ?? '')).toEqual(counted(checks));
  const suites = [...xml.matchAll(/(<testsuite [^>]*>)(.*?)<\/testsuite>/gs)];
  for (const [, tag = '', inner = ''] of suites) expect(countsIn(tag)).toEqual(counted(testCasesIn(inner)));

  const violated = report.clauses.filter(({ verdict }) => verdict === 'violates');
  const failed = new Set(
    [...xml.matchAll(/<testcase.*?<\/testcase>/gs)].flatMap(([each]) =>
      each.includes('<failure ') ? (/name="clause" value="([^"]*)"/.exec(each)?.[1] ?? []) : [],
    ),
  );
  expect([...failed].sort()).toEqual(violated.map(({ id }) => id).sort());
});
