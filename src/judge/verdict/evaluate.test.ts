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

const unreadable = /^not tested: the credits cannot be read$/;
const dear = [...fall(10, 9), ...fall(0.3, 0.2)];
const cheap = [...fall(0.3, 0.2), ...fall(10, 9)];
const equal = [...fall(5, 4), ...fall(4, 3)];
const settled: Expectation = { kind: 'charged', settled: true };

/** What is expected of the line that a finding makes: whether it is met, or why nothing can be judged. */
type Row = [what: string, expectation: Expectation, answers: Answer | Answer[], line: RegExp];

/** Returns rows that share one expectation. */
const of = (expectation: Expectation, rows: [string, Answer | Answer[], RegExp][]): Row[] =>
  rows.map(([what, answers, line]) => [what, expectation, answers, line]);

const rows: Record<string, Row[]> = {
  'two readings are compared by the number alone': [
    ...of({ kind: 'uncharged' }, [
      ['the same number', use({ left: 5, at: 'noon' }, { left: 5, at: 'one' }), /^met/],
      ['a smaller number', fall(5, 4), /^not met: 5 before, 4 after$/],
      ['two numbers', use({ used: 1, left: 5 }, { used: 2, left: 4 }), unreadable],
      ['a reading was rejected', use(rejection(429, 'rate_limited'), { left: 5 }), unreadable],
    ]),
  ],
  'an AI request must lower the credits': [
    ...of({ kind: 'charged' }, [
      ['they fell', fall(5, 4.5), /^met: 5 before, 4.5 after$/],
      ['they rose', fall(5, 6), /^inconclusive: no charge was seen/],
      ['they stayed the same', fall(5, 5), /^inconclusive: /],
      ['another body', use({ a: 1, b: 2 }, { a: 2, b: 1 }), unreadable],
      ['they were never read', answered(200, {}), unreadable],
    ]),
    [
      'they are the same when all charges are in',
      settled,
      fall(5, 5),
      /^not met: .*\nFirst check credits.settlesWithin and credits.resolution/,
    ],
  ],
  'prices are compared without rounding errors, and only if a number shows them': [
    ...of({ kind: 'cheaper' }, [
      ['the first request is cheaper', [...fall(0.3, 0.2), ...fall(10, 9)], /^met: 0.1 and 1 credits$/],
      [
        'both requests cost the same',
        [...fall(0.3, 0.2), ...fall(1_000_000.3, 1_000_000.2)],
        /^inconclusive: .* cost 0.1 and 0.1:/,
      ],
      [
        'the first request costs more',
        [...fall(10, 9), ...fall(0.3, 0.2)],
        /^inconclusive: .* cost 1 and 0.1:/,
      ],
      [
        'numbers with many digits',
        [
          ...use(spelled('"+5.000000000000000000002"'), spelled('"5"')),
          ...use(spelled('9007199254740993'), spelled('9007199254740992')),
        ],
        /^met: 2e-21 and 1 credits$/,
      ],
      ['no number shows the price', [...use({ a: 1, b: 2 }, { a: 2, b: 1 }), ...fall(10, 9)], unreadable],
      ['the first costs more once', [...dear], /^inconclusive: /],
      ['the first costs more three times', [...dear, ...dear, ...dear], /^not met/],
      ['the first is cheaper three times', [...cheap, ...cheap, ...cheap], /^met/],
      ['the first is cheaper in all pairs but one', [...cheap, ...dear, ...cheap], /^inconclusive: /],
      [
        'the dearest for pro costs more than the cheapest of the others',
        [...fall(10, 4), ...fall(4, 1), ...dear, ...dear],
        /^inconclusive: /,
      ],
      [
        'the same price three times, with an unknown resolution',
        [...equal, ...equal, ...equal],
        /^inconclusive: .*credits.resolution/,
      ],
    ]),
    ...of({ kind: 'cheaper', settled: true }, [
      ['the same price twice', [...equal, ...equal], /^inconclusive: /],
      ['the same price three times', [...equal, ...equal, ...equal], /^not met/],
      [
        'no price three times',
        [...fall(5, 5), ...fall(5, 5), ...fall(5, 5), ...fall(5, 5), ...fall(5, 5), ...fall(5, 5)],
        /^inconclusive: /,
      ],
    ]),
  ],
};

for (const [title, checks] of Object.entries(rows)) {
  for (const [what, expectation, answers, line] of checks) {
    test(`${title}: ${what}`, () => {
      const { met, received, note, unjudged } = evaluate(
        expectation,
        [answers].flat(),
        [accepted, rejected],
        aContext({ verifiedEarlier: ['*'] }),
      );
      const judged = `${met ? 'met' : 'not met'}: ${formatObservation(received)}${note ? `\n${formatNote(note)}` : ''}`;
      expect(unjudged ? `${unjudged.verdict}: ${formatReason(unjudged.reason)}` : judged).toMatch(line);
    });
  }
}
