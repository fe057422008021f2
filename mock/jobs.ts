import type { Serve } from './call';
import { newId, submit, type WorkBehaviour } from './work';

/** Tasks that are polled for: contract 1, 2.2, 4. */
export const jobs: WorkBehaviour = {
  newId: () => newId('job'),
  milliseconds: 30,
  find(id, all) {
    return all.get(id);
  },
  belongs(job, account) {
    return job.account === account;
  },
  submitted(job) {
    return { job_id: job.id };
  },
  present(job, now) {
    return now < job.doneAt
      ? { job_id: job.id, state: 'running' }
      : { job_id: job.id, state: 'done', result: job.result };
  },
};

export const submitJob: Serve = (call, mock) =>
  submit('jobs', { text: mock.behaviour.text.generate(call) }, call, mock);
