import { prompt, submission, workflow } from './drive/operations';
import { advice, expect, must, test } from './drive/test';

test(
  'a failure of AI processing is answered upstream_error',
  must('upstream.failure', 'spends'),
  async ({ outage }) => {
    const responses = await outage.untilFailed(prompt);
    expect(responses).toFailWith(502, 'upstream_error');
  },
);

test(
  'the same request repeated after growing gaps is served',
  advice('upstream.retry', 'spends'),
  async ({ outage }) => {
    const response = await outage.untilServed();
    expect(response).toBeServed();
  },
);

for (const asking of [submission, workflow]) {
  test(
    `a failure of AI processing of ${asking.place} is answered upstream_error`,
    must('upstream.failure', 'spends'),
    async ({ outage }) => {
      const responses = await outage.untilFailed(asking);
      expect(responses).toFailWith(502, 'upstream_error');
    },
  );
}
