import { type MockOptions, startMock } from '../../mock/server';
import { type Preflight, preflight } from '../drive/preflight';
import { type RunSetup, type Session, sessionOf } from '../drive/session';
import { readSettings } from '../drive/settings';
import type { Target } from '../drive/target';
import mockTarget from '../targets/mock';

/** A run of these tests at this address, where nothing is known yet. */
export const runAt = (baseUrl: string): RunSetup => ({
  baseUrl,
  mock: false,
  id: 'self',
  words: [],
  signed: [],
  seed: 1,
  depth: 1,
});

/**
 * A session with a mock in this process, which ends with the session, and what its first answers show.
 * @param sessionAt the session at the mock's address
 */
export async function approach(
  options: MockOptions,
  sessionAt: (url: string) => Session,
): Promise<{ session: Session; found: Preflight }> {
  const mock = await startMock(options);
  const session = sessionAt(mock.url);
  const { service } = session.settings;
  const found = await preflight({
    ...session,
    baseUrl: mock.url,
    key: session.keys.API_KEY ?? '',
    runId: 'self',
    ...(service && { service }),
  });
  const words = service !== undefined ? [service] : 'words' in found ? found.words : [];
  return {
    found,
    session: {
      ...session,
      run: { ...session.run, words },
      async close() {
        await session.close();
        await mock.close();
      },
    },
  };
}

/**
 * The same with the settings of a run on the mock, all of whose target file counts as proved before it.
 * @param asked how the mock and the run differ, the target file if it is not the mock's own, and other settings
 */
export async function openMock(
  asked: MockOptions &
    Partial<RunSetup> & {
      target?: Target | undefined;
      env?: Record<string, string> | undefined;
      timeoutMs?: number;
    } = {},
): Promise<Session & AsyncDisposable> {
  const { target = mockTarget, env = {}, timeoutMs = 1500, ...own } = asked;
  const { settings } = readSettings({ TIMEOUT_MS: `${timeoutMs}`, RATE_LIMIT_BURST: '24', ...env });
  const { session } = await approach(own, (url) =>
    sessionOf({ ...runAt(url), mock: true, signed: ['*'], ...own }, settings, target),
  );
  return { ...session, [Symbol.asyncDispose]: session.close };
}
