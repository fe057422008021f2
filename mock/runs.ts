import { workOf } from './work';

/** Runs of workflows: contract 1, 2.2, 4. */
export const runs = workOf('run', 'blocks');
