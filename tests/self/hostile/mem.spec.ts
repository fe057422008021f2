import { test } from '@playwright/test';
import { servers } from '/work/main/tests/self/hostile/servers';
import { openHttp } from '/work/main/tests/support/http';

for (const name of [
  'sends a body without end',
  'sends a body of 200 MB',
  'sends a gzip bomb of 8 GiB',
] as const)
  test(name, async () => {
    test.setTimeout(120000);
    const s = await servers[name]();
    const http = openHttp(20000);
    for (let i = 0; i < 8; i++) {
      const t = Date.now();
      const a = await http.send({ method: 'GET', url: s.url + '/v1/models', headers: {}, body: null });
      const m = process.memoryUsage();
      console.log(
        name,
        Date.now() - t,
        'kind' in a ? a.kind + a.reason : a.status,
        Math.round(m.rss / 1e6),
        Math.round(m.arrayBuffers / 1e6),
        Math.round(m.external / 1e6),
      );
    }
    await http.close();
    await s.close();
  });
