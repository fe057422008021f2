import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { theSuite } from '../reports-project';
import { watchMemory } from './memory';
import { servers } from './servers';

for (const [name, open] of Object.entries(servers)) {
  test(`a server that ${name}`, async ({}, testInfo) => {
    const server = await open();
    const started = Date.now();
    let peak = (): number | null => null;
    let timer: NodeJS.Timeout | undefined;
    const env = {
      ...mockKeys,
      BASE_URL: server.url,
      TARGET: process.env.TARGET_FILE ?? join(__dirname, '../../targets/mock.ts'),
      TIMEOUT_MS: '1000',
      DOTENV_CONFIG_PATH: '/dev/null',
    };
    const project = theSuite(testInfo);
    const result = await project.run(['test'], env, (child) => {
      if (child.pid !== undefined) peak = watchMemory(child.pid);
      timer = setTimeout(() => child.kill('SIGKILL'), 240_000);
    });
    clearTimeout(timer);
    await server.close();
    const record = project.has('out/conformance.json') ? project.record() : null;
    const c = record?.result.outcome.counts.must;
    const green = record?.result.clauses
      .filter((x) => x.level === 'must' && x.verdict === 'conforms')
      .map((x) => x.id);
    const requests = Object.keys(record?.run.exchanges ?? {}).length;
    console.log(
      [
        name,
        result.signal ?? record?.result.outcome.word,
        result.code,
        ((Date.now() - started) / 1000).toFixed(1) + ' s',
        `${peak()} MB`,
        `${requests} req`,
        JSON.stringify(c),
        green?.length && green.length < 20 ? `GREEN ${green}` : '',
      ].join(' | '),
    );
    console.log(
      '   ' +
        (record?.result.outcome.reasons.slice(0, 2).join(' // ').slice(0, 400) ??
          result.stdout + result.stderr),
    );
    require('node:fs').writeFileSync(
      `/tmp/hostile-out/${name.replaceAll('/', '_')}.txt`,
      result.stdout + result.stderr,
    );
    expect(result.signal).toBeNull();
  });
}
