import { mockKeys } from '../../../mock/accounts';
import { nthCall } from '../../../mock/answers';
import { lacksKey, open, withOldKey } from '../../../mock/defects/auth';
import { type Defect, placed } from './defect';
import * as near from './near';
import { type At, byPlace } from './scope';

const key = mockKeys.API_KEY;
const issued: readonly string[] = Object.values(mockKeys);

/** Accepts wrong keys for the account under test. */
const accepting = (
  what: string,
  agrees: near.Near['agrees'],
  at?: At,
  clauses = ['auth.key.wrong', 'auth.key.incomplete'],
): Defect =>
  placed(
    `${what} is accepted`,
    {
      auth: {
        matches: (presented, right) =>
          presented === right || (right === key && !issued.includes(presented) && agrees(presented, right)),
      },
    },
    at,
    clauses,
  );

const nearly = ({ what, agrees }: near.Near, at?: At, clauses?: string[]) =>
  accepting(`a key ${what}`, agrees, at, clauses);

const withoutLowerCase = (text: string) => text.replace(/[a-z]/g, '?');

export const keyDefects: readonly Defect[] = [
  nearly(near.differsAt(32)),
  nearly(near.differsWithin(25, 26)),
  nearly(near.agreesInFirst(7)),
  nearly(near.agreesInLast(10)),
  nearly(near.agreesAtEnds(14, 11)),
  nearly(near.cutAfterAtLeast(23)),
  nearly(near.cutAfter(31)),
  nearly(near.lacksBeginning(32)),
  nearly(near.lacksCharacter(37)),
  nearly(near.hasTwice(3)),
  nearly(near.hasAdded(25)),
  nearly(near.endsAt('$')),
  nearly(near.beginsWith('a letter', /[a-z]/i)),
  nearly(near.isLonger(50)),
  nearly(near.hasChecksum(17)),
  nearly(near.looksAlike('fullwidth')),
  nearly(
    near.only('with a space and a tab before it', (right) => ` \t${right}`),
    undefined,
    ['auth.key.leading-whitespace'],
  ),
  nearly(
    near.only('with a medium mathematical space behind it', (right) => right + near.bytes('\u205f')),
    undefined,
    ['auth.key.trailing-no-break-space', 'auth.key.trailing-whitespace'],
  ),
  nearly(
    near.only('in double quotes', (right) => `"${right}"`),
    'credits',
  ),
  nearly(
    near.only('percent-encoded throughout', (right) =>
      right.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`),
    ),
    'submit',
  ),
  accepting(
    'a key with other lower-case letters in their places',
    (text, right) => withoutLowerCase(text) === withoutLowerCase(right),
  ),
  nearly(
    near.only(
      "that ends as another's from place 13 on",
      (right) => right.slice(0, 12) + mockKeys.OTHER_API_KEY.slice(12),
    ),
    'models',
  ),
  accepting('a key of 1907 characters or more', ({ length }) => length >= 1907),
  accepting('the word YOUR_API_KEY for a key', (text) => text === 'YOUR_API_KEY'),
  {
    phrase:
      'the key in the header x-authorization is accepted at the reading of credits, without Authorization',
    change: open(
      (call) =>
        lacksKey(call) &&
        call.operation === 'credits' &&
        (call.headers['x-authorization'] ?? '').includes(key),
    ),
    at: 'credits',
    clauses: ['auth.header.required'],
  },
  {
    phrase: 'what auth.key.inactive rejects is accepted as request 4 of its connection',
    change: byPlace((place) => open((call) => withOldKey(call) && place(call) === 4)),
    clauses: ['auth.key.inactive'],
  },
  {
    phrase: 'every 7th call that auth.header.without-key rejects is accepted',
    change: open(nthCall(7, (call) => lacksKey(call) && call.authorization !== undefined)),
    clauses: ['auth.header.without-key'],
  },
];
