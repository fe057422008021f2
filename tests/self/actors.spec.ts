import { expect, test } from '@playwright/test';
import { actorOf } from '../drive/actors';
import { givenIn } from '../drive/given';
import { recordApart } from '../drive/recorder';
import { senderOf } from '../drive/senders';
import type { TextFields } from '../drive/target';
import mockTarget from '../targets/mock';
import { openMock } from './open-mock';

test('where a prompt is refused to API_KEY, the same refusal of another account tells nothing of its state', async () => {
  const text = ({ prompt, ...fields }: TextFields) => mockTarget.text(fields);
  const session = await openMock({}, 1500, { target: { ...mockTarget, text } });
  const { given, baseline } = givenIn(session);
  const broke = actorOf(session, baseline, senderOf(session, 'broke', 'NO_CREDITS_API_KEY'));
  const { evidence } = await recordApart(async () => broke.text(await given.promptFields()));
  expect(evidence.inconclusive).toMatchObject({
    verdict: 'blocked',
    reason: { what: 'the accepted text request with a prompt' },
  });
  await session.close();
});
