import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import Ajv from 'ajv/dist/2020';
import { aReport, aRun, breakingChecks, conformingChecks, knownJob } from '../../proof/helpers/reports-runs';
import { reportOn } from '../../proof/run';
import type { KnownFailure } from '../judge/faults/known-failures';
import { escapeControlCharacters } from '../judge/texts/visible-text';
import { annotationsOf } from './annotations';
import { junitOf } from './junit';
import { markdownOf } from './markdown';
import { recordOf } from './record';
import { recordSchema } from './record-schema';
import { details, outcomeLines } from './terminal';
import { viewOf } from './view';

const knownKey: KnownFailure = {
  fault: 'a wrong key is accepted',
  at: ['credits'],
  reason: 'being mended',
  expires: '2099-12-31',
};

const breaking = aReport(aRun(breakingChecks()), {}, [knownJob]);
const conforming = aReport(aRun(conformingChecks()));

test('README shows the fault of its sample as the terminal does', async () => {
  const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
  const report = await reportOn({ checks: ({ clause }) => /^auth\.key\./.test(clause) }, [
    'only the first 24 characters of a key are compared',
  ]);
  // The other rows and sentences depend on the address, the day or the checks that ran.
  const [sentence] = report.outcome.sentence.split(/(?<=\.) /);
  const rows = /^(?:1\. | {2}(?:1\.|Note|Clause|Violates|Request) |Exit code: )/;
  const lines = [...details(report), ...outcomeLines(report, null)].filter((line) => rows.test(line));
  expect(lines).toHaveLength(7);
  const shown = readme.split('\n');
  const due = [...lines, `violates: https://staging.example.com: ${sentence}`];
  expect(due.filter((line) => !shown.includes(line))).toEqual([]);
});

test.describe('conformance.json', () => {
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true, validateFormats: false }).compile(
    recordSchema,
  );

  for (const [title, report] of [
    ['a breaking run', breaking],
    ['a run whose failure is known at an operation', aReport(aRun(breakingChecks()), {}, [knownKey])],
    ['a conforming run', conforming],
  ] as const) {
    test(`of ${title} is valid by its schema`, () => {
      validate(JSON.parse(JSON.stringify(recordOf(report))));
      expect(validate.errors).toBeNull();
    });
  }
});

test('a response that is the same for each faulty connection is said once', async () => {
  const clause = 'workflows.message.names-connection';
  const report = await reportOn({ checks: (check) => check.clause === clause }, [
    'the message names no connection',
  ]);
  const lines = details(report);
  expect(lines.filter((line) => line.startsWith('  Seen'))).toHaveLength(1);
  expect(lines.filter((line) => /^ {2}Also| {12}expected /.test(line)).length).toBeLessThan(2);
});

test('the terminal shows data from a server without escape sequences or reversed text', () => {
  const text = details(breaking).join('\n');
  expect(text).toContain('\\x1b[31mred');
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(escapeControlCharacters('a\u0000b\u009bc\u200bd\ufeffe\r\n\tf\u{e0041}')).toBe(
    'a\\x00b\\x9bc\\u200bd\\ufeffe\\x0d\n\tf\\u{e0041}',
  );
});

test.describe('summary.md', () => {
  test('shows data from a server without tags, links, mentions or early ends of code', () => {
    const wild = `\`\`end [click](javascript:x) <b> @everyone https://evil.example www.evil.example ![x](http://evil.example/x.png) \`\`end`;
    const text = markdownOf(viewOf(aReport(aRun(breakingChecks(wild)))));
    const blocked = text.split('\n').find((line) => line.endsWith(': credits.insufficient')) ?? '';
    expect(blocked).not.toMatch(/(?<!\\)[<>[\]]/);
    expect(blocked).not.toMatch(/@\w|https?:\/\/|www\./);
    expect(blocked).not.toContain('\u001b');
    expect(blocked).toContain('\\`\\`end');
  });
});

test.describe('junit.xml', () => {
  const xml = junitOf(breaking);

  test('is well-formed, whatever the server sent', () => {
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

test('an annotation is one line, whatever the server sent, and a run that conforms has only a notice', () => {
  for (const line of annotationsOf(breaking, 'tests')) expect(line).not.toContain('\n');
  expect(annotationsOf(conforming, 'tests')).toEqual([expect.stringMatching(/^::notice title=conforms::/)]);
});
