import { expect, test } from '@playwright/test';
import { givenIn } from '../drive/given';
import { metered } from '../drive/meter';
import { recordApart } from '../drive/recorder';
import { ownerOf, senderOf } from '../drive/senders';
import { noteStanding } from '../drive/standing';
import { openMock } from './open-mock';

test('an account that is that of API_KEY is known by its credits, whatever else uses the AI meanwhile', async () => {
  await using opened = await openMock({ variant: { auth: { active: () => true } } }, 1500);
  // In this variant a key that was reissued stays valid: a second one of the same account.
  const { OLD_API_KEY: second = '' } = opened.keys;
  const session = { ...opened, keys: { ...opened.keys, OTHER_API_KEY: second } };
  const { baseline } = givenIn(session);
  const { value: ofOwner } = await recordApart(async () => {
    const answer = await baseline.job();
    const use = metered(session, ownerOf(session), () => baseline.again('text'));
    const stranger = senderOf(session, 'stranger', 'OTHER_API_KEY');
    await Promise.all([use, noteStanding(session, baseline, stranger, answer, null, {})]);
    return answer.exchange.ofOwner;
  });
  expect(ofOwner).toBe(true);
});
