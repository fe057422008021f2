import { expect, test } from '@playwright/test';
import { asCode, whenAccepted } from '../../../mock/answers';
import { reportOn } from '../../../proof/run';

test('a valid key that is rejected for one Accept header is a violation, and no header that a gateway removes', async () => {
  const variant = whenAccepted(['models', 'credits'], asCode('missing_api_key'), ({ headers }) =>
    `${headers.accept}`.startsWith('text/html'),
  );
  const { clauses, outcome } = await reportOn({ variant }, /^auth\.key\.(valid|wrong)$/);
  const verdictOf = (clause: string) => clauses.find(({ id }) => id === clause)?.verdict;
  expect([verdictOf('auth.key.valid'), verdictOf('auth.key.wrong')]).toEqual(['violates', 'conforms']);
  expect(outcome.exitCode).toBe(1);
});
