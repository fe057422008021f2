import { expect, test } from '@playwright/test';
import { answered } from '../../../proof/helpers/answered';
import { aContext, accepted, anError, rejected } from '../../../proof/helpers/reports-runs';
import type { Expectation } from '../data/expectation';
import type { Answer } from '../response/answer';
import { readText } from '../response/reading';
import { formatNote, formatObservation, formatReason } from '../texts/wording';
import { evaluate } from './evaluate';

const rejection = (status: number, code: string, message = 'No.') =>
  answered(status, anError(code, { message }));
const credits = (json: unknown) => answered(200, json, { operation: 'credits' });
/** A response with credits in a notation that JSON.stringify does not produce. */
const spelled = (left: string): Answer => ({
  ...credits({}),
  reading: readText(`{"plan":"a \\"1","left":${left}}`),
});
const ofCredits = (answer: Answer): Answer => ({
  ...answer,
  exchange: { ...answer.exchange, operation: 'credits' },
});
/** Returns an AI request and the readings of the credits before and after it. */
const use = (before: Answer | unknown, after: Answer | unknown): Answer[] => [
  answered(200, {}),
  ...[before, after].map((each) => (isAnswer(each) ? ofCredits(each) : credits(each))),
];

/** The same for readings that consist of one number. */
const fall = (before: number, after: number) => use({ left: before }, { left: after });

function isAnswer(value: unknown): value is Answer {
  return value !== null && typeof value === 'object' && 'exchange' in value;
}

/** What is expected of a finding, as text. `instead` is the verdict with its reason if nothing can be judged. */
type Due = { met: boolean; received?: string; note?: unknown; instead?: unknown };

const noPointer = /^not tested: needs credits in the target file: no readings could be compared$/;
const rejectedReading = /^not tested: a reading of the credits got 429 rate_limited$/;
const rejectedUse = /^not tested: the AI request got 402 insufficient_credits$/;
const noNumber = /^not tested: needs credits in the target file: no number shows what a request cost$/;
const dear = [...fall(10, 9), ...fall(0.3, 0.2)];
const cheap = [...fall(0.3, 0.2), ...fall(10, 9)];
const settled: Expectation = { kind: 'charged', settled: true };
const lookedUp = rejection(404, 'not_found');
const header = (name: string, { exchange }: Answer): Answer =>
  answered(404, anError('not_found'), {
    response: exchange.response && { ...exchange.response, otherHeaders: [name] },
  });

/** A short form of `Due`: whether it is met; or, if it is not met, what was received or a pattern for `instead`. */
type Shown = Due | boolean | string | RegExp;
const dueOf = (shown: Shown): Due => {
  if (typeof shown === 'boolean') return { met: shown };
  if (typeof shown === 'string') return { met: false, received: shown };
  return shown instanceof RegExp ? { met: false, instead: expect.stringMatching(shown) } : shown;
};

type Row = [what: string, expectation: Expectation, answers: Answer | Answer[], due: Shown];

/** Returns rows that share one expectation. */
const of = (expectation: Expectation, rows: [string, Answer | Answer[], Shown][]): Row[] =>
  rows.map(([what, answers, due]) => [what, expectation, answers, due]);

/** Responses to a foreign ID and an unknown ID in turn; a 1 adds a header to the response. */
const byTurns = (more: number[]) => more.map((each) => (each ? header('via', lookedUp) : lookedUp));

const rows: Record<string, Row[]> = {
  'two readings are compared by the number alone': [
    ...of({ kind: 'uncharged' }, [
      ['the same number', use({ left: 5, at: 'noon' }, { left: 5, at: 'one' }), true],
      ['a smaller number', fall(5, 4), '5 before, 4 after'],
      ['two numbers', use({ used: 1, left: 5 }, { used: 2, left: 4 }), noPointer],
      ['a reading was rejected', use(rejection(429, 'rate_limited'), { left: 5 }), rejectedReading],
    ]),
  ],
  'an AI request must lower the credits': [
    ...of({ kind: 'charged' }, [
      ['they fell', fall(5, 4.5), { met: true, received: '5 before, 4.5 after' }],
      ['they rose', fall(5, 6), false],
      ['they stayed the same', fall(5, 5), /^inconclusive: /],
      ['another body', use({ a: 1, b: 2 }, { a: 2, b: 1 }), noPointer],
      ['they were never read', answered(200, {}), noPointer],
      ['the AI request was rejected', rejection(402, 'insufficient_credits'), rejectedUse],
    ]),
    [
      'they are the same when all charges are in',
      settled,
      fall(5, 5),
      {
        met: false,
        instead: undefined,
        note: expect.stringMatching(/^First check credits.settlesWithin and credits.resolution/),
      },
    ],
    [
      'the work was not done in time',
      { kind: 'charged', unfinished: true },
      fall(5, 5),
      /^not tested: needs a longer credits.settlesWithin/,
    ],
  ],
  'prices are compared without rounding errors, and only if a number shows them': [
    ...of({ kind: 'cheaper' }, [
      [
        'the first request is cheaper',
        [...fall(0.3, 0.2), ...fall(10, 9)],
        { met: true, received: '0.1 and 1 credits' },
      ],
      [
        'both requests cost the same',
        [...fall(0.3, 0.2), ...fall(1_000_000.3, 1_000_000.2)],
        '0.1 and 0.1 credits',
      ],
      ['the first request costs more', [...fall(10, 9), ...fall(0.3, 0.2)], false],
      [
        'numbers with many digits',
        [
          ...use(spelled('"+5.000000000000000000002"'), spelled('"5"')),
          ...use(spelled('9007199254740993'), spelled('9007199254740992')),
        ],
        { met: true, received: '2e-21 and 1 credits' },
      ],
      ['no number shows the price', [...use({ a: 1, b: 2 }, { a: 2, b: 1 }), ...fall(10, 9)], noNumber],
      ['the first costs more once', [...dear], /^inconclusive: /],
      [
        'the first costs more ten times after the first pair',
        Array.from({ length: 11 }, () => dear).flat(),
        { met: false, instead: undefined },
      ],
    ]),
    [
      'the same price ten times, with an unknown resolution',
      { kind: 'cheaper' },
      Array.from({ length: 10 }, () => [...fall(5, 4), ...fall(4, 3)]).flat(),
      /^inconclusive: .*credits.resolution in the target file/,
    ],
    [
      'the same price each time, with a known resolution',
      { kind: 'cheaper', settled: true },
      [...fall(5, 4), ...fall(4, 3), ...fall(5, 4), ...fall(4, 3)],
      {
        met: false,
        instead: undefined,
        note: expect.stringMatching(/^First check credits.settlesWithin and credits.resolution/),
      },
    ],
    ...of({ kind: 'cheaper', settled: true }, [
      ['the first costs more each time', [...dear, ...dear], { met: false, instead: undefined }],
      [
        'the account is topped up during the second request each time',
        Array.from({ length: 3 }, () => [...fall(10, 9), ...fall(9, 59)]).flat(),
        /^inconclusive: /,
      ],
    ]),
    ...of({ kind: 'cheaper', settled: true }, [
      [
        'the first costs more in two pairs with a wait, after a pair with another price',
        [...fall(10, 4), ...fall(4, 1), ...dear, ...dear],
        /^inconclusive: /,
      ],
      [
        'prices vary after a pair with a refund',
        [...fall(10, 16), ...fall(16, 1), ...dear, ...fall(5, 4), ...fall(4, 3)],
        /^inconclusive: the pairs of requests cost (?!-)/,
      ],
    ]),
    ...of({ kind: 'cheaper' }, [
      ['the first is cheaper whenever the run waited for charges', [...dear, ...cheap, ...cheap], true],
      ['the first is cheaper in all pairs but one', [...dear, ...cheap, ...dear], /^inconclusive: /],
      ['the first is cheaper in the only pair with a wait', [...dear, ...cheap], /^inconclusive: /],
    ]),
  ],
  'two responses are distinguished by status, code, header names and shape, and not by values': of(
    { kind: 'alike' },
    [
      ['another message', [lookedUp, rejection(404, 'not_found', 'No job.')], true],
      [
        'another header',
        [lookedUp, header('x-owner', lookedUp)],
        'responses that differ in the header x-owner',
      ],
      ['a header that one of two gateways adds', byTurns([0, 1, 0, 1, 0, 1]), true],
      [
        'a header that only responses to one of the IDs have',
        byTurns([1, 0, 0, 1, 1, 0]),
        'responses that differ in the header via',
      ],
      [
        'another shape',
        [lookedUp, { ...lookedUp, reading: readText('{"error":{"code":"not_found"}}') }],
        'responses that differ in the shape of the body',
      ],
      ['another code', [lookedUp, rejection(404, 'gone')], 'responses that differ in the code'],
    ],
  ),
};

for (const [title, checks] of Object.entries(rows)) {
  for (const [what, expectation, answers, due] of checks) {
    test(`${title}: ${what}`, () => {
      const { met, received, note, unjudged } = evaluate(
        expectation,
        [answers].flat(),
        [accepted, rejected],
        aContext({ verifiedEarlier: ['*'] }),
      );
      expect({
        met,
        received: formatObservation(received),
        note: note && formatNote(note),
        instead: unjudged && `${unjudged.verdict}: ${formatReason(unjudged.reason)}`,
      }).toMatchObject(dueOf(due));
    });
  }
}
