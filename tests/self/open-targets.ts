import { mockKeys } from '../../mock/accounts';
import { type MockOptions, startMock } from '../../mock/server';
import { Desk } from '../drive/desk';
import { serveDesk } from '../drive/desk-server';
import { openHttp } from '../drive/http';
import { loadTarget } from '../drive/load-target';
import { preflight } from '../drive/preflight';
import { RUNS_VARIABLE, type Runs } from '../drive/session';
import mockTarget from '../targets/mock';

/** A mock that a run of many targets has, and how it is spelt. */
export interface Opening {
  name: string;
  options: MockOptions;
  /** Path of the target file; the reference mock's where absent. */
  target?: string;
}

/** Starts a mock and a desk for each opening in this process and tells the workers of them; returns the teardown. */
export async function openTargets(openings: readonly Opening[]): Promise<() => Promise<void>> {
  process.env.BASE_URL = 'mock';
  const runs: Runs = {};
  const closing: (() => unknown)[] = [];
  const http = openHttp(2000);
  for (const { name, options, target } of openings) {
    const mock = await startMock(options);
    const desk = await serveDesk(new Desk({ maxAiUses: Number.POSITIVE_INFINITY, gap: 0, breaker: 1 }));
    const spelling = target === undefined ? mockTarget : await loadTarget(target);
    const baseUrl = mock.url;
    const approach = { http, baseUrl, key: mockKeys.API_KEY, target: spelling, runId: 'self' };
    const found = await preflight(approach);
    const words = 'words' in found ? found.words : [];
    const where = target === undefined ? {} : { target };
    runs[name] = { baseUrl, mock: true, deskPort: desk.port, id: 'self', words, ...where };
    closing.push(desk.close, () => mock.close());
  }
  await http.close();
  process.env[RUNS_VARIABLE] = JSON.stringify(runs);
  return async () => {
    await Promise.all(closing.map((close) => close()));
  };
}
