import type { Target } from '../../../drive/target';
import mock from '../../../targets/mock';

/** The variant `enveloped`: everything stands deep in envelopes. */
export default {
  ...mock,
  job: {
    ...mock.job,
    id: '/data/task/job_id',
    state: '/data/task/progress/phase',
    result: '/data/task/progress/outcome/value',
  },
  workflow: { ...mock.workflow, runId: '/data/workflow/run_id' },
  models: '/data/items',
  credits: '/data/balance/amount',
} satisfies Target;
