import { expect, test } from '@playwright/test';
import { answered } from '../../proof/helpers/answered';
import { accepted, anError, factsOn, rejected } from '../../proof/helpers/reports-runs';
import type { WithModel } from '../../spec/operations';
import type { Received, Target } from '../drive/target';
import { readBy } from '../drive/target-file/read';
import { type Answer, isAccepted } from './answer';
import { evaluate } from './evaluate';
import { type Expectation, failure } from './expectation';
import { readingOf, sameCredits } from './reading';
import {
  acceptedUnlessTooLong,
  anIdentifier,
  aString,
  asTheValidKeyOr,
  aValueAt,
  creditsLowered,
  creditsUnchanged,
  namesTheConnection,
  nothingTellsThemApart,
  remainingCredits,
  theFirstIsSmaller,
} from './requirements';
import { formatNote, formatObservation, formatReason } from './wording';

const rejection = (status: number, code: string, message?: string) =>
  answered(status, anError(code, message));
const credits = (json: unknown) => answered(200, json, { operation: 'credits' });
/** Credits as JSON.stringify would not write them. */
const spelled = (left: string): Answer => ({ ...credits({}), text: `{"plan":"a \\"1","left":${left}}` });
/** An AI request, with the credits before and after it. */
const use = (before: Answer | unknown, after: Answer | unknown): Answer[] => [
  answered(200, {}),
  ...[before, after].map((each) => (isAnswer(each) ? each : credits(each))),
];

/** The same, where the only number is this, then that. */
const fall = (before: number, after: number) => use({ left: before }, { left: after });

function isAnswer(value: unknown): value is Answer {
  return value !== null && typeof value === 'object' && 'exchange' in value;
}

/** In words; `instead` is the verdict with its reason, where nothing can be said after all. */
type Due = { met: boolean; received?: string; note?: unknown; instead?: unknown };

const connection = { consumer: 'b', input: 'text', source: 'a', field: 'text' };
const ends = [{ name: connection.source }, { name: connection.consumer }];
const named = namesTheConnection({ chain: { blocks: ends, connection } });
const toItself = { ...connection, source: connection.consumer };
const namedSelf = namesTheConnection({ chain: { blocks: ends, connection: toItself } });
const said = (message: string) => [rejection(400, 'invalid_workflow', message)];
const asTheKey = asTheValidKeyOr(401, 'invalid_api_key');
const aState = aValueAt({ part: 'job.state', at: '/state' });
const noPointer = /^not tested: needs credits in the target file: no readings could be compared$/;
const rejectedReading = /^not tested: a reading of the credits got 429 rate_limited$/;
const rejectedUse = /^not tested: the AI request got 402 insufficient_credits$/;
const notRead = /^not tested: the credits cannot be read$/;
const noNumber = /^not tested: needs credits in the target file: no number shows what a request cost$/;
const dear = [...fall(10, 9), ...fall(0.3, 0.2)];
const cheap = [...fall(0.3, 0.2), ...fall(10, 9)];
const settled: Expectation = { kind: 'charged', settled: true };
const either = failure([422, 404], ['invalid_request', 'model_not_found']);
const anyOf401 = failure(401, ['invalid_api_key', 'missing_api_key']);
const lookedUp = rejection(404, 'not_found');
const header = (name: string, { exchange }: Answer): Answer =>
  answered(404, anError('not_found'), {
    response: exchange.response && { ...exchange.response, otherHeaders: [name] },
  });

/** What is found, not met where nothing else is said: whether it is met, what was received, or what instead. */
type Shown = Due | boolean | string | RegExp;
const dueOf = (shown: Shown): Due => {
  if (typeof shown === 'boolean') return { met: shown };
  if (typeof shown === 'string') return { met: false, received: shown };
  return shown instanceof RegExp ? { met: false, instead: expect.stringMatching(shown) } : shown;
};

type Row = [what: string, expectation: Expectation, answers: Answer | Answer[], due: Shown];

/** Rows of one expectation. */
const of = (expectation: Expectation, rows: [string, Answer | Answer[], Shown][]): Row[] =>
  rows.map(([what, answers, due]) => [what, expectation, answers, due]);

/** Answers to a foreign id and an unknown one by turns, of which some have a header more. */
const byTurns = (more: number[]) => more.map((each) => (each ? header('via', lookedUp) : lookedUp));

const rows: Record<string, Row[]> = {
  'status and code are judged together': [
    ['both', failure(401, 'invalid_api_key'), rejection(401, 'invalid_api_key'), true],
    ['a status', failure(401, 'invalid_api_key'), rejection(403, 'invalid_api_key'), '403 invalid_api_key'],
    ['a code', failure(401, 'invalid_api_key'), rejection(401, 'missing_api_key'), '401 missing_api_key'],
    ['the code of the other', either, rejection(422, 'model_not_found'), '422 model_not_found'],
    ['the status of the other', either, rejection(404, 'invalid_request'), '404 invalid_request'],
    ['either', either, rejection(404, 'model_not_found'), true],
    ['either code of a status', anyOf401, rejection(401, 'missing_api_key'), true],
  ],
  'being served needs a success, and JSON where the contract shows the endpoint': of({ kind: 'success' }, [
    ['a list', answered(200, [], { operation: 'models' }), true],
    ['nothing for a text', answered(204, undefined, { operation: 'text' }), true],
    ['nothing for a list', answered(200, undefined, { operation: 'models' }), false],
    ['a redirect', answered(302, {}), false],
    ['a rejection', rejection(401, 'invalid_api_key'), false],
  ]),
  'any refusal is a status from 400 to 499': of(
    { kind: 'rejection' },
    [200, 302, 400, 422, 499, 500, 502].map((status) => [
      `${status}`,
      answered(status, {}),
      status >= 400 && status < 500,
    ]),
  ),
  'an id is a non-empty string or a number': of(anIdentifier('job_id'), [
    ['a', answered(202, { data: { job_id: 'a' } }), true],
    ['7', answered(202, { job_id: 7 }), true],
    ['empty', answered(202, { job_id: '' }), false],
    ['null', answered(202, { job_id: null }), false],
    ['absent', answered(202, { id: 'a' }), false],
  ]),
  'a string id is no number': of(aString('job_id'), [
    ['a', answered(202, { job_id: 'a' }), true],
    ['7', answered(202, { job_id: 7 }), false],
    ['empty', answered(202, { job_id: '' }), false],
    ['null', answered(202, { job_id: null }), false],
    ['in a refusal', lookedUp, '404 not_found'],
  ]),
  'a long workflow may be too long, and is no breach then; any other refusal is one': of(
    acceptedUnlessTooLong,
    [
      ['accepted', answered(202, {}), { met: true, instead: undefined }],
      ['too long', rejection(422, 'invalid_request'), /^not tested: needs workflow\.longest/],
      ['rejected', said('No.'), { met: false, received: '400 invalid_workflow', instead: undefined }],
    ],
  ),
  'only a message of invalid_workflow is judged by what it names': of(named, [
    ['a block', said('block b reads a later block'), true],
    ['nothing', said('wrong'), { met: false, received: '"wrong"', instead: undefined }],
    [
      'a success',
      answered(202, { run_id: 'a' }),
      /^blocked: .* connection was accepted with 202, so there is no error message to judge$/,
    ],
    [
      'another rejection',
      rejection(422, 'invalid_request'),
      /^blocked: the workflow with a faulty connection was rejected with 422 invalid_request, and only /,
    ],
  ]),
  'with which code a block that reads itself is rejected is open': of(namedSelf, [
    [
      'another code',
      rejection(422, 'invalid_request'),
      /^not tested: .* was rejected with 422 invalid_request/,
    ],
    ['a success', answered(202, { run_id: 'a' }), /^blocked: /],
  ]),
  'a state or result is any value but null': of(aState, [
    ['done', answered(200, { state: 'done' }), { met: true, note: undefined }],
    ['0', answered(200, { state: 0 }), true],
    [
      'null',
      answered(200, { state: null }),
      { met: false, note: expect.stringContaining('it says that the value is at /state') },
    ],
    ['absent', answered(200, {}), false],
  ]),
  'white space after the key: refused or served as the valid key is, and either is said': of(asTheKey, [
    ['rejected', rejection(401, 'invalid_api_key'), { met: true, note: expect.stringContaining('seen') }],
    ['accepted', answered(200, {}), { met: true, note: expect.stringContaining('RFC 9110') }],
    ['no key', rejection(401, 'missing_api_key'), { met: false, note: undefined }],
    ['a gateway', answered(400, undefined), '400 with an empty body'],
  ]),
  'the remaining credits are anything that is not empty, or a number at the pointer': [
    ...of(remainingCredits(), [
      ['of two', credits({ used: 1, left: 2 }), true],
      ['a word', credits({ left: 'many' }), true],
      ['nothing', credits({}), false],
      ['in a refusal', answered(401, { left: 2 }), false],
    ]),
    ...of(remainingCredits('/left'), [
      ['a word there', credits({ left: 'many' }), false],
      ['there', credits({ used: 1, left: '2' }), true],
    ]),
    [
      'elsewhere',
      remainingCredits('/rest'),
      credits({ left: 2 }),
      { met: false, note: expect.stringContaining('/rest') },
    ],
  ],
  'two readings are compared by the number where it is known, else by the whole answer': [
    ...of(creditsUnchanged(), [
      ['same', use({ left: 5, at: 'noon' }, { left: 5, at: 'one' }), true],
      ['less', fall(5, 4), '5 before, 4 after'],
      ['whole', use({ used: 1, left: 5 }, { used: 1, left: 5 }), { met: true, received: 'the same body' }],
      ['another', use({ used: 1, left: 5 }, { used: 2, left: 4 }), 'another body'],
      ['unread', use(rejection(429, 'rate_limited'), { left: 5 }), rejectedReading],
    ]),
    ['pointed at', creditsUnchanged('/left'), use({ used: 1, left: 5 }, { used: 2, left: 5 }), true],
  ],
  'an AI request lowers the credits': [
    ...of(creditsLowered(), [
      ['lower', fall(5, 4.5), { met: true, received: '5 before, 4.5 after' }],
      ['higher', fall(5, 6), false],
      ['the same', fall(5, 5), /^inconclusive: /],
      ['another body', use({ a: 1, b: 2 }, { a: 2, b: 1 }), true],
      ['the same body', use({ a: 1, b: 2 }, { a: 1, b: 2 }), false],
      ['never read', answered(200, {}), noPointer],
      ['rejected', rejection(402, 'insufficient_credits'), rejectedUse],
    ]),
    ['never read, where it is told', creditsLowered('/left'), answered(200, {}), notRead],
    [
      'the same when charges are in',
      settled,
      fall(5, 5),
      {
        met: false,
        instead: undefined,
        note: expect.stringMatching(/^First check the target file: .*credits.resolution/),
      },
    ],
    [
      'the same when charges are in, and too few uses for a reading to show',
      { kind: 'charged', settled: true, coarse: true },
      fall(5, 5),
      /^inconclusive: .*less than credits.resolution/,
    ],
    [
      'not done in time',
      { kind: 'charged', unfinished: true },
      fall(5, 5),
      /^not tested: needs a longer TIME/,
    ],
  ],
  'prices are compared past the noise of decimal fractions, and only where a number shows them': [
    ...of(theFirstIsSmaller(), [
      ['cheap', [...fall(0.3, 0.2), ...fall(10, 9)], { met: true, received: '0.1 and 1 credits' }],
      ['alike', [...fall(0.3, 0.2), ...fall(1_000_000.3, 1_000_000.2)], '0.1 and 0.1 credits'],
      ['dear', [...fall(10, 9), ...fall(0.3, 0.2)], false],
      [
        'long',
        [
          ...use(spelled('"+5.000000000000000000002"'), spelled('"5"')),
          ...use(spelled('9007199254740993'), spelled('9007199254740992')),
        ].map((each) => ({ ...each, text: each.text?.replace('"plan":"a \\"1",', '') ?? null })),
        { met: true, received: '2e-21 and 1 credits' },
      ],
      ['mute', [...use({ a: 1, b: 2 }, { a: 2, b: 1 }), ...fall(10, 9)], noNumber],
      ['dear once', [...dear], /^inconclusive: /],
      ['dear ten times', Array.from({ length: 10 }, () => dear).flat(), { met: false, instead: undefined }],
      ['of one', fall(10, 9), noPointer],
    ]),
    [
      'alike ten times, as far as a reading shows',
      theFirstIsSmaller({ settlesWithin: 1 }),
      Array.from({ length: 10 }, () => [...fall(5, 4), ...fall(4, 3)]).flat(),
      /^inconclusive: .*resolution, settlesWithin/,
    ],
    [
      'alike each time, with all told',
      theFirstIsSmaller({ settlesWithin: 1, resolution: 1 }),
      [...fall(5, 4), ...fall(4, 3), ...fall(5, 4), ...fall(4, 3)],
      {
        met: false,
        instead: undefined,
        note: expect.stringMatching(/^First check the target file: .*credits.resolution/),
      },
    ],
    ...of({ kind: 'cheaper', settled: true }, [
      [
        'free each time, as far as a reading shows',
        Array.from({ length: 4 }, () => fall(5, 5)).flat(),
        /^inconclusive: /,
      ],
      ['dear each time', [...dear, ...dear], { met: false, instead: undefined }],
      [
        'topped up during the dearer one each time',
        Array.from({ length: 3 }, () => [...fall(10, 9), ...fall(9, 59)]).flat(),
        /^inconclusive: /,
      ],
      ['topped up during the cheaper one', [...fall(10, 60), ...fall(60, 50)], /^inconclusive: /],
    ]),
    ...of(theFirstIsSmaller({ settlesWithin: 1, resolution: 1 }), [
      [
        'dear whenever charges were waited for, after a pair in which something was paid back',
        [...fall(10, 16), ...fall(16, 1), ...dear, ...dear],
        { met: false, instead: undefined },
      ],
      [
        'dear in three pairs that were waited for, after one of another price',
        [...fall(10, 4), ...fall(4, 1), ...dear, ...dear, ...dear],
        { met: false, instead: undefined },
      ],
      [
        'dear in two such pairs, after one of another price',
        [...fall(10, 4), ...fall(4, 1), ...dear, ...dear],
        /^inconclusive: /,
      ],
      [
        'of no one price, after a pair in which something was paid back',
        [...fall(10, 16), ...fall(16, 1), ...dear, ...fall(5, 4), ...fall(4, 3)],
        /^inconclusive: the pairs cost (?!-)/,
      ],
    ]),
    ...of(theFirstIsSmaller({ settlesWithin: 1 }), [
      ['cheap whenever charges were waited for', [...dear, ...cheap, ...cheap], true],
      ['cheap but once', [...dear, ...cheap, ...dear], /^inconclusive: /],
      ['cheap in the one pair that was waited for', [...dear, ...cheap], /^inconclusive: /],
    ]),
    [
      'cheap later on, with nothing told of lateness',
      theFirstIsSmaller(),
      [...dear, ...cheap, ...cheap],
      /^inconclusive: /,
    ],
  ],
  'two answers are told apart by status, header names and shape, and not by values': of(
    nothingTellsThemApart,
    [
      ['a message', [lookedUp, rejection(404, 'not_found', 'No job.')], true],
      ['a status', [lookedUp, { ...lookedUp, status: 403 }], 'responses that differ in status 404 and 403'],
      ['a header', [lookedUp, header('x-owner', lookedUp)], 'responses that differ in the header x-owner'],
      ['a header that one of two gateways adds', byTurns([0, 1, 0, 1, 0, 1]), true],
      ['a header that one of three gateways adds', byTurns([1, 0, 0, 1, 0, 0]), true],
      [
        'a header that comes each time',
        byTurns([1, 0, 0, 1, 1, 0]),
        'responses that differ in the header via',
      ],
      [
        'a shape',
        [lookedUp, { ...lookedUp, text: '{"error":{"code":"not_found"}}' }],
        'responses that differ in the shape of the body',
      ],
      ['a code', [lookedUp, rejection(404, 'gone')], 'responses that differ in the code'],
    ],
  ),
};

for (const [title, checks] of Object.entries(rows)) {
  for (const [what, expectation, answers, due] of checks) {
    test(`${title}: ${what}`, () => {
      const { met, received, note, inconclusive } = evaluate(
        expectation,
        [answers].flat(),
        [accepted, rejected],
        {
          words: [],
          verifiedEarlier: ['*'],
        },
      );
      expect({
        met,
        received: formatObservation(received),
        note: note && formatNote(note),
        instead: inconclusive && `${inconclusive.verdict}: ${formatReason(inconclusive.reason)}`,
      }).toMatchObject(dueOf(due));
    });
  }
}

test('a long workflow is not too long where one of as many blocks, or more, was served', () => {
  const sent = (length: number, rejected: boolean) => {
    const parts = Array.from(
      { length: length - 2 },
      (_, index) => `workflow.longest (${length - index})` as const,
    );
    const answer = rejected ? rejection(422, 'invalid_request') : answered(202, {});
    return { ...answer, exchange: { ...answer.exchange, operation: 'workflow' as const, parts } };
  };
  const insteadOf = (length: number, other: number) => {
    const around = [sent(length, true), sent(other, false)];
    const answers = around.slice(0, 1) as [Answer];
    const exchanges = around.map(({ exchange }) => exchange);
    return evaluate(acceptedUnlessTooLong, answers, exchanges, { words: [], verifiedEarlier: ['*'] })
      .inconclusive?.verdict;
  };
  expect(insteadOf(4, 3)).toBe('not tested');
  expect(insteadOf(4, 5)).toBeUndefined();
  expect(insteadOf(4, 4)).toBeUndefined();
});

test('of a use beside which something was served that is to be refused, no charge is told, and why', () => {
  const [sent] = use({ left: 3 }, { left: 3 }) as [Answer];
  const facts = factsOn([[sent.exchange, { beside: true }]]);
  const { inconclusive } = evaluate(creditsLowered({}), [sent], [], {
    words: [],
    verifiedEarlier: ['*'],
    facts,
  });
  expect(inconclusive && formatReason(inconclusive.reason)).toContain('was accepted meanwhile');
});

test('a pointer is asked about where it was read, and not where the reading itself was rejected', () => {
  const noteOf = (answer: Answer) =>
    evaluate({ kind: 'credits', at: '/left' }, [answer], [], { words: [], verifiedEarlier: ['*'] }).note
      ?.kind;
  expect(noteOf(credits({ used: 1 }))).toBe('pointer');
  expect(noteOf(rejection(402, 'insufficient_credits'))).toBeUndefined();
});

test('credits whose fields come in another order are the same', () => {
  const [one, other] = [
    { used: 1, plan: { left: 2, name: 'b' } },
    { plan: { name: 'b', left: 2 }, used: 1 },
  ].map((json) => readingOf(credits(json)));
  expect(one && other && sameCredits(one, other)).toBe(true);
  const list = [
    [1, 2],
    [2, 1],
  ].map((left) => readingOf(credits({ left })));
  expect(list[0] && list[1] && sameCredits(list[0], list[1])).toBe(false);
  const nested = spelled(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  const whole = readingOf(nested);
  expect(whole).toEqual({ amount: null, whole: nested.text });
  expect(whole && sameCredits(whole, { amount: null, whole: `${nested.text} ` })).toBe(false);
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

for (const status of [302, 303])
  test(`a submission answered ${status} is served where its id can be read, by pointer, by name or by a function`, () => {
    const acceptedFor = (target: Target, body: object, operation: WithModel = 'submit') => {
      const { read } = readBy(target, operation, { status, headers: {}, body });
      const answer = answered(status, body);
      return isAccepted({ ...answer, exchange: { ...answer.exchange, read } });
    };
    const submit = () => ({ path: '/v1/jobs' });
    expect(acceptedFor({ job: { submit } }, { job_id: 'job-1' })).toBe(true);
    expect(acceptedFor({ job: { submit } }, { job_id: 'job-1' }, 'text')).toBe(true);
    expect(acceptedFor({}, { job_id: 'job-1' }, 'text')).toBe(false);
    expect(acceptedFor({ job: { submit, id: '/task/id' } }, { task: { id: 17 } })).toBe(true);
    const id = ({ body }: Received) => (body as { id: string }).id;
    expect(acceptedFor({ job: { submit, id } }, { id: 'job-1' })).toBe(true);
    expect(acceptedFor({ job: { submit } }, {})).toBe(false);
  });
