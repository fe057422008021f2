import type { Depth } from '../../judge/verdict/depth';

/** Requests for every target, and additionally for text, the submission of jobs, and workflows with their runs. */
export interface Counts {
  always: number;
  text: number;
  submit: number;
  workflow: number;
}

/** The number of requests of a run by its depth, counted on the mock by `npm run count`. */
export const counts: Readonly<Record<Depth, Counts>> = {
  0: { always: 175, text: 120, submit: 90, workflow: 145 },
  1: { always: 210, text: 180, submit: 140, workflow: 185 },
  3: { always: 1625, text: 1400, submit: 2655, workflow: 2365 },
};
