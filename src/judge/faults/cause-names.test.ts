import { expect, test } from '@playwright/test';
import { aContext, anError, anExchange } from '../../../proof/helpers/reports-runs';
import type { ClauseId } from '../../../spec/ledger';
import { type Expectation, type Rule, rejectedWith } from '../data/expectation';
import { namesOf, universalNames } from './cause-names';

// Findings with the same violation are one failed check, and one failure in the reports.

const context = aContext({ errorType: 'acme_error' });
const wrongKey = rejectedWith(401, 'invalid_api_key');

/** Returns the name of the violation if this clause expects this and gets this response. */
function named(
  status: number,
  answer: unknown,
  expected: Expectation = wrongKey,
  clause: ClauseId = 'auth.key.wrong',
): string {
  return namesOf({ clause, expected }, anExchange({ status, answer }), context).causeName;
}

/** Returns the name of the violation of a clause that every response is judged by. */
const universal = (clause: ClauseId, rule: Rule) =>
  universalNames({ clause, expected: { kind: 'rule', rule }, received: { kind: 'seen', what: 'it' } })
    .causeName;

const notFound = named(404, anError('not_found'));
const accepted = named(200, { credits: 100 });
const codeless = universal('errors.code.listed', 'listed code');

for (const [what, one, other] of [
  [
    'the same rejection under another clause',
    named(404, anError('not_found'), wrongKey, 'auth.key.inactive'),
    notFound,
  ],
  ['a success with another body under the same clause', named(200, { credits: 7 }), accepted],
  ['another success status where a rejection is expected', named(202, { job_id: 'j' }), accepted],
  ['an error without a code under the right status', named(401, anError(null)), codeless],
  [
    'an error without a code where another code is expected',
    named(404, anError(5), rejectedWith(404, 'not_found')),
    codeless,
  ],
  ['an unlisted code under the right status', named(401, anError('INVALID_API_KEY')), codeless],
  [
    'the right code under another rejection status',
    named(403, anError('invalid_api_key')),
    named(409, anError('invalid_api_key'), rejectedWith(401, 'invalid_api_key'), 'auth.key.inactive'),
  ],
  ['a failure without a code', named(308, null), named(308, null, { kind: 'rejection' }, 'jobs.lookup.odd')],
  [
    'a rejected read under another clause',
    named(403, anError('not_found'), { kind: 'success' }, 'jobs.lookup.own'),
    named(403, anError('not_found'), { kind: 'value', part: 'job.state' }, 'jobs.lookup.state'),
  ],
  [
    'a success status for a read with a body that is not JSON',
    named(200, '<credits>12</credits>', { kind: 'success' }, 'auth.key.valid'),
    universal('service.json', 'json body'),
  ],
  [
    'a type that differs from both the first one and that of the models',
    universal('errors.type.constant', 'type as elsewhere'),
    universal('errors.type.service', 'type of the models'),
  ],
  ...[
    anError('invalid_api_key'),
    { ...anError('invalid_api_key'), request_id: 'r-1' },
    `event: error\ndata: ${JSON.stringify(anError('invalid_api_key'))}\n\ndata: [DONE]\n\n`,
  ].flatMap((answer) =>
    ([wrongKey, { kind: 'rejection' }] as const).map(
      (expected) =>
        [
          `a success status with ${typeof answer === 'string' ? 'a stream of an error' : Object.keys(answer)} where a ${expected.kind} is expected`,
          named(200, answer, expected),
          universal('errors.code.status', 'no error under success'),
        ] as const,
    ),
  ),
] as const)
  test(`two findings have the same violation: ${what}`, () => expect(one).toBe(other));

for (const [what, one, other] of [
  [
    'where another rejection is expected',
    named(404, anError('not_found'), rejectedWith(402, 'insufficient_credits')),
    notFound,
  ],
  ['with another code', named(404, anError('model_not_found')), notFound],
  ['with an unlisted code under another status', named(403, anError('INVALID_API_KEY')), codeless],
  [
    'that rejects a request which must be accepted',
    named(403, anError('not_found'), { kind: 'success' }, 'jobs.lookup.own'),
    named(403, anError('not_found')),
  ],
  ['with another status', named(403, anError('not_found')), notFound],
  [
    'with a success status under another clause',
    named(200, { credits: 7 }, wrongKey, 'auth.key.inactive'),
    accepted,
  ],
  ['without a code under another status', named(403, anError(null)), codeless],
  [
    'that is not JSON where a rejection is expected',
    named(200, 'ok'),
    named(200, 'ok', { kind: 'success' }, 'auth.key.valid'),
  ],
  [
    'with a success status where another rejection is expected',
    named(200, {}, rejectedWith(401, 'missing_api_key')),
    accepted,
  ],
  [
    'that is an error with a success status where a success is expected',
    named(200, anError('not_found'), { kind: 'success' }, 'auth.key.valid'),
    universal('errors.code.status', 'no error under success'),
  ],
  [
    'with another code under a success status',
    named(200, anError('not_found')),
    named(200, anError('invalid_api_key')),
  ],
] as const)
  test(`two findings have different violations: a response ${what}`, () => expect(one).not.toBe(other));
