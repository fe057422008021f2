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
  0: { always: 155, text: 180, submit: 180, workflow: 210 },
  1: { always: 330, text: 340, submit: 245, workflow: 205 },
  3: { always: 2000, text: 2160, submit: 3400, workflow: 2805 },
};
