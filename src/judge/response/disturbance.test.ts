import { expect, test } from '@playwright/test';
import { delaysAfter, disturbanceIn } from './disturbance';

const date = 'Sun, 22 Nov 2026 12:00:00 GMT';

for (const [what, retryAfter, delays] of [
  ['in seconds', '7', [7, 3, 10, 61]],
  ['as a date, with the date of the response', 'Sun, 22 Nov 2026 12:00:45 GMT', [45, 3, 10, 61]],
  ['as a date in the past', 'Sun, 22 Nov 2026 11:59:00 GMT', [1, 3, 10, 47]],
  ['of more than a minute', '3600', [1, 3, 10, 47]],
  ['that is invalid', 'soon', [1, 3, 10, 47]],
  ['that is missing', null, [1, 3, 10, 47]],
] as const) {
  test(`the delays after a rate limit follow a Retry-After ${what}`, () => {
    expect(delaysAfter('rate_limited', 429, { retryAfter, date }, {})).toEqual(delays);
  });
}

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
    expect(disturbanceIn({ status, text }, ['acme'], null)).toBe(disturbance);
  });
}
