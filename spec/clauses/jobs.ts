import { must, should } from '../clause';

export const jobs = {
  'jobs.submit.id': must('2.2', 'The response to a submitted task has a `job_id`.', 'returns no job_id', {
    needs: ['job'],
    verifies: ['job.submit'],
  }),
  'jobs.submit.id-string': should(
    '2.2',
    'The `job_id` is a string.',
    'returns a job_id that is not a string',
    { needs: ['job'] },
  ),
  'jobs.lookup.own': must('4', 'The owner of a job can read it.', "does not find the owner's job", {
    needs: ['job'],
    verifies: ['job.id'],
  }),
  'jobs.lookup.state': must('4', "The lookup returns the job's state.", "does not return the job's state", {
    needs: ['job', 'job.state'],
    verifies: ['job.state'],
  }),
  'jobs.lookup.result': must(
    '4',
    "Once the work is done, the lookup returns the job's result.",
    "does not return the job's result",
    {
      needs: ['job', 'job.result'],
      verifies: ['job.result'],
    },
  ),
  'jobs.lookup.unknown': must(
    '4',
    'The lookup of a job ID that does not exist is rejected with 404 not_found.',
    { accepts: 'an unknown ID' },
    { needs: ['job'], codes: ['not_found'] },
  ),
  'jobs.lookup.odd': must(
    '4',
    'The lookup of a job ID of an unusual form is rejected with a 4xx status, not with a server error.',
    'does not reject an unusual ID',
    { codes: ['not_found', 'invalid_request'] },
  ),
  'jobs.lookup.odd-exact': should(
    '4',
    'The lookup of a job ID of an unusual form is rejected with 404 not_found.',
    { accepts: 'an unusual ID' },
    { codes: ['not_found'] },
  ),
  'jobs.lookup.foreign': must(
    '5.6',
    "The lookup of another account's job is rejected with 404 not_found.",
    { accepts: "the ID of another account's job" },
    { risk: 'data', codes: ['not_found'], needs: ['job', 'OTHER_API_KEY'] },
  ),
  'jobs.lookup.foreign-untellable': should(
    '5.6',
    "Nothing in the response distinguishes another account's job from one that does not exist.",
    "responds differently to another account's job and an unknown one",
    { needs: ['job', 'OTHER_API_KEY'] },
  ),
};
