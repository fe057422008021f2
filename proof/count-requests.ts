import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Counts } from '../src/drive/setup/request-counts';
import type { Target } from '../src/drive/target-file/target';
import type { Depth } from '../src/judge/verdict/depth';
import mockTarget from '../tests/targets/mock';
import { root } from './helpers/process';
import { reportOn } from './run';

const { text, job, workflow, run, ...always } = mockTarget;

/** The target file of the mock, as far as each count needs it. */
const described: Readonly<Record<keyof Counts, Target>> = {
  always,
  text: { ...always, text },
  submit: { ...always, text, job },
  workflow: { ...always, text, job, workflow, run },
};

/** The requests of runs on the mock: what each target file adds to those of the one before it. */
async function countAt(depth: Depth): Promise<Counts> {
  const counts: Counts = { always: 0, text: 0, submit: 0, workflow: 0 };
  let before = 0;
  for (const part of Object.keys(described) as (keyof Counts)[]) {
    const { cost } = await reportOn({ depth, target: described[part] });
    // Pace and order vary a little from run to run.
    const rounded = Math.round(cost.requests / 5) * 5;
    counts[part] = rounded - before;
    before = rounded;
  }
  return counts;
}

/** Writes the table that the plan of a run reads. */
async function main(): Promise<void> {
  const counted: Record<Depth, Counts> = { 0: await countAt(0), 1: await countAt(1), 3: await countAt(3) };
  const rows = Object.entries(counted).map(([depth, row]) => `${depth}: ${JSON.stringify(row)}`);
  const json = `{\n${rows.join(',\n').replaceAll('"', '')}}`;
  const text = `import type { Depth } from '../../judge/verdict/depth';

/** Requests for every target, and additionally for text, the submission of jobs, and workflows with their runs. */
export interface Counts {
  always: number;
  text: number;
  submit: number;
  workflow: number;
}

/** The number of requests of a run by its depth, counted on the mock by \`npm run count\`. */
export const counts: Readonly<Record<Depth, Counts>> = ${json};
`;
  writeFileSync(join(root, 'src/drive/setup/request-counts.ts'), text);
}

void main();
