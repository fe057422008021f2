import { jobFailed, saysFailed } from '../response/failed-work';
import { lacksResult } from '../response/missing-result';
import type { Ask } from './guard';

/** A failed job owes no result. */
export const failedJob: Ask = ({ expected, answer, around }) => {
  if (expected.kind !== 'value' || !lacksResult(expected, answer, around)) return null;
  const isFailed = saysFailed(answer, { state: expected.state, result: expected.at });
  return isFailed ? jobFailed : null;
};
