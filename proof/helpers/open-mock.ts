import type { RunSetup } from '../../src/client/run/session';

/** The setup of a run at this address, without any known facts. */
export const runAt = (baseUrl: string): RunSetup => ({
  baseUrl,
  mock: false,
  id: 'self',
  words: [],
  verifiedEarlier: [],
  depth: 1,
});
