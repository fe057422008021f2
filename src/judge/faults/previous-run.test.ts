import { expect, test } from '@playwright/test';
import {
  aJudgedCheck,
  anError,
  anUndecidedCheck,
  aReport,
  aRun,
  breakingChecks,
  knownJob,
  lacking,
} from '../../../proof/helpers/reports-runs';
import { aRecord, aRejection } from '../../../proof/helpers/saved-records';
import { compare } from '../../report/compare/comparison';
import type { CheckRun, Run } from '../data/run';
import type { KnownFailure } from './known-failures';
import { savedRunIn } from './previous-run';

interface Options {
  known?: KnownFailure[];
  run?: Partial<Run>;
}

const savedRun = (checks: CheckRun[], options: Options = {}) =>
  savedRunIn(JSON.stringify(aRecord(checks, options)), 'conformance.json');

const wrong = (verdict: 'violates' | 'conforms') => aRejection(verdict);
const revoked = (verdict: 'violates' | 'conforms') =>
  aRejection(verdict, 'a revoked key', 'auth.key.inactive');
const models = (verdict: 'violates' | 'conforms') => {
  const rejected = { status: 401, answer: anError('invalid_api_key') };
  const answer = verdict === 'conforms' ? rejected : { answer: [{ id: 'm' }] };
  const at = { operation: 'models', path: '/v1/models', variable: null } as const;
  return aJudgedCheck('auth.key.wrong', 'a wrong key reads no models', { ...at, ...answer });
};
const crashed = aRejection('violates', undefined, undefined, { status: 500, answer: anError('x') });
const notTested = anUndecidedCheck('auth.key.wrong', 'a wrong key is refused', lacking('API_KEY'));
const job = breakingChecks().filter(({ clause }) => clause === 'jobs.lookup.unknown');
const known = { known: [knownJob] };

interface Row {
  before: CheckRun[];
  after: CheckRun[];
  isNew?: string[];
  fixed?: string[];
  of?: { before?: Options; after?: Options };
}

const rows: Record<string, Row> = {
  'the same fault': { before: [wrong('violates')], after: [wrong('violates')] },
  'a second fault': {
    before: [wrong('violates'), revoked('conforms')],
    after: [wrong('violates'), revoked('violates')],
    isNew: ['auth.key.inactive'],
  },
  'a fault that is gone': {
    before: [wrong('violates')],
    after: [wrong('conforms')],
    fixed: ['auth.key.wrong'],
  },
  'a fault that moved to another operation': {
    before: [wrong('violates'), models('conforms')],
    after: [wrong('conforms'), models('violates')],
    isNew: ['auth.key.wrong'],
    fixed: ['auth.key.wrong'],
  },
  'a fault that is gone at one of two operations': {
    before: [wrong('violates'), models('violates')],
    after: [wrong('violates'), models('conforms')],
    fixed: ['auth.key.wrong'],
  },
  'a fault that came in place of another': {
    before: [wrong('violates')],
    after: [crashed],
    isNew: ['errors.code.listed', 'auth.key.wrong'],
    fixed: ['auth.key.wrong'],
  },
  'a fault whose clause was not tested': { before: [wrong('violates')], after: [notTested] },
  'a fault that a run of selected checks did not meet': {
    before: [wrong('violates')],
    after: [wrong('conforms')],
    of: { after: { run: { partial: true } } },
  },
  'a fault that became a known failure': { before: job, after: job, of: { after: known } },
  'a known failure that is no longer listed': {
    before: job,
    after: job,
    isNew: ['jobs.lookup.unknown'],
    of: { before: known },
  },
};
for (const [name, { before, after, isNew = [], fixed = [], of }] of Object.entries(rows)) {
  test(`a report calls ${name} new or fixed as compare does`, () => {
    const { previous } = savedRun(before, of?.before);
    const report = aReport(aRun(after, of?.after?.run), {}, of?.after?.known, previous);
    expect(report.faults.flatMap((fault) => (fault.newAt?.length ? fault.clauses[0] : []))).toEqual(isNew);
    expect(report.fixed).toEqual(
      fixed.map(() => expect.stringContaining(previous?.faults[0]?.sentence ?? '')),
    );
    const { differences } = compare(aRecord(before, of?.before), aRecord(after, of?.after));
    const compared = (kind: string) => differences.flatMap((each) => (each.kind === kind ? each.clause : []));
    expect([compared('new fault'), compared('fixed')]).toEqual([isNew, fixed]);
  });
}

test('a run that did not send all its checks says nothing about new and fixed faults', () => {
  for (const run of [
    { partial: true },
    { ending: 'interrupted' },
    { stop: { kind: 'unavailable', lines: ['no response'] } },
  ] satisfies Partial<Run>[])
    expect(savedRun([wrong('violates')], { run }).previous).toBeNull();
});
