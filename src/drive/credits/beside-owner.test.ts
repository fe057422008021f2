import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { onMock } from '../../../proof/helpers/open-mock';
import { otherSenderIn } from '../client/senders';
import { textUse } from '../named/uses';
import { holding } from './quiet';

/** A second key of the account of API_KEY. */
const ofOwner = { keys: { OTHER_API_KEY: mockKeys.OLD_API_KEY }, variant: { auth: { active: () => true } } };

for (const [what, options, order] of [
  ['other credits is measured while API_KEY is locked', {}, ['other', 'owner']],
  ['the same credits is measured once API_KEY is unlocked', ofOwner, ['owner', 'other']],
] as const)
  test(`an account that reads ${what}`, async () => {
    const { value } = await onMock(options, async (session) => {
      // At first both accounts of the mock have the same credits.
      await textUse(session);
      const other = otherSenderIn(session, 'other account');
      await holding(session, other, async () => undefined);
      const ended: string[] = [];
      await Promise.all([
        session.coordinator.withLock('API_KEY', async () => {
          await pause(100);
          ended.push('owner');
        }),
        holding(session, other, async () => ended.push('other')),
      ]);
      return ended;
    });
    expect(value).toEqual(order);
  });
