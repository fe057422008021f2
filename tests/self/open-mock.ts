import { type MockOptions, startMock } from '../../mock/server';
import { preflight } from '../drive/preflight';
import { type Run, type Session, sessionOf } from '../drive/session';
import { readSettings } from '../drive/settings';
import type { Target } from '../drive/target';
import mockTarget from '../targets/mock';

/**
 * A session with a mock in this process, which ends with the session.
 * @param signed the parts of the target file that count as proved before the run
 * @param more what else the run is: by what the members of families are drawn, and how many
 * @param env other settings
 */
export async function openMock(
  options: MockOptions,
  timeoutMs: number,
  target: Target = mockTarget,
  signed: string[] = ['*'],
  more: Partial<Run> = {},
  env: Record<string, string> = {},
): Promise<Session> {
  const mock = await startMock(options);
  const { settings } = readSettings({ TIMEOUT_MS: `${timeoutMs}`, RATE_LIMIT_BURST: '24', ...env });
  const draw = { seed: 1, depth: 1 };
  const run = { baseUrl: mock.url, mock: true, id: 'self', words: [], signed, ...draw, ...more };
  const session = sessionOf(run, settings, target);
  const found = await preflight({
    ...session,
    baseUrl: mock.url,
    key: session.keys.API_KEY ?? '',
    runId: 'self',
  });
  return {
    ...session,
    run: { ...run, words: 'words' in found ? found.words : [] },
    async close() {
      await session.close();
      await mock.close();
    },
  };
}
