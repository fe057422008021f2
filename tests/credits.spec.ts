import { credits, uses } from './drive/operations';
import { expect, must, test } from './drive/test';
import { failure } from './engine/expectation';
import { creditsUnchanged, remainingCredits } from './engine/requirements';

test('GET /v1/credits answers the remaining credits', must('credits.read'), async ({ baseline, target }) => {
  const response = await baseline.credits();
  expect(response).toHold(remainingCredits(target.credits));
});

test(
  'GET /v1/credits answers the remaining credits every time, whatever the request accepts',
  must('credits.read'),
  async ({ trials, target }) => {
    const responses = await trials.again(credits);
    expect(responses).toAllHold(remainingCredits(target.credits));
  },
);

test(
  'an account with too few credits can read them',
  must('credits.read.exhausted'),
  async ({ broke, target }) => {
    const response = await broke.get('/v1/credits');
    expect(response).toHold(remainingCredits(target.credits));
  },
);

test(
  'an account with too few credits reads its own, which an AI use of API_KEY does not lower',
  must('credits.read.exhausted', 'spends'),
  async ({ broke, given, target }) => {
    const own = await broke.get('/v1/credits');
    const readings = await given.creditsOfTheBroke(own);
    expect(readings).toHold(creditsUnchanged(target.credits));
  },
);

for (const asking of uses) {
  test(
    `${asking.place} beyond the remaining credits is refused`,
    must('credits.insufficient', 'spends'),
    async ({ broke, trials }) => {
      const responses = await trials.kinds(broke, asking, failure(402, 'insufficient_credits'));
      expect(responses).toFailWith(402, 'insufficient_credits');
    },
  );
}
