import { expect, test } from '@playwright/test';
import { answered } from '../../proof/helpers/answered';
import { anError } from '../../proof/helpers/reports-runs';
import { recordSeparately } from '../client/evidence/recorder';
import type { Session } from '../client/run/session';
import { whileKept } from './works';

const answers = {
  'not found': answered(404, anError('not_found')),
  done: answered(200, { state: 'done' }),
  rejected: answered(401, anError('invalid_api_key')),
};

test('work that is gone for good a minute after it was found is inconclusive, work that is found at times is not', async () => {
  const asked = (seconds: number, ...said: (keyof typeof answers)[]) => {
    const left = [...said];
    const look = async () => answers[left.shift() ?? 'rejected'];
    const session = { facts: { foundAt: { job: Date.now() - seconds * 1000 } } } as Session;
    return recordSeparately(session, (own) => whileKept(own, 'job', look));
  };
  const gone = await asked(61, 'not found', 'not found');
  expect(gone.evidence.unjudged).toMatchObject({
    verdict: 'inconclusive',
    reason: { words: expect.stringContaining('no longer available') },
  });
  expect((await asked(59, 'not found', 'not found')).value).toBe(answers['not found']);
  expect((await asked(61, 'not found', 'done')).value).toBe(answers['not found']);
  expect((await asked(61, 'done')).value).toBe(answers.done);
});
