import type { Fault } from '../../mock/fault';
import { faults } from '../../mock/faults';
import { selectionOf } from '../../src/report/selection';

const { filters, shard } = selectionOf(process.argv);
const grep = /^(?:-g|--grep) ?(.*)$/s;

// A worker has no command line, and the environment of the process that started it.
if (process.env.TEST_WORKER_INDEX === undefined)
  process.env.PROVE = filters.map((filter) => grep.exec(filter)?.[1] ?? '').join('');
const pattern = new RegExp(process.env.PROVE ?? '', 'i');

/** Whether `-g` names this, a clause or a defect with its clause; without it, everything is asked for. */
export const isAskedFor = (name: string) => pattern.test(name);

/** Of each clause every so many defects, its first among them: a sample for where the whole takes too long. */
const every = Number(process.env.PROVE_EVERY ?? 1);
const isSampled = (fault: Fault) =>
  faults.filter(({ clause }) => clause === fault.clause).indexOf(fault) % every === 0;

/**
 * Which member of a family a pull request sends is the draw's, so these may escape there: they are met at a depth of
 * three, that of a live target.
 */
export const metAtThree = [
  'messages need no header',
  'a job is submitted without the header on a connection that carried the key',
  'a workflow is taken with any key on a connection that carried the right one',
  'messages take any key',
  'a reissued key still sends messages',
  'the key in X-API-Key is called invalid_api_key',
  'the last four characters of a key may be missing',
  'the second word of the header is taken for the key',
  'null crashes the server',
  'whoever meets the limit never reads the credits again',
  'whoever meets the limit never submits a workflow again',
  'whoever meets the limit never sends messages again',
  'the nano model takes no messages',
  "a job costs pro's price for nano",
  'the mini model may have something appended',
  'the pro model is found by its end, whatever stands before it',
  'a text request without input is served, of several fields for mini only',
  'a list is taken for messages',
  'the job_id is a list where the task has messages',
  'every job has the same job_id',
  'a job that was given messages shows no result',
  'a job that was given messages belongs to everybody',
  'a run of more than two blocks belongs to everybody',
  'a run of more than two blocks is lost',
  'the account that was there first can read every job',
  'the account that was there first can read every run',
  'a failure of AI processing has the status 500, of messages for nano only',
  'a message that names a block in another alphabet is answered by the framework',
];
export const depthOf = ({ phrase }: Fault) => (metAtThree.includes(phrase) ? 3 : 1);

/** The defects to prove. */
export const asked = faults
  .filter(({ clause, phrase }) => isAskedFor(`${clause}: ${phrase}`))
  .filter(isSampled);

/** Of each clause some defects are left out. */
export const sampled = every > 1;

/** Everything there is: the proof that is written down. */
export const whole = filters.length === 0 && shard === null && !sampled;

/** Files or a shard are asked for: of the defects, those that have cases there. */
export const partial = shard !== null || !filters.every((filter) => grep.test(filter));
