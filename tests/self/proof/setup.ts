import { mockKeys } from '../../../mock/accounts';
import { faults } from '../../../mock/faults';
import { startMock } from '../../../mock/server';
import { Desk } from '../../support/desk';
import { serveDesk } from '../../support/desk-server';
import { openHttp } from '../../support/http';
import { preflight } from '../../support/preflight';
import { RUNS_VARIABLE, type Runs } from '../../support/session';
import mockTarget from '../../targets/mock';

/** Starts one mock and one desk for each defect, all in this process. */
export default async function setup(): Promise<() => Promise<void>> {
  process.env.BASE_URL = 'mock';
  process.env.TIMEOUT_MS = '1500';
  const runs: Runs = {};
  const closing: (() => unknown)[] = [];
  const http = openHttp(1500);
  for (const { phrase } of faults) {
    const mock = await startMock({ faults: [phrase] });
    const desk = await serveDesk(new Desk({ maxAiUses: Number.POSITIVE_INFINITY, gap: 0, breaker: 3 }));
    const approach = { http, baseUrl: mock.url, key: mockKeys.API_KEY, target: mockTarget, runId: 'proof' };
    const found = await preflight(approach);
    const words = 'words' in found ? found.words : [];
    runs[phrase] = { baseUrl: mock.url, mock: true, deskPort: desk.port, id: 'proof', words };
    closing.push(desk.close, () => mock.close());
  }
  await http.close();
  process.env[RUNS_VARIABLE] = JSON.stringify(runs);
  return async () => {
    await Promise.all(closing.map((close) => close()));
  };
}
