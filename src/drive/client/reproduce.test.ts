import { createServer, type IncomingMessage } from 'node:http';
import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { listening } from '../../../proof/catalogue/hostile/listening';
import { runAt } from '../../../proof/helpers/open-mock';
import { anError } from '../../../proof/helpers/reports-runs';
import type { Evidence } from '../../judge/data/evidence';
import { type Expectation, rejectedWith } from '../../judge/data/expectation';
import { recordSeparately } from '../evidence/recorder';
import { type Session, sessionOf } from '../run/session';
import { readSettings } from '../settings/settings';
import type { Target } from '../target-file/target';
import { sendRequest } from './client';
import { reproduce } from './reproduce';
import type { Sender } from './request';
import { nobody, ownerOf } from './senders';

type Reply = [status: number, body: unknown];

const accepted: Reply = [200, { credits: 1 }];
const rejectedAs = (status: number, code: string): Reply => [status, anError(code)];
const rejected = rejectedAs(401, 'missing_api_key');

interface Asked {
  who?: (session: Session) => Sender;
  expected?: Expectation;
  /** Sends a text request instead of a read. */
  uses?: boolean;
  /** No further request may be sent. */
  isGone?: boolean;
  /** The number of checks of the clause that encounter it. */
  checks?: number;
  target?: Target;
}

/**
 * Sends an accepted request of the owner and then a request with a violation, and reproduces the violation.
 * @param serve responds to senders other than the owner; gets the number of their requests so far
 * @returns what each check noted, and the senders of all requests that reached the server
 */
async function sentAgain(serve: (times: number, request: IncomingMessage) => Reply, check: Asked = {}) {
  const {
    who = () => nobody,
    expected = rejectedWith(401, 'missing_api_key'),
    uses = false,
    checks = 1,
    target = {},
  } = check;
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
  const session = sessionOf(runAt(wire.url), readSettings({}).settings, target, mockKeys);
  const recorded: Evidence[] = [];
  for (let each = 0; each < checks; each++)
    await recordSeparately(session, async (session) => {
      const read = (sender: Sender) =>
        ({ sender, operation: 'credits', spec: { path: '/v1/credits' } }) as const;
      await sendRequest(session, read(ownerOf(session)));
      const { exchange: violating } = uses
        ? await sendRequest(session, {
            sender: who(session),
            operation: 'text',
            spec: { method: 'POST', path: '/v1/text', body: {} },
          })
        : await sendRequest(session, read(who(session)));
      session.evidence.assertions.push({ expectation: expected, exchanges: [violating.id] });
      if (check.isGone) session.coordinator.noteGone();
      const evidence: Evidence = { ...session.evidence, clause: 'service.json' };
      recorded.push(evidence);
    });
  const noted = (await reproduce(session, recorded)).map(
    ({ notReproduced }) => notReproduced?.how ?? 'nothing',
  );
  await session.close();
  return { noted, senders: senders.join(' ') };
}

test('a violation that is not reproducible when its request is sent alone is noted in the first check of a clause', async () => {
  expect(await sentAgain((times) => (times === 1 ? accepted : rejected), { checks: 2 })).toEqual({
    noted: ['alone', 'nothing'],
    senders: 'owner other owner other other owner other',
  });
});

test('a key that is cached per connection is recognized by a request on a new connection', async () => {
  const { noted } = await sentAgain((_, { socket }) => ('known' in socket ? accepted : rejected));
  expect(noted).toEqual(['fresh']);
});

test('a reproducible violation gets no note, after one more request', async () => {
  expect(await sentAgain(() => accepted)).toEqual({ noted: ['nothing'], senders: 'owner other other' });
});
