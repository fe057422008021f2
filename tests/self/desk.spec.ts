import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { Desk, type DeskLimits, type Outcome, type Permission, type Use } from '../drive/desk';
import { connectToDesk, type DeskClient } from '../drive/desk-client';
import { serveDesk } from '../drive/desk-server';
import { eachLine } from '../drive/lines';

/** Long enough for a call to be answered, on a machine that has other work. */
const MOMENT = 100;

const deskOf = (limits: Partial<DeskLimits> = {}) =>
  new Desk({ maxAiUses: Number.POSITIVE_INFINITY, gap: 0, breaker: 3, ...limits });

const outcome = (account: string | null, use: Use, rest: Partial<Outcome> = {}): Outcome => ({
  account,
  use,
  aiUse: use === 'spends',
  answered: true,
  ...rest,
});

/** What became of a promise within a moment. */
const soon = <T>(promise: Promise<T>): Promise<T | 'waits'> =>
  Promise.race([promise, pause(MOMENT, 'waits' as const)]);

const gone = ({ go }: Permission) => !go;

test('a value is made once, by whoever asks first, and given to all others', async () => {
  const desk = deskOf();
  expect(await desk.claim('a', 'job')).toEqual({ mine: true });
  const others = ['b', 'c', 'a'].map((who) => desk.claim(who, 'job'));
  expect(await soon(Promise.race(others))).toBe('waits');
  desk.settle('job', { id: 7 });
  expect(await Promise.all(others)).toEqual(Array(3).fill({ mine: false, value: { id: 7 } }));
  expect(await desk.claim('d', 'job')).toEqual({ mine: false, value: { id: 7 } });
  expect(await desk.claim('d', 'run')).toEqual({ mine: true });
});

test('what a lost worker was making is made by the next in line, or anew', async () => {
  const desk = deskOf();
  await desk.claim('a', 'job');
  const second = desk.claim('b', 'job');
  const third = desk.claim('c', 'job');
  desk.forget('a');
  expect(await second).toEqual({ mine: true });
  expect(await soon(third)).toBe('waits');
  desk.forget('c');
  desk.forget('b');
  expect(await desk.claim('d', 'job')).toEqual({ mine: true });
});

test('what a lost worker has made stays', async () => {
  const desk = deskOf();
  await desk.claim('a', 'job');
  desk.settle('job', 'value');
  desk.forget('a');
  expect(await desk.claim('b', 'job')).toEqual({ mine: false, value: 'value' });
});

for (const account of ['API_KEY', null]) {
  test(`a budget of three is spent exactly by many at once (account ${account})`, async () => {
    const desk = deskOf({ maxAiUses: 3 });
    let inFlight = 0;
    let most = 0;
    const spend = async (who: string): Promise<Permission> => {
      const permission = await desk.enter(who, account, 'spends');
      if (!permission.go) return permission;
      most = Math.max(most, ++inFlight);
      await pause(Math.random() * 10);
      inFlight--;
      desk.leave(who, outcome(account, 'spends'));
      return permission;
    };
    const permissions = await Promise.all(
      Array.from({ length: 20 }, (_, index) => spend(`worker ${index % 4}`)),
    );
    expect(permissions.filter(({ go }) => go)).toHaveLength(3);
    expect(desk.aiUses).toBe(3);
    expect(most).toBeLessThanOrEqual(3);
    expect(permissions.filter(gone)[0]).toEqual({
      go: false,
      verdict: 'not driven',
      reason: 'not afforded: MAX_AI_USES is 3',
    });
  });
}

test('a use that was refused costs nothing, and whoever waited for it may go', async () => {
  const desk = deskOf({ maxAiUses: 1 });
  await desk.enter('a', 'API_KEY', 'spends');
  const second = desk.enter('b', 'API_KEY', 'spends');
  expect(await soon(second)).toBe('waits');
  desk.leave('a', outcome('API_KEY', 'spends', { aiUse: false }));
  expect(await second).toMatchObject({ go: true });
});

test('free requests go beyond the budget', async () => {
  const desk = deskOf({ maxAiUses: 0 });
  expect(await desk.enter('a', 'API_KEY', 'free')).toMatchObject({ go: true });
  expect(await desk.enter('a', 'API_KEY', 'spends')).toMatchObject({ go: false });
});

for (const account of ['API_KEY', null]) {
  test(`what a lost worker had in flight is given back (account ${account})`, async () => {
    const desk = deskOf({ maxAiUses: 1 });
    await desk.enter('a', account, 'spends');
    const second = desk.enter('b', account, 'spends');
    expect(await soon(second)).toBe('waits');
    desk.forget('a');
    expect(await soon(second)).toMatchObject({ go: true });
  });
}

test('a lost worker that was waiting takes nothing from the budget', async () => {
  const desk = deskOf({ maxAiUses: 1 });
  await desk.enter('a', 'API_KEY', 'spends');
  const lost = desk.enter('b', 'API_KEY', 'spends');
  desk.forget('b');
  desk.leave('a', outcome('API_KEY', 'spends', { aiUse: false }));
  expect(await soon(lost)).toMatchObject({ go: false });
  expect(await soon(desk.enter('c', 'API_KEY', 'spends'))).toMatchObject({ go: true });
});

test('requests keep the pace, whoever sends them, and say how long they waited', async () => {
  const gap = 30;
  const desk = deskOf({ gap });
  const started = performance.now();
  const times: number[] = [];
  const waits = await Promise.all(
    ['a', 'b', 'a', 'c'].map(async (who) => {
      const permission = await desk.enter(who, null, 'free');
      times.push(performance.now() - started);
      return permission.go ? permission.waited : Number.NaN;
    }),
  );
  for (const [index, time] of times.entries()) expect(time).toBeGreaterThan(index * gap - 3);
  expect(waits.at(-1)).toBeGreaterThan(3 * gap - 3);
  expect(desk.requests).toBe(4);
});

test('after a 429 nobody uses the account until its rest is over; other accounts go on', async () => {
  const desk = deskOf();
  await desk.enter('a', 'API_KEY', 'free');
  desk.leave('a', outcome('API_KEY', 'free', { rest: 3 * MOMENT }));
  desk.leave('a', outcome('API_KEY', 'free', { rest: 1 }));
  const started = performance.now();
  const resting = [desk.enter('a', 'API_KEY', 'free'), desk.enter('b', 'API_KEY', 'spends')];
  expect(await soon(Promise.race(resting))).toBe('waits');
  expect(await soon(desk.enter('b', 'OTHER_API_KEY', 'spends'))).toMatchObject({ go: true });
  expect(await soon(desk.enter('b', null, 'free'))).toMatchObject({ go: true });
  await Promise.all(resting);
  expect(performance.now() - started).toBeGreaterThan(2 * MOMENT);
});

test('a measurement waits for the spends in flight, and keeps others from spending on the account', async () => {
  const desk = deskOf();
  await desk.enter('b', 'API_KEY', 'spends');
  const held = desk.hold('a', 'API_KEY');
  expect(await soon(held)).toBe('waits');
  desk.leave('b', outcome('API_KEY', 'spends'));
  expect(await held).toEqual({ lag: 0 });

  const other = desk.enter('b', 'API_KEY', 'spends');
  const measurer = desk.hold('c', 'API_KEY');
  expect(await soon(Promise.race([other, measurer]))).toBe('waits');
  expect(await soon(desk.enter('b', 'API_KEY', 'free'))).toMatchObject({ go: true });
  expect(await soon(desk.enter('b', 'OTHER_API_KEY', 'spends'))).toMatchObject({ go: true });
  expect(await soon(desk.enter('a', 'API_KEY', 'spends'))).toMatchObject({ go: true });
  desk.leave('a', outcome('API_KEY', 'spends'));

  desk.release('b', 'API_KEY');
  expect(await soon(other)).toBe('waits');
  desk.release('a', 'API_KEY');
  expect(await soon(other)).toMatchObject({ go: true });
  desk.leave('b', outcome('API_KEY', 'spends'));
  expect(await soon(measurer)).toEqual({ lag: 0 });
});

test('nobody who waited for the budget spends during a measurement', async () => {
  const desk = deskOf({ maxAiUses: 2 });
  await desk.enter('a', 'OTHER_API_KEY', 'spends');
  await desk.enter('a', 'OTHER_API_KEY', 'spends');
  const spender = desk.enter('b', 'API_KEY', 'spends');
  await desk.hold('c', 'API_KEY');
  desk.leave('a', outcome('OTHER_API_KEY', 'spends', { aiUse: false }));
  expect(await soon(spender)).toBe('waits');
  desk.release('c', 'API_KEY');
  expect(await soon(spender)).toMatchObject({ go: true });
});

test('the account of a lost worker that measured is free again', async () => {
  const desk = deskOf();
  await desk.hold('a', 'API_KEY');
  const other = desk.enter('b', 'API_KEY', 'spends');
  desk.forget('a');
  expect(await soon(other)).toMatchObject({ go: true });
});

test('a lost worker that waited to measure keeps nobody waiting', async () => {
  const desk = deskOf();
  await desk.hold('a', 'API_KEY');
  const lost = desk.hold('b', 'API_KEY');
  desk.forget('b');
  desk.release('a', 'API_KEY');
  await lost;
  expect(await soon(desk.enter('c', 'API_KEY', 'spends'))).toMatchObject({ go: true });
});

test('the longest lag of an account is remembered, and so is that there was none', async () => {
  const desk = deskOf();
  desk.noteLag('API_KEY', 40);
  desk.noteLag('API_KEY', 20);
  expect(await desk.hold('a', 'API_KEY')).toEqual({ lag: 40 });
  desk.noteLag('API_KEY', 'never');
  expect(await desk.hold('a', 'API_KEY')).toEqual({ lag: 'never' });
  expect(await desk.hold('a', 'OTHER_API_KEY')).toEqual({ lag: 0 });
});

test('three requests in a row without an answer, and the target counts as gone', async () => {
  const desk = deskOf();
  const silent = () => desk.leave('a', outcome('API_KEY', 'free', { answered: false }));
  silent();
  silent();
  desk.leave('a', outcome('API_KEY', 'free'));
  silent();
  silent();
  expect(await desk.enter('a', 'API_KEY', 'free')).toMatchObject({ go: true });
  silent();
  expect(await desk.enter('b', null, 'free')).toEqual({
    go: false,
    verdict: 'blocked',
    reason: 'the target stopped answering',
  });
});

test('once the usage of the day is used up nobody spends, and reads go on', async () => {
  const desk = deskOf();
  desk.leave('a', outcome('API_KEY', 'spends', { aiUse: false, quotaUsedUp: true }));
  expect(await desk.enter('b', 'API_KEY', 'spends')).toMatchObject({
    go: false,
    verdict: 'not driven',
    reason: expect.stringContaining('daily_quota_exceeded'),
  });
  expect(await desk.enter('b', 'API_KEY', 'free')).toMatchObject({ go: true });
});

test('lines are whole however their bytes come in', async () => {
  const stream = new PassThrough();
  const lines: string[] = [];
  eachLine(stream, (line) => lines.push(line));
  for (const byte of Buffer.from('한글\n{"a":1}\n\nrest')) stream.write(Buffer.from([byte]));
  stream.write('\nlast\ntwo\n');
  await pause(10);
  expect(lines).toEqual(['한글', '{"a":1}', '', 'rest', 'last', 'two']);
});

test.describe('over its port', () => {
  async function open(limits: Partial<DeskLimits> = {}): Promise<{
    worker: () => DeskClient;
    close: () => void;
  }> {
    const { port, close } = await serveDesk(deskOf(limits));
    const workers: DeskClient[] = [];
    const worker = () => {
      const client = connectToDesk(port);
      workers.push(client);
      return client;
    };
    return {
      worker,
      close: () => {
        for (const client of workers) client.close();
        close();
      },
    };
  }

  test('a worker that asks twice and one that asks later are given what was made once', async () => {
    const { worker, close } = await open();
    let made = 0;
    const make = async () => {
      await pause(20);
      return { text: `한글\n"${++made}"` };
    };
    const [a, b] = [worker(), worker()];
    const values = await Promise.all([a.once('x', make), a.once('x', make), b.once('x', make)]);
    expect(values).toEqual(Array(3).fill({ text: '한글\n"1"' }));
    close();
  });

  test('when a worker is gone, what it held and was making passes to the next', async () => {
    const { worker, close } = await open({ maxAiUses: 1 });
    const [a, b] = [worker(), worker()];
    a.once('x', () => new Promise(() => {})).catch(() => {});
    await a.hold('API_KEY');
    await a.enter('API_KEY', 'spends');
    const waiting = Promise.all([b.once('x', async () => 'made by b'), b.enter('API_KEY', 'spends')]);
    expect(await soon(waiting)).toBe('waits');
    a.close();
    expect(await soon(waiting)).toEqual(['made by b', expect.objectContaining({ go: true })]);
    close();
  });

  test('when the desk is gone, calls end with a plain word', async () => {
    const { worker, close } = await open();
    const a = worker();
    await a.hold('API_KEY');
    const waiting = worker().hold('API_KEY');
    waiting.catch(() => {});
    await pause(20);
    close();
    await expect(waiting).rejects.toThrow('the run was stopped');
    await expect(a.enter(null, 'free')).rejects.toThrow('the run was stopped');
  });
});
