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
  0: { always: 175, text: 105, submit: 90, workflow: 145 },
  1: { always: 205, text: 165, submit: 140, workflow: 180 },
  3: { always: 1625, text: 1380, submit: 2645, workflow: 2395 },
};
