import { expect, test } from '@playwright/test';
import {
  aCheck,
  aContext,
  aJudgedCheck,
  anError,
  anExchange,
  aReport,
  aRun,
} from '../../../proof/helpers/reports-runs';
import type { ClauseId } from '../../../spec/ledger';
import type { Operation } from '../../../spec/operations';
import { details } from '../../report/terminal';
import { faultsIn, viewOf } from '../../report/view';
import type { Exchange, Finding } from '../data/evidence';
import { type Expectation, rejectedWith } from '../data/expectation';
import { randomKey } from '../data/probe';
import type { CheckRun } from '../data/run';
import { judgeExchange } from '../verdict/universal';
import { clausesOf as causeClausesOf, faultNamesIn } from './causes';

const probe = { variable: null, actor: 'probe' } as const;
const isAcceptedAt = (clause: Parameters<typeof aJudgedCheck>[0], path = '/v1/credits') =>
  path === '/v1/credits'
    ? aJudgedCheck(clause, `${clause} at credits`, probe)
    : aJudgedCheck(clause, `${clause} at models`, {
        ...probe,
        operation: 'models',
        path,
        answer: [{ id: 'm' }],
      });
const withBody = (title: string, answer: unknown, operation: Operation = 'credits') =>
  aJudgedCheck('auth.key.wrong', title, { ...probe, operation, status: 401, answer });
const faultsOf = (...checks: CheckRun[]) => aReport(aRun(checks)).faults;
const clausesOf = (...checks: CheckRun[]) =>
  faultsOf(...checks)
    .filter(({ verdict }) => verdict === 'violates')
    .map(({ clauses }) => clauses);

test('what is accepted without a key is one fault, whatever key is sent there', () => {
  const open = ['auth.header.required', 'auth.header.without-key', 'auth.key.wrong'] as const;
  expect(clausesOf(...open.map((clause) => isAcceptedAt(clause)))).toEqual([[...open]]);
});

test('a wrong key that another operation accepts is a fault of its own', () => {
  const checks = [isAcceptedAt('auth.header.required'), isAcceptedAt('auth.key.wrong', '/v1/models')];
  expect(clausesOf(...checks)).toEqual([['auth.header.required'], ['auth.key.wrong']]);
});

test('any key that is accepted where a wrong one is accepted is one fault', () => {
  const clauses = ['auth.key.wrong', 'auth.key.incomplete', 'auth.key.trailing-no-break-space'] as const;
  expect(faultsOf(...clauses.map((clause) => isAcceptedAt(clause)))).toMatchObject([
    { fault: 'a wrong key is accepted', clauses, operations: ['credits'] },
  ]);
});

test('a random key that is accepted is another fault than a wrong one, with all that is accepted there', () => {
  const random = aJudgedCheck('auth.key.wrong', 'any', { ...probe, actor: randomKey });
  const others = ['auth.key.inactive', 'auth.key.leading-whitespace'] as const;
  expect(faultsOf(random, ...others.map((clause) => isAcceptedAt(clause)))).toMatchObject([
    { fault: 'any key is accepted', clauses: ['auth.key.wrong', ...others] },
  ]);
});

test('white space that is removed before and after the key is one fault, and only before the key another', () => {
  const [before, after] = ['auth.key.leading-whitespace', 'auth.key.trailing-no-break-space'] as const;
  expect(clausesOf(isAcceptedAt(before), isAcceptedAt(after))).toEqual([[before, after]]);
  expect(clausesOf(isAcceptedAt(before), isAcceptedAt('auth.key.wrong'))).toHaveLength(2);
});

const lookUp = (clause: 'runs.lookup.foreign' | 'runs.lookup.unknown', status: number, answer: unknown) => {
  const variable = clause === 'runs.lookup.foreign' ? 'OTHER_API_KEY' : 'API_KEY';
  return aJudgedCheck(clause, `${clause} ${status}`, {
    ...{ variable, actor: 'lookup', operation: 'run', path: '/v1/runs/run-1', status, answer },
  });
};
const told = (...checks: CheckRun[]) => faultsOf(...checks).map(({ title, severity }) => [title, severity]);
const [foreign, unknown] = ['runs.lookup.foreign', 'runs.lookup.unknown'] as const;

test('only a response that shows some work of another account has the severity of its data', () => {
  const accepts = "Run lookup accepts the ID of another account's run";
  expect(told(lookUp(foreign, 200, { state: 'done' }))).toEqual([[accepts, 'data']]);
  for (const nothing of [null, {}, [], { run: null }, { found: false }])
    expect(told(lookUp(foreign, 200, nothing)), JSON.stringify(nothing)).toEqual([[accepts, 'code']]);
  const rejection = { kind: 'rejection' } as const;
  const failed = aJudgedCheck(
    foreign,
    'the ID of another kind',
    { variable: 'OTHER_API_KEY', operation: 'run', status: 500, answer: { error: { code: 'x' } } },
    rejection,
  );
  const [fault] = faultsOf(failed).filter(({ clauses }) => clauses.includes(foreign));
  expect([fault?.severity, fault?.title]).toEqual([
    'code',
    "Run lookup rejects the ID of another account's run, but with the wrong error",
  ]);
});

test('a lookup that accepts every ID and shows nothing is one fault, about an unknown ID', () => {
  expect(told(lookUp(foreign, 200, null), lookUp(unknown, 200, null))).toEqual([
    ['Run lookup accepts an unknown ID', 'code'],
  ]);
  expect(told(lookUp(foreign, 200, { id: 'run-1' }), lookUp(unknown, 200, null))).toHaveLength(2);
});

test('an error without an error object is one fault, whichever clauses it violates', () => {
  const bodies = [
    { statusCode: 401, error: 'Unauthorized', message: 'Unauthorized' },
    { detail: 'No' },
    '<p>',
  ];
  expect(faultsOf(...bodies.map((body) => withBody(JSON.stringify(body), body)))).toMatchObject([
    {
      fault: 'the error object is missing',
      clauses: ['errors.body.single-field', 'errors.object.fields', 'auth.key.wrong'],
    },
  ]);
  const extra = { ...anError('invalid_api_key'), trace: 1 };
  const other = anError('invalid_api_key', { trace: 1 });
  expect(clausesOf(withBody('one', extra), withBody('two', other))).toHaveLength(2);
});

test('rejections with a success status are one fault, said as such, and a rejected valid key is another', () => {
  const answer = { ...anError('invalid_api_key'), request_id: 'r-1' };
  const at = (clause: 'auth.key.wrong' | 'auth.key.inactive' | 'auth.key.valid') =>
    aJudgedCheck(clause, clause, { operation: 'text', path: '/v1/text', answer });
  const faults = faultsOf(at('auth.key.wrong'), at('auth.key.inactive'), at('auth.key.valid'));
  expect(faults.map(({ title, severity, clauses }) => [title, severity, clauses])).toEqual([
    [
      'Text generation sends an error with a success status',
      'code',
      ['errors.code.status', 'auth.key.wrong', 'auth.key.inactive'],
    ],
    ['Text generation rejects the valid key', 'code', ['auth.key.valid']],
  ]);
});

const wrongKey = rejectedWith(401, 'invalid_api_key');
const names: [fault: string, status: number, answer: unknown, expected?: Expectation, clause?: ClauseId][] = [
  ['a wrong key is accepted', 202, { credits: 7 }],
  ['auth.key.inactive: accepted', 200, {}, wrongKey, 'auth.key.inactive'],
  ['404 not_found in place of 401 invalid_api_key', 404, anError('not_found')],
  ['404 not_found in place of 401 invalid_api_key', 404, anError('not_found'), wrongKey, 'auth.key.inactive'],
  ['403 not_found in place of 401 invalid_api_key', 403, anError('not_found')],
  ['errors.code.status', 403, anError('invalid_api_key')],
  ['errors.code.listed', 401, anError('INVALID_API_KEY')],
  ['the code is missing', 401, { error: { message: 'No.', type: 'acme_error' } }],
  ['the code, message and type are missing', 401, { error: {} }],
  ['the error object is missing', 401, { detail: 'No.' }],
  ['the error object has another form', 401, { error: { ...anError('x').error, param: null } }],
  ['a response that is not in the contract: 403', 403, anError('INVALID_API_KEY')],
  ['a response that is not in the contract: 308', 308, null, { kind: 'rejection' }, 'jobs.lookup.odd'],
  ['an error has a success status', 200, { ...anError('invalid_api_key'), request_id: 'r-1' }],
  ['200 not_found in place of 401 invalid_api_key', 200, anError('not_found')],
  [
    'an error has a success status',
    200,
    anError('invalid_api_key'),
    { kind: 'rejection' },
    'jobs.lookup.odd',
  ],
  ['reads are rejected: 403 not_found', 403, anError('not_found'), { kind: 'success' }, 'auth.key.valid'],
  ['reads are rejected: 403 not_found', 403, anError('not_found'), { kind: 'credits' }, 'credits.read'],
  ['service.json', 200, '<credits>12</credits>', { kind: 'success' }, 'auth.key.valid'],
  ['credits.read', 200, {}, { kind: 'credits' }, 'credits.read'],
];
for (const [fault, status, answer, expected = wrongKey, clause = 'auth.key.wrong'] of names)
  test(`${clause} that gets ${status} ${JSON.stringify(answer)} is the fault "${fault}"`, () => {
    const exchange = anExchange({ status, answer });
    const received = { kind: 'seen', what: 'it' } as const;
    const unmet: Finding = { clause, verdict: 'violates', expected, received, exchanges: [exchange] };
    const { violations } = judgeExchange(exchange, aContext({ errorType: 'acme_error' }));
    const nameOf = faultNamesIn([unmet, ...violations]);
    expect(nameOf(unmet)).toBe(fault);
    expect(causeClausesOf(fault)).not.toEqual([]);
  });

/** The recommendations that these responses do not meet, as lines. */
function recommendationsIn(...exchanges: Exchange[]): string[] {
  const run = aRun([aCheck('unspecified.bodies', 'it', { exchanges })]);
  return details(aReport(run)).filter((line) => /^- | {2}(?:Also|Not met|Seen) | {12}expected /.test(line));
}

test('what several gateways send in place of an error is one recommendation, with each status and operation', () => {
  const page = (status: number, more: Partial<Exchange> = {}) => {
    const { request, ...exchange } = anExchange({ operation: 'other', status, answer: '<html>', ...more });
    return { ...exchange, request: { ...request, body: status === 413 ? 'x'.repeat(70_000) : null } };
  };
  const limited = (['models', 'credits', 'job', 'run', 'text'] as const).map((operation) =>
    page(429, { operation }),
  );
  const other = 'expected a JSON object with one field, error, and nothing twice, received';
  expect(recommendationsIn(page(400), page(413, { operation: 'text' }), ...limited)).toEqual([
    `- An unusual address does not respond with an error of the contract: ${other} 400 without an error code (also at 5 other operations) [recommendation]`,
    expect.stringMatching(/^ {2}Seen {6}7 responses at /),
    `  Also      ${other} 413 without an error code at text generation`,
    `            ${other} 429 without an error code in 5 responses at GET /v1/models, GET /v1/credits, GET /v1/jobs/{job_id}, text generation and run lookup`,
  ]);
});

test('an error at an unusual address that is labelled as HTML is one recommendation', () => {
  const labelled = anExchange({ operation: 'other', status: 404, answer: anError('not_found') });
  const { response } = labelled;
  if (response) response.headers[0] = ['content-type', 'text/html; charset=iso-8859-1'];
  expect(recommendationsIn(labelled)).toEqual([
    '- An unusual address sends an error body that is not plain application/json: expected application/json without a byte-order mark, received text/html; charset=iso-8859-1 [recommendation]',
    '  Not met   errors.elsewhere',
  ]);
});

for (const [what, received, exitCode] of [
  ['that no error is in', { kind: 'answer', status: 401, contentType: '', start: '' }, 0],
  ['with a readable error', { kind: 'answer', status: 401, code: 'x', contentType: '', start: '' }, 3],
] as const)
  test(`a check that is blocked by a response ${what}, and shows a known failure, gives exit code ${exitCode}`, () => {
    const shown = withBody('one', { detail: 'No' }, 'models');
    const blocked = aCheck('credits.read', 'a check', {
      exchanges: shown.exchanges,
      unjudged: { verdict: 'blocked', reason: { kind: 'not accepted', what: 'it', received } },
    });
    const run = aRun([shown, blocked]);
    const entries = faultsIn(viewOf(aReport(run))).flatMap(({ entry }) => entry ?? []);
    expect(entries).not.toEqual([]);
    expect(aReport(run, {}, entries).outcome.exitCode).toBe(exitCode);
  });
