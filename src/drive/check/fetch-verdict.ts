import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type TestInfo, test } from '@playwright/test';

/** What a Playwright test does with the verdict on its check. */
export interface Conclusion {
  /** The failures, each as text for the reader. The test fails if there are any. */
  failures: string[];
  /** The reason for skipping the test, if it does not fail. */
  skip?: string;
  annotations: { type: 'violates' | 'deviates'; description: string }[];
  /** What made the test fail: its own expectation, or a clause that every response is judged by. */
  why: { unmet?: true; reportedUniversal?: true };
}

export const DRIVER_VARIABLE = 'CONFORMANCE_DRIVER';

/** Passes, fails or skips the running test according to the verdict on its check. */
export async function verdictFor(info: TestInfo): Promise<void> {
  const { failures, skip, annotations } = await askDriver(info);
  info.annotations.push(...annotations);
  if (failures.length > 0) throw failureAt(info, failures.join('\n\n'));
  test.skip(skip !== undefined, skip);
}

/** Waits until the verdict is there: a check may wait for its turn, or for a window of a minute. */
function askDriver({ testId }: TestInfo): Promise<Conclusion> {
  const address = process.env[DRIVER_VARIABLE];
  if (address === undefined)
    throw new Error('no run is under way: start the suite with `npx playwright test`');
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method: 'POST' }, async (response) => {
      const answer = await text(response);
      if (response.statusCode === 200) resolve(JSON.parse(answer));
      else reject(new Error(answer));
    });
    outgoing.on('error', reject);
    outgoing.end(testId);
  });
}

function failureAt({ title, file, line, column }: TestInfo, message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at ${title} (${file}:${line}:${column})`;
  return error;
}
