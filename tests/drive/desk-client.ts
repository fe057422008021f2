import { createConnection } from 'node:net';
import type { Outcome, Permission, Use } from './desk';
import type { Call } from './desk-server';
import { eachLine } from './lines';

type Ask = Call extends infer Each ? (Each extends { id: number } ? Omit<Each, 'id'> : never) : never;

/** A worker's line to the desk in the main process (see desk.ts for what each call means). */
export interface DeskClient {
  /** The value of this name, made by whoever asks first and made once in a run. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
  enter(account: string | null, use: Use): Promise<Permission>;
  /** Needs no answer: calls are taken in their order. */
  leave(outcome: Outcome): void;
  hold(account: string): Promise<{ lag: number | 'never' }>;
  noteLag(account: string, lag: number | 'never'): Promise<void>;
  release(account: string): Promise<void>;
  close(): void;
}

/** @throws where the desk is gone, as it is after ^C: the calls in flight are refused */
export function connectToDesk(port: number): DeskClient {
  const socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const made = new Map<string, unknown>();
  let calls = 0;
  let gone = false;
  eachLine(socket, (line) => {
    const { id, value } = JSON.parse(line) as { id: number; value: unknown };
    pending.get(id)?.resolve(value);
    pending.delete(id);
  });
  const lost = () => {
    gone = true;
    for (const { reject } of pending.values()) reject(new Error('the run was stopped'));
    pending.clear();
  };
  socket.on('error', lost).on('close', lost);

  function call(ask: Ask): Promise<unknown> {
    if (gone) return Promise.reject(new Error('the run was stopped'));
    const id = ++calls;
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      socket.write(`${JSON.stringify({ id, ...ask })}\n`);
    });
  }

  return {
    async once<T>(name: string, make: () => Promise<T>): Promise<T> {
      if (made.has(name)) return made.get(name) as T;
      const claimed = (await call({ ask: 'claim', name })) as { mine: true } | { mine: false; value: T };
      const value = claimed.mine ? await make() : claimed.value;
      made.set(name, value);
      if (!claimed.mine) return value;
      await call({ ask: 'settle', name, value });
      return value;
    },
    enter: (account, use) => call({ ask: 'enter', account, use }) as Promise<Permission>,
    leave: (outcome) => void call({ ask: 'leave', outcome }).catch(() => undefined),
    hold: (account) => call({ ask: 'hold', account }) as Promise<{ lag: number | 'never' }>,
    noteLag: (account, lag) => call({ ask: 'noteLag', account, lag }) as Promise<void>,
    release: (account) => call({ ask: 'release', account }) as Promise<void>,
    close: () => socket.destroy(),
  };
}
