import { uses } from './drive/operations';
import { expect, must, test } from './drive/test';
import { failure } from './engine/expectation';

for (const asking of uses) {
  test(
    `${asking.place} after the usage of the day is used up is refused`,
    must('limits.daily.exceeded', 'spends'),
    async ({ capped, trials }) => {
      const responses = await trials.kinds(capped, asking, failure(429, 'daily_quota_exceeded'));
      expect(responses).toFailWith(429, 'daily_quota_exceeded');
    },
  );
}
