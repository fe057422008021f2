import { createServer, type Socket } from 'node:net';
import type { Desk, Outcome, Use } from './desk';
import { eachLine } from './lines';

/** A call to the desk: its number, what is asked, and with what. */
export type Call = { id: number } & (
  | { ask: 'claim'; name: string }
  | { ask: 'settle'; name: string; value: unknown }
  | { ask: 'enter'; account: string | null; use: Use }
  | { ask: 'leave'; outcome: Outcome }
  | { ask: 'hold'; account: string }
  | { ask: 'noteLag'; account: string; lag: number | 'never' }
  | { ask: 'release'; account: string }
);

/**
 * Opens the desk to the workers on a free loopback port, one JSON call a line. A worker is its connection:
 * when it closes, the desk forgets what the worker held.
 */
export async function serveDesk(desk: Desk): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    const who = `worker ${++connections}`;
    sockets.add(socket);
    eachLine(socket, async (line) => {
      const call = JSON.parse(line) as Call;
      const value = await answer(desk, who, call);
      if (socket.writable) socket.write(`${JSON.stringify({ id: call.id, value })}\n`);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      desk.forget(who);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the desk has no port');
  return {
    port: address.port,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function answer(desk: Desk, who: string, call: Call): unknown {
  switch (call.ask) {
    case 'claim':
      return desk.claim(who, call.name);
    case 'settle':
      return desk.settle(call.name, call.value);
    case 'enter':
      return desk.enter(who, call.account, call.use);
    case 'leave':
      return desk.leave(who, call.outcome);
    case 'hold':
      return desk.hold(who, call.account);
    case 'noteLag':
      return desk.noteLag(call.account, call.lag);
    case 'release':
      return desk.release(who, call.account);
  }
}
