import { lacksResult, notDone } from '../response/missing-result';
import type { Ask } from './guard';

/** A job has no result yet, and the target file does not say how long it may take. */
export const slowJob: Ask = ({ expected, answer, around }) =>
  expected.kind === 'value' && !expected.patient && lacksResult(expected, answer, around)
    ? notDone(answer)
    : null;
