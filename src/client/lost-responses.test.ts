import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { mockKeys } from '../../mock/accounts';
import { listening } from '../../proof/catalogue/hostile/listening';
import { runAt } from '../../proof/helpers/open-mock';
import { anError } from '../../proof/helpers/reports-runs';
import { readSettings } from '../settings/settings';
import { sendRequest } from './client';
import { recordSeparately } from './evidence/recorder';
import type { Request, Sender } from './request';
import { sessionOf } from './run/session';
import { nobody, ownerOf, senderWith } from './senders';

type Lose = (response: ServerResponse, request: IncomingMessage) => void;

/** Ways in which the response to a request that was carried out is lost. */
const losses = {
  'the connection is closed': (_, { socket }) => socket.destroy(),
  'a gateway responds in its place': (response) => response.writeHead(504).end('<html>'),
  'the server fails': (response) => response.writeHead(500).end(),
} satisfies Record<string, Lose>;

const spec = { method: 'POST', path: '/v1/text', body: {} };
const sent = fc.record({
  by: fc.constantFrom('owner', 'nobody', 'wrong key', 'kept connection', 'exhausted'),
  operation: fc.constantFrom('text', 'submit', 'workflow' as const),
  fate: fc.constantFrom('lost', 'lost', 'accepted', 'rejected'),
});

for (const [name, lose] of Object.entries(losses))
  test(`no more AI requests are carried out than the budget has if ${name}`, async () => {
    const runs = fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(sent, { minLength: 1, maxLength: 12 }),
      async (limit, requests) => {
        let carriedOut = 0;
        const server = createServer((request, response) => {
          const { method, headers } = request;
          const reply = (status: number, body: unknown) =>
            response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
          if (method === 'GET') return reply(200, { data: [] });
          if (headers['x-fate'] === 'rejected') return reply(401, anError('invalid_api_key'));
          carriedOut++;
          return headers['x-fate'] === 'lost' ? lose(response, request) : reply(200, {});
        });
        await using wire = await listening(server);
        const env = { MAX_AI_REQUESTS: `${limit}`, TIMEOUT_MS: '10000' };
        const target = { retryDelays: [0.001, 0.002] };
        const session = sessionOf(runAt(wire.url), readSettings(env).settings, target, mockKeys);
        const senders: Record<string, Sender> = {
          owner: ownerOf(session),
          nobody,
          'wrong key': senderWith('a wrong key', 'Bearer wrong'),
          'kept connection': senderWith('a wrong key', 'Bearer wrong', { connection: 'kept' }),
          exhausted: { ...ownerOf(session), account: 'QUOTA_API_KEY' },
        };
        const requestOf = ({ by, operation, fate }: (typeof requests)[number]): Request => ({
          sender: { ...(senders[by] ?? nobody), headers: { 'x-fate': fate } },
          operation,
          spec,
        });
        await Promise.all(
          requests.map((each) => recordSeparately(session, (own) => sendRequest(own, requestOf(each)))),
        );
        const counted = session.sent.filter(({ aiRequest, unconfirmed }) => aiRequest || unconfirmed);
        await session.close();
        expect(carriedOut).toBeLessThanOrEqual(limit);
        expect(counted).toHaveLength(carriedOut);
      },
    );
    await fc.assert(runs, { numRuns: 15 });
  });
