import { observe } from './drive/observe';
import { uses } from './drive/operations';
import { expect, must, open, test } from './drive/test';
import { failure } from './engine/expectation';

test(
  'too many calls within a minute are refused',
  must('limits.rate.exceeded', 'bursts'),
  async ({ burst }) => {
    const response = await burst.untilRefused();
    expect(response).toFailWith(429, 'rate_limited');
  },
);

test('the answer that ends a burst is recorded', open('limits.rate.numbers', 'bursts'), async ({ burst }) => {
  const response = await burst.untilRefused();
  observe('the answer that ends a burst', response);
});

for (const asking of uses) {
  test(
    `${asking.place} after the usage of the day is used up is refused`,
    must('limits.daily.exceeded', 'spends'),
    async ({ capped, trials }) => {
      const responses = await trials.kinds(capped, asking, failure(429, 'daily_quota_exceeded'));
      expect(responses).toAllFailWith(429, 'daily_quota_exceeded');
    },
  );
}

// The last, since the window that it waits for began with the burst of the first.
test(
  'after at most a minute of silence the same request is served',
  must('limits.rate.recovers', 'bursts'),
  async ({ burst }) => {
    const response = await burst.afterSilence();
    expect(response).toBeServed();
  },
);
