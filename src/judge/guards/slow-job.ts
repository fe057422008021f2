import { isOwed, notDone } from '../owed';
import type { Ask } from './guard';

export const slowJob: Ask = ({ expected, answer, around }) =>
  expected.kind === 'value' && !expected.patient && isOwed(expected, answer, around) ? notDone(answer) : null;
