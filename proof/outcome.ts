import { type TestInfo, test } from '@playwright/test';
import type { Depth } from '../src/judge/verdict/depth';
import type { Outcome, Row } from './row';

/** Runs a row at these depths, until the result is as expected. */
export async function outcomeOf(row: Row, testInfo: TestInfo, depths = row.depths): Promise<Outcome> {
  let outcome: Outcome = { depth: 0, wrong: ['not met'] };
  for (const depth of depths) {
    outcome = { ...(await stepOf(depth, () => row.meet(depth, testInfo))), depth };
    if (outcome.wrong.length === 0) break;
  }
  return outcome;
}

/** Outside of a step, Playwright searches all requests of the row for their parent at each of them. */
const stepOf = <Value>(depth: Depth, act: () => Promise<Value>) => test.step(`depth ${depth}`, act);
