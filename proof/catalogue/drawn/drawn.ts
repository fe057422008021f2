import { createHash } from 'node:crypto';
import { accountFamilies } from './families/accounts';
import { authFamilies } from './families/auth';
import { creditFamilies } from './families/credits';
import { errorFamilies } from './families/errors';
import { limitFamilies, upstreamFamilies } from './families/limits';
import { modelFamilies } from './families/models';
import { serviceFamilies } from './families/service';
import { textFamilies } from './families/text';
import { jobFamilies, runFamilies } from './families/work';
import { workflowFamilies } from './families/workflows';
import { type DefectFamily, drawDefects } from './family';

/** Every family, in the order of the chapters. */
export const families: readonly DefectFamily[] = [
  ...authFamilies,
  ...modelFamilies,
  ...textFamilies,
  ...creditFamilies,
  ...jobFamilies,
  ...runFamilies,
  ...workflowFamilies,
  ...limitFamilies,
  ...upstreamFamilies,
  ...errorFamilies,
  ...serviceFamilies,
  ...accountFamilies,
];

/** The number of members sampled from each family. */
const EACH = 3;

/** Derived from the names of the families, so nobody chooses it. `DRAW` overrides it. */
export const seed = Number(
  process.env.DRAW ??
    createHash('sha256')
      .update(families.map(({ about }) => about).join('\n'))
      .digest()
      .readInt32BE(),
);

export const drawn = drawDefects(families, EACH, seed);
