import { expect, test } from '@playwright/test';
import { runAt } from '../../../proof/helpers/open-mock';
import { formatReason } from '../../judge/texts/wording';
import { onWait } from '../client/waits';
import { plannedWait } from '../run/planned-waits';
import { sessionOf } from '../run/session';
import { readSettings } from '../settings/settings';
import { whenStalled } from './stall';

const titles = ['a key', 'a job', 'a run', 'a workflow', 'the credits'];

/** Watches a session that sends nothing, with short times, and collects what is announced. */
function watched(waiting: () => string[]) {
  const { settings } = readSettings({ TIMEOUT_MS: '250' });
  const session = sessionOf(runAt('http://127.0.0.1:9'), settings, {});
  const said: string[] = [];
  const end = onWait({ began: (words) => said.push(words), ended: () => said.push('over') });
  const stalled = whenStalled(session, waiting, { said: 100, look: 10 });
  return { session, said, stalled, end };
}

test('a run that sends nothing while checks wait says so, and ends with the checks that it waited for', async () => {
  const { session, said, stalled, end } = watched(() => titles);
  expect(formatReason(await stalled)).toMatch(
    /^nothing was sent for \d+ s, and these checks did not go on: a key, a job, a run, 2 others$/,
  );
  end();
  expect(said).toEqual([expect.stringContaining('nothing was sent for')]);
  expect(await session.coordinator.admit('API_KEY', 'free')).toMatchObject({ go: false });
});

test('a run is not stalled while a request is in flight or a wait is planned, or if no check waits', async () => {
  let ended = false;
  const begun: string[] = [];
  const { session, said, stalled, end } = watched(() => begun);
  stalled.then(() => {
    ended = true;
  });
  await plannedWait(900);
  begun.push(...titles);
  await plannedWait(900);
  const permission = await session.coordinator.admit('API_KEY', 'free');
  expect(permission).toMatchObject({ go: true });
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect({ ended, said }).toEqual({ ended: false, said: [] });
  session.coordinator.complete('API_KEY', 'free', { aiRequest: false, answered: true });
  end();
  await stalled;
});
