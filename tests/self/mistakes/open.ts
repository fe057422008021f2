import { startMock } from '../../../mock/server';
import { type Found, preflight } from '../../drive/preflight';
import { type Session, sessionOf } from '../../drive/session';
import { runOf, type Trial } from './mistakes';
import { servers } from './servers';

/** The first answers of the server to this user. */
export async function approach(trial: Trial): Promise<{ session: Session; found: Found }> {
  const mock = await startMock({ variant: servers[trial.server].change });
  const { settings, target } = runOf(trial, mock.url);
  const run = { baseUrl: mock.url, mock: false, id: 'self', words: [], signed: [], seed: 1, depth: 1 };
  const session = sessionOf(run, settings, target);
  const { API_KEY: key = '' } = session.keys;
  const { service } = settings;
  const found = await preflight({
    ...session,
    baseUrl: mock.url,
    key,
    runId: 'self',
    ...(service && { service }),
  });
  const words = service !== undefined ? [service] : 'words' in found ? found.words : [];
  return {
    found,
    session: {
      ...session,
      run: { ...run, words },
      async close() {
        await session.close();
        await mock.close();
      },
    },
  };
}
