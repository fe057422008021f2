import { expect, test } from '@playwright/test';
import {
  aContext,
  aJudgedCheck,
  anError,
  anExchange,
  aReport,
  aRun,
} from '../../../proof/helpers/reports-runs';
import type { ClauseId } from '../../../spec/ledger';
import { type Expectation, rejectedWith } from '../data/expectation';
import type { CheckRun } from '../data/run';
import { clausesOf, faultNamesIn } from './causes';

const faultsOf = (...checks: CheckRun[]) => aReport(aRun(checks)).faults;
const lookUp = (answer: unknown) =>
  aJudgedCheck(foreign, 'a lookup', {
    ...{ variable: 'OTHER_API_KEY', actor: 'lookup', operation: 'run', path: '/v1/runs/run-1', answer },
  });
const told = (...checks: CheckRun[]) => faultsOf(...checks).map(({ title, severity }) => [title, severity]);
const foreign = 'runs.lookup.foreign';

test('only a response that shows some work of another account has the severity of its data', () => {
  const accepts = "Run lookup accepts the ID of another account's run";
  expect(told(lookUp({ state: 'done' }))).toEqual([[accepts, 'data']]);
  for (const nothing of [null, {}, [], { run: null }, { found: false }])
    expect(told(lookUp(nothing)), JSON.stringify(nothing)).toEqual([[accepts, 'code']]);
  const rejection = { kind: 'rejection' } as const;
  const unavailable = aJudgedCheck(
    foreign,
    'the ID of another kind',
    { variable: 'OTHER_API_KEY', operation: 'run', status: 504, answer: { error: { code: 'x' } } },
    rejection,
  );
  const [fault] = faultsOf(unavailable).filter(({ clauses }) => clauses.includes(foreign));
  expect([fault?.severity, fault?.title]).toEqual([
    'code',
    "Run lookup rejects the ID of another account's run, but with the wrong error",
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
    const unmet = { clause, expected, exchange };
    expect(faultNamesIn([unmet], aContext({ errorType: 'acme_error' }))(unmet)).toBe(fault);
    expect(clausesOf(fault)).not.toEqual([]);
  });
