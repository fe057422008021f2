import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type TestInfo, test } from '@playwright/test';

/** What a Playwright test does with the verdict on its check. */
export interface Conclusion {
  /** The failures, each as text for the reader. The test fails if there are any. */
  failures: string[];
  /** The reason for skipping the test, if it does not fail. */
  skip?: string;
  annotations: { type: 'violates' | 'deviates'; description: string }[];
}

/** The conclusion for each test, by its id. */
type Verdicts = Readonly<Record<string, Conclusion>>;

/** Names the file that the verdicts of a run are written to, once all is sent. */
export const VERDICTS_VARIABLE = 'CONFORMANCE_VERDICTS';

/** Milliseconds between two looks for the file. */
const INTERVAL = 100;

/** Writes the file of verdicts: whole, since tests read it as soon as it is there. */
export function writeVerdicts(file: string, verdicts: readonly (readonly [id: string, Conclusion])[]): void {
  writeFileSync(`${file}.part`, JSON.stringify(Object.fromEntries(verdicts)));
  renameSync(`${file}.part`, file);
}

let ofRun: Verdicts | undefined;

async function verdictsOfRun(): Promise<Verdicts> {
  const file = process.env[VERDICTS_VARIABLE];
  if (file === undefined) throw new Error('no run is under way: start the suite with `npx playwright test`');
  while (!existsSync(file)) await pause(INTERVAL);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Waits for the verdict on the check of the running test, and passes, fails or skips the test accordingly. */
export async function verdictFor(info: TestInfo): Promise<void> {
  ofRun ??= await verdictsOfRun();
  const conclusion = ofRun[info.testId];
  if (conclusion === undefined) throw new Error('this test is no check of the plan');
  const { failures, skip, annotations } = conclusion;
  info.annotations.push(...annotations);
  if (failures.length > 0) throw failureAt(info, failures.join('\n\n'));
  test.skip(skip !== undefined, skip);
}

function failureAt({ title, file, line, column }: TestInfo, message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at ${title} (${file}:${line}:${column})`;
  return error;
}
