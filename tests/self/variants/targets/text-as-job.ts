import type { Target } from '../../../drive/target';
import mock from '../../../targets/mock';

const { submit: _, ...job } = mock.job;

/** The variant `text-as-job`: a text request is a job, and a run is looked up by a query parameter. */
export default {
  ...mock,
  text: (fields) => ({ method: 'PUT', path: '/v1/tasks', body: fields }),
  job,
  workflow: {
    ...mock.workflow,
    submit: (blocks) => ({ ...mock.workflow.submit(blocks), method: 'PUT', path: '/v1/flows' }),
  },
  run: (runId) => ({ path: `/v1/flow-status?run_id=${encodeURIComponent(runId)}` }),
} satisfies Target;
