import { expect, test } from '@playwright/test';
import { openVerdictServer } from './server';

test('the server of a run gives verdicts to its workers only, and reads no long bodies', async () => {
  const server = await openVerdictServer();
  const asked: string[] = [];
  const address = new URL(
    server.serve({
      async verdict(id) {
        asked.push(id);
        return { failures: [], annotations: [], why: {} };
      },
    }),
  );
  const authorization = `Basic ${btoa(`${address.username}:${address.password}`)}`;
  const post = async (headers: Record<string, string>, body: string, path = '/') =>
    (await fetch(address.origin + path, { method: 'POST', headers, body })).status;
  const statuses = [
    await post({}, 'id'),
    await post({}, 'id', `/${address.password}`),
    await post({ authorization: 'Basic eDp5' }, 'id'),
    await post({ authorization: authorization.toLowerCase() }, 'id'),
    await post({ authorization }, 'x'.repeat(2000)),
    await post({ authorization }, 'id'),
  ];
  server.close();
  expect(statuses).toEqual([401, 401, 401, 401, 413, 200]);
  expect(asked).toEqual(['id']);
});
