import { type Change, overrideChapter } from '../../mock/behaviour';
import type { Operation } from '../../mock/call';
import { type MockOptions, startMock } from '../../mock/server';

/** A request that the mock received, and the status of its response. */
export interface Asked {
  operation: Operation;
  method: string;
  path: string;
  authorization: string | undefined;
  status: number;
}

/**
 * Starts a mock that records its requests, and how many of them were in flight together.
 * @param delay milliseconds before each response
 */
export async function countingMock({
  variant = {},
  delay = 0,
  ...options
}: MockOptions & { delay?: number } = {}) {
  const asked: Asked[] = [];
  const inFlight = { now: 0, most: 0 };
  const noting: Change = overrideChapter('service', (service) => ({
    finish(answer, call) {
      const finished = service.finish(answer, call);
      asked.push({ ...call, status: finished.status });
      inFlight.most = Math.max(inFlight.most, ++inFlight.now);
      return finished;
    },
    delay: () => delay,
    write(answer, call) {
      inFlight.now--;
      return service.write(answer, call);
    },
  }));
  const mock = await startMock({ ...options, variant: [variant, noting].flat() });
  return { ...mock, asked, inFlight };
}

/** Returns the AI requests that were accepted. */
export const uses = (asked: Asked[]) =>
  asked.filter(({ operation, status }) => ['text', 'submit', 'workflow'].includes(operation) && status < 300);
