import { lacksResult, notDone } from '../response/missing-result';
import type { Ask } from './guard';

export const slowJob: Ask = ({ expected, answer, around }) =>
  expected.kind === 'value' && !expected.patient && lacksResult(expected, answer, around)
    ? notDone(answer)
    : null;
