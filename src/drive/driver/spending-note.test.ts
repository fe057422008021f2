import { expect, test } from '@playwright/test';
import { runAt } from '../../../proof/helpers/open-mock';
import { anExchange } from '../../../proof/helpers/reports-runs';
import mockTarget from '../../../tests/targets/mock';
import { onWait } from '../client/waits';
import { sessionOf } from '../run/session';
import { readSettings } from '../settings/settings';
import { aiRequestsOf } from '../setup/requests';
import { noteSpending } from './spending-note';

test('a run that passes twice its planned AI requests says so once, with the chapter that sent most', () => {
  const { settings } = readSettings({});
  const session = sessionOf(runAt('http://127.0.0.1:9'), settings, mockTarget);
  const planned = aiRequestsOf(settings.depth, { keys: session.keys, target: mockTarget });
  const said: string[] = [];
  const end = onWait({ began: (words) => said.push(words), ended: () => undefined });
  const used = (many: number) =>
    Array.from({ length: many }, () => anExchange({ operation: 'text', aiRequest: true }));
  const first = used(2);
  noteSpending(session, 'models', [...first, anExchange({ operation: 'text', aiRequest: false })]);
  noteSpending(session, 'auth', [...first, ...used(2 * planned - 2)]);
  expect(said).toEqual([]);
  noteSpending(session, 'credits', used(1));
  noteSpending(session, 'credits', used(1));
  end();
  expect(said).toEqual([
    `${2 * planned + 1} AI requests were sent so far, and about ${planned} were planned: ${2 * planned - 2} of them by the chapter Authentication`,
  ]);
});
