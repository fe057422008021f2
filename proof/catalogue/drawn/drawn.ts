import { createHash } from 'node:crypto';
import { accountFamilies } from './accounts';
import { bodyFamilies } from './bodies';
import { drawDefects, type Families } from './defect';
import { errorFamilies } from './errors';
import { keyFamilies } from './keys';
import { modelFamilies } from './models';
import { workFamilies } from './work';
import { workflowFamilies } from './workflows';

const families: Families = {
  ...keyFamilies,
  ...modelFamilies,
  ...bodyFamilies,
  ...workFamilies,
  ...workflowFamilies,
  ...errorFamilies,
  ...accountFamilies,
};

/** Derived from the names of the families, so nobody chooses it. `DRAW` overrides it. */
export const seed = Number(
  process.env.DRAW ?? createHash('sha256').update(Object.keys(families).join('\n')).digest().readInt32BE(),
);

export const drawn = drawDefects(families, seed);
