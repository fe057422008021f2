import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { listening } from '../../../proof/catalogue/hostile/listening';
import { runAt } from '../../../proof/helpers/open-mock';
import { anError } from '../../../proof/helpers/reports-runs';
import type { Evidence } from '../../judge/data/evidence';
import { rejectedWith } from '../../judge/data/expectation';
import { recordSeparately } from '../evidence/recorder';
import { sessionOf } from '../run/session';
import { readSettings } from '../settings/settings';
import { sendRequest } from './client';
import { reproduce } from './reproduce';
import type { Sender } from './request';
import { nobody, ownerOf } from './senders';

type Reply = [status: number, body: unknown];

const accepted: Reply = [200, { credits: 1 }];
const rejected: Reply = [401, anError('missing_api_key')];

/**
 * Sends an accepted request of the owner and then a request with a violation, and reproduces the violation.
 * @param serve responds to senders other than the owner; gets the number of their requests so far
 * @param checks the number of checks of the clause that encounter the violation
 * @returns what each check noted, and the senders of all requests that reached the server
 */
async function sentAgain(serve: (times: number) => Reply, checks = 1) {
  const senders: string[] = [];
  let times = 0;
  const server = createServer(({ headers }, response) => {
    const isOwner = headers.authorization === `Bearer ${mockKeys.API_KEY}`;
    senders.push(isOwner ? 'owner' : 'other');
    const [status, body] = isOwner ? accepted : serve(++times);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await using wire = await listening(server);
  const session = sessionOf(runAt(wire.url), readSettings({}).settings, {}, mockKeys);
  const recorded: Evidence[] = [];
  for (let each = 0; each < checks; each++)
    await recordSeparately(session, async (session) => {
      const read = (sender: Sender) =>
        sendRequest(session, { sender, operation: 'credits', spec: { path: '/v1/credits' } });
      await read(ownerOf(session));
      const { exchange } = await read(nobody);
      const expectation = rejectedWith(401, 'missing_api_key');
      session.evidence.assertions.push({ expectation, exchanges: [exchange.id] });
      recorded.push({ ...session.evidence, clause: 'service.json' });
    });
  const noted = (await reproduce(session, recorded)).map(
    ({ notReproduced }) => notReproduced?.how ?? 'nothing',
  );
  await session.close();
  return { noted, senders: senders.join(' ') };
}

test('a violation that is not reproducible when its request is sent alone is noted in the first check of a clause', async () => {
  expect(await sentAgain((times) => (times === 1 ? accepted : rejected), 2)).toEqual({
    noted: ['alone', 'nothing'],
    senders: 'owner other owner other other owner other',
  });
});

test('a reproducible violation gets no note, after one more request', async () => {
  expect(await sentAgain(() => accepted)).toEqual({ noted: ['nothing'], senders: 'owner other other' });
});
