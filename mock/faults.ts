import type { Fault } from './fault';
import { authFaults } from './faults/auth';
import { creditFaults } from './faults/credits';
import { errorFaults } from './faults/errors';
import { faultsByCode } from './faults/errors-by-code';
import { limitFaults } from './faults/limits';
import { modelFaults } from './faults/models';
import { serviceFaults } from './faults/service';
import { textFaults } from './faults/text';
import { upstreamFaults } from './faults/upstream';
import { jobFaults, runFaults } from './faults/work';
import { workflowFaults } from './faults/workflows';

/** Every defect that the mock can have, in the order of the chapters. */
export const faults: readonly Fault[] = [
  ...errorFaults,
  ...faultsByCode,
  ...serviceFaults,
  ...authFaults,
  ...modelFaults,
  ...creditFaults,
  ...jobFaults,
  ...runFaults,
  ...textFaults,
  ...workflowFaults,
  ...limitFaults,
  ...upstreamFaults,
];
