import { expect, test } from '@playwright/test';
import { delaysAfter, disturbanceIn } from './disturbance';
import { readText } from './reading';

const date = 'Sun, 22 Nov 2026 12:00:00 GMT';

for (const [what, retryAfter, delays] of [
  ['in seconds', '7', [7, 7, 10, 61]],
  ['as a date, with the date of the response', 'Sun, 22 Nov 2026 12:00:45 GMT', [45, 45, 45, 61]],
  ['as a date in the past', 'Sun, 22 Nov 2026 11:59:00 GMT', [1, 3, 10, 61]],
  ['of more than a minute', '62', [62, 62, 62, 62]],
  ['of the longest wait', '120', [120, 120, 120, 120]],
  ['of a longer wait, which is not waited for', '121', []],
  ['that is invalid', 'soon', [1, 3, 10, 61]],
  ['that is missing', null, [1, 3, 10, 61]],
] as const) {
  test(`the delays after a rate limit follow a Retry-After ${what}`, () => {
    expect(delaysAfter('rate_limited', 429, { retryAfter, date }, {})).toEqual(delays);
  });
}

test('after a Retry-After, a rate limit is finally waited for as long as the target file says', () => {
  const target = { rateLimit: { seconds: 20 } };
  expect(delaysAfter('rate_limited', 429, { retryAfter: '7', date }, target)).toEqual([7, 7, 10, 20]);
});

const coded = '{"error": {"code": "not_found", "message": "No.", "type": "acme_error"}}';
for (const [status, text, disturbance] of [
  ...[502, 503, 504, 520, 522, 524, 527, 530].map((each) => [each, 'error', 'page'] as const),
  ...[500, 501, 519, 528, 403, 451, 426, 511].map((each) => [each, 'error', null] as const),
  [522, coded, null],
  [503, coded, null],
  [504, '{"error": {"code": "504", "message": "No."}}', 'page'],
  [504, '{"error": {"code": null, "message": "No.", "type": "rate_limit_error"}}', 'page'],
  [429, '{"error": {"code": "slow_down", "message": "No.", "type": "acme_error"}}', null],
  [403, '{"error": {"code": "403", "message": "No."}}', null],
] as const) {
  test(`${status} ${text} ${disturbance === null ? 'comes from the service itself' : 'comes from a gateway'}`, () => {
    expect(disturbanceIn({ status, reading: readText(text) }, ['acme'], null)).toBe(disturbance);
  });
}
