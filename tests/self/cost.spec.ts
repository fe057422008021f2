import { expect, test } from '@playwright/test';
import { pageOf } from '../../reports/page/page';
import { summaryOf } from '../../reports/summary';
import { details } from '../../reports/terminal';
import { basis } from '../engine/basis';
import { chapterCosts, costWords } from '../engine/cost-words';
import { theSuite } from './reports-project';
import { aJudgedCase, anExchange, anUndecidedCase, aReport, aRun, conformingCases } from './reports-runs';

const notAfforded = { verdict: 'not driven', reason: { kind: 'over budget', most: 3 } } as const;
const text = { operation: 'text', path: '/v1/text', aiUse: true } as const;
const report = aReport(
  aRun([
    ...conformingCases(),
    anUndecidedCase('text.accepts.messages', 'a text request with messages is served', notAfforded),
    anUndecidedCase('models.use.unlisted', 'a random model id is refused', notAfforded),
    anUndecidedCase('models.use.unlisted', 'a listed model id cut short is refused', notAfforded),
    aJudgedCase('models.use.listed', 'a listed id is accepted', anExchange(text)),
    anUndecidedCase('models.use.listed', 'another listed id is accepted', notAfforded),
  ]),
);

test('what was not afforded is told by clause, dearest first, in the terminal, the summary and the page', () => {
  const terminal = details(report.failures, report.clauses, basis.ledger);
  expect(terminal.slice(terminal.indexOf('NOT AFFORDED (MAX_AI_USES), dearest first') + 1)).toEqual([
    '  models.use.unlisted: 2 cases',
    '  models.use.listed: 1 of 2 cases',
    '  text.accepts.messages: 1 case',
  ]);
  expect(terminal.join('\n')).not.toContain('not afforded');
  expect(summaryOf(report)).toContain(
    [
      '### Not afforded, dearest first\n',
      '- `models.use.unlisted`: 2 cases',
      '- `models.use.listed`: 1 of 2 cases',
      '- `text.accepts.messages`: 1 case\n',
    ].join('\n'),
  );
  expect(pageOf(report)).toMatch(
    /Not afforded<\/dt><dd>dearest first: <a [^>]*>models\.use\.unlisted<\/a> \(2 cases\), /,
  );
});

test('requests and AI uses by chapter, and credits before and after, are in the summary and the page', () => {
  const total = 'credits 100 before, 100 after';
  const chapters = 'Authentication 2 requests; Models 1 request and 1 AI use';
  expect(costWords(report)).toBe(`3 requests, 1 AI use, ${total}`);
  expect(chapterCosts(report).join('; ')).toBe(chapters);
  for (const rendered of [summaryOf(report), pageOf(report)]) {
    expect(rendered).toContain(total);
    expect(rendered).toContain(chapters);
  }
});

test('the free part of a run uses no AI, and says so', async ({}, testInfo) => {
  const suite = theSuite(testInfo);
  const env = { BASE_URL: 'mock', DOTENV_CONFIG_PATH: '/dev/null' };
  const { code, stdout } = await suite.run(['test', '--grep-invert', '@spends|@bursts'], env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Cost: \d+ requests, 0 AI uses, credits 1,000,000 before, 1,000,000 after$/m);
});
