import { createServer, type IncomingMessage } from 'node:http';
import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { listening } from '../../../proof/catalogue/hostile/listening';
import { runAt } from '../../../proof/helpers/open-mock';
import { anError } from '../../../proof/helpers/reports-runs';
import { type Expectation, failure } from '../../judge/expectation';
import { currentEvidence, recordSeparately } from '../evidence/recorder';
import { type Session, sessionOf } from '../run/session';
import { readSettings } from '../settings';
import { sendRequest } from './client';
import { reproduce } from './reproduce';
import { nobody, ownerOf, type Sender, senderOf } from './senders';

type Reply = [status: number, body: unknown];

const accepted: Reply = [200, { credits: 1 }];
const rejectedAs = (status: number, code: string): Reply => [status, anError(code)];
const rejected = rejectedAs(401, 'missing_api_key');

interface Asked {
  who?: (session: Session) => Sender;
  expected?: Expectation;
  /** A text request, in place of a read. */
  uses?: boolean;
  /** Nothing more may be sent. */
  isGone?: boolean;
  /** So many cases of the clause meet it. */
  checks?: number;
}

/**
 * What is noted of a request that departs, after one of the owner, and who sent what reached the server.
 * @param serve answers whoever is not the owner, for the so manieth time
 */
async function sentAgain(serve: (times: number, request: IncomingMessage) => Reply, asked: Asked = {}) {
  const { who = () => nobody, expected = failure(401, 'missing_api_key'), uses = false, checks = 1 } = asked;
  const senders: string[] = [];
  let times = 0;
  const server = createServer((request, response) => {
    const isOwner = request.headers.authorization === `Bearer ${mockKeys.API_KEY}`;
    senders.push(isOwner ? 'owner' : 'other');
    const [status, body] = isOwner ? accepted : serve(++times, request);
    if (isOwner) Object.assign(request.socket, { known: true });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await using wire = await listening(server);
  const session = { ...sessionOf(runAt(wire.url), readSettings({}).settings, {}), keys: mockKeys };
  const noted: unknown[] = [];
  for (let each = 0; each < checks; each++)
    await recordSeparately(async () => {
      const read = { path: '/v1/credits' };
      await sendRequest(session, ownerOf(session), 'credits', read);
      const { exchange: shown } = uses
        ? await sendRequest(session, who(session), 'text', { method: 'POST', path: '/v1/text', body: {} })
        : await sendRequest(session, who(session), 'credits', read);
      currentEvidence().assertions.push({ expectation: expected, exchanges: [shown.id] });
      if (asked.isGone) session.coordinator.noteGone();
      await reproduce(session, currentEvidence());
      noted.push(currentEvidence().notReproduced?.how ?? 'nothing');
    });
  await session.close();
  return { noted, senders: senders.join(' ') };
}

test('a breach that is no more when its request is sent alone is noted, in the first case of a clause', async () => {
  expect(await sentAgain((times) => (times === 1 ? accepted : rejected), { checks: 2 })).toEqual({
    noted: ['alone', 'nothing'],
    senders: 'owner other other owner other owner other',
  });
});

test('a key that is kept with a connection is told from that', async () => {
  const { noted } = await sentAgain((_, { socket }) => ('known' in socket ? accepted : rejected));
  expect(noted).toEqual(['fresh']);
});

test('a breach that stays is told as it is, after one request more', async () => {
  expect(await sentAgain(() => accepted)).toEqual({ noted: ['nothing'], senders: 'owner other other' });
});

test('where nothing more may be sent, the case stays as it was', async () => {
  const { noted } = await sentAgain(() => accepted, { isGone: true });
  expect(noted).toEqual(['nothing']);
});

test('an AI request is repeated where it was rejected, by its account, and not where it was served', async () => {
  const asked: Asked = {
    who: (session) => senderOf(session, 'not connected', 'NO_BACKEND_API_KEY'),
    expected: failure(409, 'no_backend_account'),
    uses: true,
  };
  const keys: unknown[] = [];
  const answering = (first: Reply) =>
    sentAgain((times, { headers }) => {
      keys.push(headers.authorization);
      return times === 1 ? first : rejectedAs(409, 'no_backend_account');
    }, asked);
  expect(await answering(rejectedAs(403, 'invalid_api_key'))).toEqual({
    noted: ['alone'],
    senders: 'owner other other',
  });
  expect(keys).toEqual(Array(2).fill(`Bearer ${mockKeys.NO_BACKEND_API_KEY}`));
  expect(await answering(accepted)).toEqual({ noted: ['nothing'], senders: 'owner other' });
});
