import type { Defect } from './defect';
import { authDefects } from './defects/auth';
import { creditDefects } from './defects/credits';
import { errorDefects } from './defects/errors';
import { defectsByCode } from './defects/errors-by-code';
import { limitDefects } from './defects/limits';
import { modelDefects } from './defects/models';
import { serviceDefects } from './defects/service';
import { textDefects } from './defects/text';
import { upstreamDefects } from './defects/upstream';
import { jobDefects, runDefects } from './defects/work';
import { workflowDefects } from './defects/workflows';

/** Every defect that the mock can have, in the order of the chapters. */
export const defects: readonly Defect[] = [
  ...errorDefects,
  ...defectsByCode,
  ...serviceDefects,
  ...authDefects,
  ...modelDefects,
  ...creditDefects,
  ...jobDefects,
  ...runDefects,
  ...textDefects,
  ...workflowDefects,
  ...limitDefects,
  ...upstreamDefects,
];
