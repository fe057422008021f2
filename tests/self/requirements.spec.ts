import { expect, test } from '@playwright/test';
import { readBy } from '../drive/read';
import type { Target } from '../drive/target';
import { type Answer, isServed } from '../engine/answer';
import { evaluate } from '../engine/evaluate';
import type { Expectation } from '../engine/expectation';
import { identifierIn } from '../engine/json';
import { readingOf, sameCredits } from '../engine/reading';
import {
  anIdentifier,
  aString,
  asTheValidKeyOr,
  aValueAt,
  creditsLowered,
  creditsUnchanged,
  namesTheConnection,
  nothingTellsThemApart,
  remainingCredits,
  servedIfNotTooLong,
  theFirstIsSmaller,
} from '../engine/requirements';
import { noteWords, observationWords, reasonWords } from '../engine/wording';
import { answered } from './answered';
import { accepted, anError, refused } from './reports-runs';

const refusal = (status: number, code: string, message?: string) => answered(status, anError(code, message));
const credits = (json: unknown) => answered(200, json, { operation: 'credits' });
/** Credits as JSON.stringify would not write them. */
const spelled = (left: string): Answer => ({ ...credits({}), text: `{"plan":"a \\"1","left":${left}}` });
/** An AI use, with the credits before and after it. */
const use = (before: Answer | unknown, after: Answer | unknown): Answer[] => [
  answered(200, {}),
  ...[before, after].map((each) => (isAnswer(each) ? each : credits(each))),
];

function isAnswer(value: unknown): value is Answer {
  return value !== null && typeof value === 'object' && 'exchange' in value;
}

/** In words; `instead` is the verdict with its reason, where nothing can be said after all. */
type Due = { met: boolean; received?: string; note?: unknown; instead?: unknown };

const connection = { consumer: 'b', input: 'text', source: 'a', field: 'text' };
const named = namesTheConnection({ blocks: [], connection });
const said = (message: string) => [refusal(400, 'invalid_workflow', message)];
const asTheKey = asTheValidKeyOr(401, 'invalid_api_key');
const aState = aValueAt({ part: 'job.state', at: '/state' });
const noPointer = 'not driven: needs credits in the target file: no readings could be compared';
const noNumber = 'not driven: needs credits in the target file: no number tells what a request cost';
const dear = [...use({ left: 10 }, { left: 9 }), ...use({ left: 0.3 }, { left: 0.2 })];
const settled: Expectation = { kind: 'charged', settled: true };
const lookedUp = refusal(404, 'not_found');
const header = (name: string, { exchange }: Answer): Answer =>
  answered(404, anError('not_found'), {
    response: exchange.response && { ...exchange.response, otherHeaders: [name] },
  });

const rows: Record<string, [what: string, expectation: Expectation, answers: Answer[], due: Due][]> = {
  'an id is a non-empty string or a number': [
    ['a', anIdentifier('job_id'), [answered(202, { job_id: 'a' })], { met: true }],
    ['7', anIdentifier('job_id'), [answered(202, { job_id: 7 })], { met: true }],
    ['empty', anIdentifier('job_id'), [answered(202, { job_id: '' })], { met: false }],
    ['null', anIdentifier('job_id'), [answered(202, { job_id: null })], { met: false }],
    ['absent', anIdentifier('job_id'), [answered(202, {})], { met: false }],
  ],
  'a string id is no number': [
    ['a', aString('job_id'), [answered(202, { job_id: 'a' })], { met: true }],
    ['7', aString('job_id'), [answered(202, { job_id: 7 })], { met: false }],
    ['empty', aString('job_id'), [answered(202, { job_id: '' })], { met: false }],
    ['null', aString('job_id'), [answered(202, { job_id: null })], { met: false }],
    ['in a refusal', aString('job_id'), [lookedUp], { met: false, received: '404 not_found' }],
  ],
  'a long workflow may be too long, and is no breach then; any other refusal is one': [
    ['served', servedIfNotTooLong, [answered(202, {})], { met: true, instead: undefined }],
    [
      'too long',
      servedIfNotTooLong,
      [refusal(422, 'invalid_request')],
      { met: false, instead: expect.stringContaining('not driven: needs workflow.longest') },
    ],
    [
      'refused',
      servedIfNotTooLong,
      said('No.'),
      { met: false, received: '400 invalid_workflow', instead: undefined },
    ],
  ],
  'only a message of invalid_workflow is judged by what it names': [
    ['a block', named, said('block b reads a later block'), { met: true }],
    ['nothing', named, said('wrong'), { met: false, received: '"wrong"', instead: undefined }],
    [
      'a success',
      named,
      [answered(202, { run_id: 'a' })],
      {
        met: false,
        instead: expect.stringMatching(/^blocked: the faulty connection was answered 202 .*, not 400/),
      },
    ],
    [
      'another refusal',
      named,
      [refusal(422, 'invalid_request')],
      {
        met: false,
        instead: 'blocked: the faulty connection was answered 422 invalid_request, not 400 invalid_workflow',
      },
    ],
  ],
  'a state or result is any value but null': [
    ['done', aState, [answered(200, { state: 'done' })], { met: true, note: undefined }],
    ['0', aState, [answered(200, { state: 0 })], { met: true }],
    [
      'null',
      aState,
      [answered(200, { state: null })],
      { met: false, note: expect.stringContaining('TARGET says that it stands at /state') },
    ],
    ['absent', aState, [answered(200, {})], { met: false }],
  ],
  'white space after the key: refused or served as the valid key is, and either is said': [
    [
      'refused',
      asTheKey,
      [refusal(401, 'invalid_api_key')],
      { met: true, note: expect.stringContaining('seen') },
    ],
    ['served', asTheKey, [answered(200, {})], { met: true, note: expect.stringContaining('RFC 9110') }],
    ['no key', asTheKey, [refusal(401, 'missing_api_key')], { met: false, note: undefined }],
    ['a gateway', asTheKey, [answered(400, undefined)], { met: false, received: '400 with an empty body' }],
  ],
  'the remaining credits are anything that is not empty, or a number at the pointer': [
    ['of two', remainingCredits(), [credits({ used: 1, left: 2 })], { met: true }],
    ['a word', remainingCredits(), [credits({ left: 'many' })], { met: true }],
    ['nothing', remainingCredits(), [credits({})], { met: false }],
    ['a word there', remainingCredits('/left'), [credits({ left: 'many' })], { met: false }],
    ['there', remainingCredits('/left'), [credits({ used: 1, left: '2' })], { met: true }],
    [
      'elsewhere',
      remainingCredits('/rest'),
      [credits({ left: 2 })],
      { met: false, note: expect.stringContaining('/rest') },
    ],
    ['in a refusal', remainingCredits(), [answered(401, { left: 2 })], { met: false }],
  ],
  'two readings are compared by the number where it is known, else by the whole answer': [
    ['same', creditsUnchanged(), use({ left: 5, at: 'noon' }, { left: 5, at: 'one' }), { met: true }],
    [
      'less',
      creditsUnchanged(),
      use({ left: 5 }, { left: 4 }),
      { met: false, received: '5 before, 4 after' },
    ],
    [
      'whole',
      creditsUnchanged(),
      use({ used: 1, left: 5 }, { used: 1, left: 5 }),
      { met: true, received: 'the same body' },
    ],
    [
      'another',
      creditsUnchanged(),
      use({ used: 1, left: 5 }, { used: 2, left: 4 }),
      { met: false, received: 'another body' },
    ],
    ['pointed at', creditsUnchanged('/left'), use({ used: 1, left: 5 }, { used: 2, left: 5 }), { met: true }],
    [
      'unread',
      creditsUnchanged(),
      use(refusal(429, 'rate_limited'), { left: 5 }),
      { met: false, instead: noPointer },
    ],
  ],
  'an AI use lowers the credits': [
    [
      'lower',
      creditsLowered(),
      use({ left: 5 }, { left: 4.5 }),
      { met: true, received: '5 before, 4.5 after' },
    ],
    ['higher', creditsLowered(), use({ left: 5 }, { left: 6 }), { met: false }],
    [
      'the same',
      creditsLowered(),
      use({ left: 5 }, { left: 5 }),
      { met: false, instead: expect.stringMatching(/^indeterminate: /) },
    ],
    [
      'the same when charges are in',
      settled,
      use({ left: 5 }, { left: 5 }),
      { met: false, instead: undefined },
    ],
    [
      'the same when charges are in, and too few uses for a reading to show',
      { kind: 'charged', settled: true, coarse: true },
      use({ left: 5 }, { left: 5 }),
      { met: false, instead: expect.stringMatching(/^indeterminate: .*less than credits.resolution/) },
    ],
    ['another body', creditsLowered(), use({ a: 1, b: 2 }, { a: 2, b: 1 }), { met: true }],
    ['the same body', creditsLowered(), use({ a: 1, b: 2 }, { a: 1, b: 2 }), { met: false }],
    ['never read', creditsLowered(), [answered(200, {})], { met: false, instead: noPointer }],
    [
      'not done in time',
      { kind: 'charged', unfinished: true },
      use({ left: 5 }, { left: 5 }),
      { met: false, instead: expect.stringContaining('not driven: needs a longer TIMEOUT_MS') },
    ],
  ],
  'prices are compared past the noise of decimal fractions, and only where a number shows them': [
    [
      'cheap',
      theFirstIsSmaller(),
      [...use({ left: 0.3 }, { left: 0.2 }), ...use({ left: 10 }, { left: 9 })],
      { met: true, received: '0.1 and 1 credits' },
    ],
    [
      'alike',
      theFirstIsSmaller(),
      [...use({ left: 0.3 }, { left: 0.2 }), ...use({ left: 1_000_000.3 }, { left: 1_000_000.2 })],
      { met: false, received: '0.1 and 0.1 credits' },
    ],
    [
      'dear',
      theFirstIsSmaller(),
      [...use({ left: 10 }, { left: 9 }), ...use({ left: 0.3 }, { left: 0.2 })],
      { met: false },
    ],
    [
      'long',
      theFirstIsSmaller(),
      [
        ...use(spelled('"+5.000000000000000000002"'), spelled('"5"')),
        ...use(spelled('9007199254740993'), spelled('9007199254740992')),
      ].map((each) => ({ ...each, text: each.text?.replace('"plan":"a \\"1",', '') ?? null })),
      { met: true, received: '2e-21 and 1 credits' },
    ],
    [
      'mute',
      theFirstIsSmaller(),
      [...use({ a: 1, b: 2 }, { a: 2, b: 1 }), ...use({ left: 10 }, { left: 9 })],
      { met: false, instead: noNumber },
    ],
    [
      'dear once',
      theFirstIsSmaller(),
      [...dear],
      { met: false, instead: expect.stringMatching(/^indeterminate: /) },
    ],
    [
      'dear ten times',
      theFirstIsSmaller(),
      Array.from({ length: 10 }, () => dear).flat(),
      { met: false, instead: undefined },
    ],
    [
      'alike ten times, as far as a reading shows',
      theFirstIsSmaller({ settlesWithin: 1 }),
      Array.from({ length: 10 }, () => [
        ...use({ left: 5 }, { left: 4 }),
        ...use({ left: 4 }, { left: 3 }),
      ]).flat(),
      { met: false, instead: expect.stringMatching(/^indeterminate: .*resolution, settlesWithin/) },
    ],
    [
      'alike each time, with all told',
      theFirstIsSmaller({ settlesWithin: 1, resolution: 1 }),
      [
        ...use({ left: 5 }, { left: 4 }),
        ...use({ left: 4 }, { left: 3 }),
        ...use({ left: 5 }, { left: 4 }),
        ...use({ left: 4 }, { left: 3 }),
      ],
      { met: false, instead: undefined },
    ],
    [
      'free each time, as far as a reading shows',
      { kind: 'cheaper', settled: true },
      Array.from({ length: 4 }, () => use({ left: 5 }, { left: 5 })).flat(),
      { met: false, instead: expect.stringMatching(/^indeterminate: /) },
    ],
    [
      'dear each time',
      { kind: 'cheaper', settled: true },
      [...dear, ...dear],
      { met: false, instead: undefined },
    ],
    ['of one', theFirstIsSmaller(), use({ left: 10 }, { left: 9 }), { met: false, instead: noPointer }],
  ],
  'two answers are told apart by status, header names and shape, and not by values': [
    ['a message', nothingTellsThemApart, [lookedUp, refusal(404, 'not_found', 'No job.')], { met: true }],
    [
      'a status',
      nothingTellsThemApart,
      [lookedUp, { ...lookedUp, status: 403 }],
      { met: false, received: 'status 404 and 403' },
    ],
    [
      'a header',
      nothingTellsThemApart,
      [lookedUp, header('x-owner', lookedUp)],
      { met: false, received: 'the header x-owner' },
    ],
    [
      'a shape',
      nothingTellsThemApart,
      [lookedUp, { ...lookedUp, text: '{"error":{"code":"not_found"}}' }],
      { met: false, received: 'the shape of the body' },
    ],
    ['a code', nothingTellsThemApart, [lookedUp, refusal(404, 'gone')], { met: false, received: 'the code' }],
  ],
};

for (const [title, cases] of Object.entries(rows)) {
  for (const [what, expectation, answers, due] of cases) {
    test(`${title}: ${what}`, () => {
      const { met, received, note, instead } = evaluate(expectation, answers, [accepted, refused], {
        words: [],
        signed: ['*'],
      });
      expect({
        met,
        received: observationWords(received),
        note: note && noteWords(note),
        instead: instead && `${instead.verdict}: ${reasonWords(instead.reason)}`,
      }).toMatchObject(due);
    });
  }
}

test('an identifier stands at the pointer, or is the only field of its name', () => {
  expect(identifierIn({ data: { job_id: 'a' } }, 'job_id')).toBe('a');
  expect(identifierIn({ id: 'a', job_id: 'b' }, 'job_id', '/id')).toBe('a');
  expect(identifierIn({ id: 'a' }, 'job_id')).toBeUndefined();
});

test('the credits are the only number of the answer, or the one at the pointer', () => {
  expect(readingOf(credits({ credits: '12.5' }))?.amount).toBe('12.5');
  expect(readingOf(credits({ used: 1, left: 2 }))?.amount).toBeNull();
  expect(readingOf(credits({ used: 1, left: 2 }), '/left')?.amount).toBe('2');
  expect(readingOf(refusal(401, 'invalid_api_key'))).toBeNull();
});

test('a number too long for JavaScript is compared to its last digit', () => {
  const same = (a: string, b: string) => {
    const [one, other] = [readingOf(spelled(a), '/left'), readingOf(spelled(b), '/left')];
    return one !== null && other !== null && sameCredits(one, other);
  };
  expect(same('9007199254740993', '9007199254740992')).toBe(false);
  expect(same('5.0', '5')).toBe(true);
  expect(readingOf(spelled('1.5e3'), '/left')?.amount).toBe('1500');
});

test('a submission answered 303 is served where its id can be read, by pointer, by name or by a function', () => {
  const received = (body: unknown) => ({ status: 303, headers: {}, body });
  const served = (target: Target, body: unknown) => {
    const read = readBy(target, 'submit', received(body));
    return isServed({
      ...answered(303, body as object),
      exchange: { ...answered(303, body as object).exchange, read },
    });
  };
  const submit = () => ({ path: '/v1/jobs' });
  expect(served({ job: { submit } }, { job_id: 'job-1' })).toBe(true);
  expect(served({ job: { submit, id: '/task/id' } }, { task: { id: 17 } })).toBe(true);
  expect(served({ job: { submit, id: ({ body }) => (body as { id: string }).id } }, { id: 'job-1' })).toBe(
    true,
  );
  expect(served({ job: { submit } }, {})).toBe(false);
});
