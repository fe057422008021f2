import { newId, type WorkBehaviour } from './work';

/** Runs of workflows: contract 1, 2.2, 4. */
export const runs: WorkBehaviour = {
  newId: () => newId('run'),
  milliseconds: 30,
  find(id, all) {
    return all.get(id);
  },
  belongs(run, account) {
    return run.account === account;
  },
  submitted(run) {
    return { run_id: run.id };
  },
  present(run, now) {
    return now < run.doneAt
      ? { run_id: run.id, state: 'running' }
      : { run_id: run.id, state: 'done', blocks: run.result };
  },
};
