import { expect, test } from '@playwright/test';
import Ajv from 'ajv/dist/2020';
import {
  anError,
  anExchange,
  aReport,
  aRun,
  aTriedCase,
  breakingCases,
  conformingCases,
  knownJob,
} from '../../proof/helpers/reports-runs';
import type { ClauseId } from '../../spec/ledger';
import { basis } from '../judge/basis';
import { failureText, groupFailures } from '../judge/failure-text';
import type { KnownFailure } from '../judge/known-failures';
import { visible } from '../judge/visible';
import { annotationsOf } from './annotations';
import { junitOf } from './junit';
import { recordOf } from './record';
import { recordSchema } from './record-schema';
import { recordText } from './record-text';
import { summaryOf } from './summary';
import { details } from './terminal';

const knownKey: KnownFailure = {
  clause: 'auth.key.wrong',
  fault: 'auth.key.wrong: expected 401 invalid_api_key, received a success',
  operations: ['credits'],
  reason: 'being mended',
  expires: '2099-12-31',
};
const breaking = aReport(aRun(breakingCases()), {}, [knownJob]);
const conforming = aReport(aRun(conformingCases()));

test.describe('conformance.json', () => {
  const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(recordSchema);

  for (const [title, report] of [
    ['a breaking run', breaking],
    ['a run whose failure is known at an operation', aReport(aRun(breakingCases()), {}, [knownKey])],
    ['a conforming run', conforming],
  ] as const) {
    test(`of ${title} is as its schema wants it`, () => {
      const record = recordOf(report);
      const written = JSON.parse(recordText(record));
      expect(written).toEqual(JSON.parse(JSON.stringify(record)));
      validate(written);
      expect(validate.errors).toBeNull();
    });
  }

  test('is refused by its schema with a field more, a field less and an unknown verdict', () => {
    const record = () => JSON.parse(JSON.stringify(recordOf(breaking)));
    expect(validate({ ...record(), more: 1 })).toBe(false);
    const less = record();
    delete less.result.outcome.sentence;
    expect(validate(less)).toBe(false);
    const unknown = record();
    unknown.result.clauses[0].verdict = 'passed';
    expect(validate(unknown)).toBe(false);
  });

  test('has equal results for equal runs, whatever the clock and the ids', () => {
    const again = aReport(aRun(breakingCases()), {}, [knownJob]);
    const later = { ...again, started: '2027-01-01T00:00:00.000Z', milliseconds: 5 };
    expect(recordOf(later).result).toEqual(recordOf(breaking).result);
  });

  test('names the evidence of every case and of every failure', () => {
    const { result, run } = recordOf(breaking);
    const attempts = result.clauses.flatMap(({ cases }) =>
      cases.flatMap(({ id }) => run.evidence[id]?.attempts ?? []),
    );
    expect(attempts).toHaveLength(breakingCases().length);
    const shown = [
      ...attempts.flatMap(({ evidence }) => evidence?.exchanges ?? []),
      ...result.failures.flatMap(({ signature }) => run.failures[signature]?.exchanges ?? []),
    ];
    expect(shown).toHaveLength(18 + 4);
    expect(shown.filter((id) => run.exchanges[id] === undefined)).toEqual([]);
    expect(result.failures.map(({ clause, status, code }) => [clause, status, code])).toEqual([
      ['errors.message.empty', 404, 'not_found'],
      ['errors.type.constant', 404, 'not_found'],
      ['auth.key.wrong', 200, null],
      ['jobs.lookup.unknown', 422, 'invalid_request'],
    ]);
  });
});

test('the matrix tells who was answered with which code where, and why a code was not met', () => {
  const row = (code: string) => breaking.matrix.find((each) => each.code === code);
  expect(breaking.matrix.map(({ code, status }) => [code, status])).toEqual(Object.entries(basis.codes));
  expect(row('missing_api_key')?.cells).toEqual({
    credits: [{ actor: 'anonymous', verdict: 'conforms', case: 'auth.header.required/1' }],
  });
  expect(row('invalid_api_key')?.cells.credits).toEqual([
    { actor: 'one character changed', variable: 'API_KEY', verdict: 'violates', case: 'auth.key.wrong/1' },
  ]);
  expect(row('not_found')?.cells.job?.map(({ actor, verdict }) => [actor, verdict])).toEqual([
    ['owner', 'violates'],
    ['stranger', 'conforms'],
  ]);
  expect(row('upstream_error')?.absent).toEqual({
    verdict: 'inconclusive',
    reason: 'disturbed 3 times by 502 upstream_error',
  });
});

test('the matrix calls a probe of API_KEY by its family, and one of another account by that account', () => {
  const refused = { status: 401, answer: anError('invalid_api_key') };
  const own = anExchange(refused);
  const broke = anExchange({
    ...refused,
    operation: 'text',
    actor: 'broke',
    variable: 'NO_CREDITS_API_KEY',
  });
  const { matrix } = aReport(aRun([aTriedCase('tried', { 'cut short': own, 'a kind of use': broke })]));
  const cells = matrix.find(({ code }) => code === 'invalid_api_key')?.cells;
  expect(cells?.credits?.map(({ actor }) => actor)).toEqual(['cut short']);
  expect(cells?.text?.map(({ actor }) => actor)).toEqual(['broke']);
});

test('a failure reads in the order of the design', () => {
  const group = breaking.failures.find(({ first }) => first.clause === 'jobs.lookup.unknown');
  const lines = group ? failureText([group]) : [];
  expect(lines[0]).toBe(
    'jobs.lookup.unknown  The lookup of a job id that does not exist is rejected with 404 not_found.',
  );
  const words = lines.slice(1).map((line) => line.trim().split(' ')[0]);
  expect(words).toEqual(['Request', 'Expected', 'Received', 'Answer', 'Contract', 'Case', 'Known', 'Repeat']);
  expect(lines).toContain('  Request   GET /v1/jobs/0b5c, sent by owner (API_KEY)');
  expect(lines).toContain('  Expected  404 not_found');
  expect(lines).toContain('  Received  422 invalid_request');
  expect(lines.at(-1)).toMatch(
    /^ {2}Repeat {4}curl .*"Authorization: Bearer \$\{API_KEY\}" 'https:\/\/api\.example\/v1\/jobs\/0b5c'$/,
  );
});

test('the terminal shows a stranger as text: no escape, no reversed order', () => {
  const text = details(breaking.failures, breaking.clauses).join('\n');
  expect(text).toContain('\\x1b[31mred');
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(visible('a\u0000b\u009bc\u200bd\ufeffe\r\n\tf\u{e0041}')).toBe(
    'a\\x00b\\x9bc\\u200bd\\ufeffe\\x0d\n\tf\\u{e0041}',
  );
});

test.describe('summary.md', () => {
  test('opens with the outcome, failures first', () => {
    const heads = summaryOf(breaking)
      .split('\n')
      .filter((line) => line.startsWith('#'));
    expect(heads).toEqual([
      `## Violates: ${breaking.outcome.sentence}`,
      '### Violates',
      '### Known failures, not fatal',
      '### Could not be judged',
      '### Deviates from advice',
      '### Not tested',
      '### Cost',
    ]);
    expect(summaryOf(conforming)).toMatch(/^## Conforms: /);
  });

  test('shows a stranger as text: no tag, no link, no mention, no code that ends early', () => {
    const wild = `\`\`end [click](javascript:x) <b> @everyone https://evil.example www.evil.example ![x](http://evil.example/x.png) \`\`end`;
    const text = summaryOf(aReport(aRun(breakingCases(wild))));
    const blocked =
      text.split('\n').find((line) => line.startsWith('- `credits.insufficient` is blocked')) ?? '';
    expect(blocked).not.toMatch(/(?<!\\)[<>[\]]/);
    expect(blocked).not.toMatch(/@\w|https?:\/\/|www\./);
    expect(blocked).not.toContain('\u001b');
    expect(blocked).toContain('\\`\\`end');
  });

  test('stays short: twenty failures and how many more', () => {
    const report = aReport(aRun(breakingCases()));
    const failures = (Object.keys(basis.ledger) as ClauseId[]).slice(0, 60).flatMap((clause) =>
      report.failures.slice(0, 1).map(({ first, others }) => ({
        first: { ...first, clause, breach: clause },
        others,
      })),
    );
    const text = summaryOf({ ...report, failures });
    expect(text).toContain('- and 40 more, in the page');
    expect(text.length).toBeLessThan(20_000);
    const alike = groupFailures(failures.map(({ first }) => ({ ...first, breach: 'one' })));
    expect(summaryOf({ ...report, failures: alike })).toMatch(
      /^ {2}Breaks `[\w.-]+`, .* and 49 more, too {2}$/m,
    );
  });
});

test.describe('junit.xml', () => {
  const xml = junitOf(breaking);

  test('shows breaches, what could not be judged, and reasons of skips', () => {
    expect(xml).toContain('tests="20" failures="2" errors="2" skipped="2"');
    expect(xml).toContain(
      '<failure message="auth.key.wrong: expected 401 invalid_api_key, received 200 application/json: {&quot;credits&quot;:7,',
    );
    expect(xml).toContain(
      '<failure message="errors.type.constant: expected error.type is &quot;acme_error&quot;',
    );
    expect(xml).toContain('<error message="inconclusive: disturbed 3 times by 502 upstream_error">');
    expect(xml).toContain('<skipped message="not tested: needs OLD_API_KEY">');
    expect(xml).toContain(
      '<skipped message="known failure, not fatal: the lookup checks the form of an id first (https://issues.example/12)">',
    );
  });

  test('is well-formed, whatever a server sent', () => {
    expect(xml).not.toMatch(/(?![\n\t])[\p{Cc}\ufffe\uffff]/u);
    expect(xml).not.toContain('<script>');
    expect(xml).toContain('&lt;script&gt;window.pwned = true&lt;/script&gt;');
    const open: string[] = [];
    for (const [, close, name = '', self] of xml
      .replace(/^<\?.*\?>/, '')
      .matchAll(/<(\/?)([\w-]+)[^<>]*?(\/?)>/g)) {
      if (close) expect(open.pop()).toBe(name);
      else if (!self) open.push(name);
    }
    expect(open).toEqual([]);
  });
});

test('GitHub annotations point at the case, an error a breach and a warning a known failure', () => {
  const lines = annotationsOf(breaking, 'tests');
  expect(lines.map((line) => /^::\w+ [^:]*/.exec(line)?.[0])).toEqual([
    '::error file=tests/jobs.spec.ts,line=1,title=errors.type.constant',
    '::error file=tests/auth.spec.ts,line=1,title=auth.key.wrong',
    '::warning file=tests/jobs.spec.ts,line=1,title=jobs.lookup.unknown',
    '::error title=violates',
  ]);
  for (const line of lines) expect(line).not.toContain('\n');
  expect(annotationsOf(conforming, 'tests')).toEqual([expect.stringMatching(/^::notice title=conforms::/)]);
});
