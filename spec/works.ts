import type { LookUp } from './operations';

/**
 * The works of a client: each is submitted, gets an ID in the response, and is looked up with it (contract 2.2, 4, 4.2, 5.6).
 * The table has what differs, by the operation that looks it up.
 */
export const works = {
  job: {
    /** The chapter of its clauses. */
    chapter: 'jobs',
    /** What submits it, as checks name it. */
    submission: 'submission',
    /** The contract's name for its ID in the response to the submission. */
    id: 'job_id',
    /** The fields of the target file that say where its ID and its result are. */
    idAt: 'job.id',
    resultAt: 'job.result',
    /** What a target file must describe for a lookup. */
    needs: ['job'],
    /** The ID of another account's: its variable, and its setting. */
    foreign: { variable: 'FOREIGN_JOB_ID', setting: 'foreignJobId' },
  },
  run: {
    chapter: 'runs',
    submission: 'workflow',
    id: 'run_id',
    idAt: 'workflow.runId',
    /** The contract does not say how a run shows that it is done. */
    resultAt: null,
    needs: ['workflow', 'run'],
    foreign: { variable: 'FOREIGN_RUN_ID', setting: 'foreignRunId' },
  },
} as const satisfies Record<LookUp | 'run', object>;

export type Work = keyof typeof works;

export const everyWork = Object.keys(works) as Work[];

/** Whether an operation looks up what somebody owns. */
export const isWork = (operation: string | undefined): operation is Work =>
  operation !== undefined && Object.hasOwn(works, operation);
