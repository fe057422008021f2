import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { countingMock, uses } from '../../proof/helpers/counting-mock';
import { runAt } from '../../proof/helpers/open-mock';
import { sendCheck } from '../../proof/helpers/send-check';
import mockTarget from '../../tests/targets/mock';
import { readSettings } from '../settings/settings';
import type { RequestSpec, Target } from '../settings/target-file/target';
import { referenceAgain } from '../world/controls';
import { recordSeparately } from './evidence/recorder';
import { sessionOf } from './run/session';

test('a request to which the target file adds a fresh ID in the body is sent once in a run', async () => {
  await using mock = await countingMock();
  const withId = (spec: RequestSpec) => ({
    ...spec,
    body: { ...(spec.body as object), request_id: randomUUID() },
  });
  const target: Target = {
    ...mockTarget,
    text: (fields) => withId(mockTarget.text(fields)),
    workflow: {
      ...mockTarget.workflow,
      submit: (blocks) => withId(mockTarget.workflow.submit(blocks)),
    },
  };
  const { settings } = readSettings({ BASE_URL: mock.url });
  const session = sessionOf(runAt(mock.url), settings, target, mockKeys);
  const { evidence } = await recordSeparately(session, async (session) => {
    await sendCheck(session, { at: 'text', send: 'once' });
    await sendCheck(session, { at: 'workflow', send: 'once' });
    const sent = uses(mock.asked).length;
    await sendCheck(session, { at: 'text', send: 'once' });
    await sendCheck(session, { at: 'workflow', send: 'once' });
    expect(uses(mock.asked)).toHaveLength(sent);
    await referenceAgain(session, 'text');
    expect(uses(mock.asked)).toHaveLength(sent + 1);
  });
  expect(evidence.unjudged).toBeUndefined();
  await session.close();
});
