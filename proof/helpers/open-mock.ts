import { mockKeys } from '../../mock/accounts';
import { type MockOptions, startMock } from '../../mock/server';
import { type CheckSession, recordSeparately } from '../../src/drive/evidence/recorder';
import { type RunSetup, type Session, sessionOf } from '../../src/drive/run/session';
import { readSettings } from '../../src/drive/settings/settings';
import { reach } from '../../src/drive/setup/reach';
import type { Target } from '../../src/drive/target-file/target';
import type { Depth } from '../../src/judge/verdict/depth';
import mockTarget from '../../tests/targets/mock';

/** The setup of a run at this address, without any known facts. */
export const runAt = (baseUrl: string): RunSetup => ({
  baseUrl,
  mock: false,
  id: 'self',
  words: [],
  verifiedEarlier: [],
  depth: 1,
});

/** Options of the mock and of the run, the target file and keys if they are not the mock's own, and other settings. */
type Asked = MockOptions &
  Partial<Omit<RunSetup, 'depth'>> & {
    depth?: Depth;
    target?: Target | undefined;
    keys?: Session['keys'] | undefined;
    env?: Record<string, string> | undefined;
    timeoutMs?: number | undefined;
  };

/** Opens a session on a mock with the settings of a run on it. The whole target file counts as verified. */
export async function openMock(asked: Asked = {}): Promise<Session & AsyncDisposable> {
  const { target = mockTarget, keys = mockKeys, env = {}, timeoutMs = 10_000, ...own } = asked;
  const settings = {
    ...readSettings({ TIMEOUT_MS: `${timeoutMs}`, RATE_LIMIT_BURST: '24', ...env }).settings,
    ...(own.depth !== undefined && { depth: own.depth }),
  };
  const mock = await startMock(own);
  const setup = { ...runAt(mock.url), mock: true, verifiedEarlier: ['*'], ...own };
  const session = sessionOf(setup, settings, target, keys);
  await reach(session);
  const close = async () => {
    await session.close();
    await mock.close();
  };
  return { ...session, close, [Symbol.asyncDispose]: close };
}

/** Runs `act` on a new mock, with these keys in place of some of its own. Returns its result and the record of its exchanges. */
export async function onMock<Value>(
  { keys, ...asked }: Asked,
  act: (session: CheckSession) => Promise<Value>,
) {
  await using session = await openMock({ ...asked, keys: { ...mockKeys, ...keys } });
  return await recordSeparately({ ...session, measures: true }, act);
}
