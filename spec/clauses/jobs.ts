import type { Chapter } from '../ledger';

export const jobs = {
  'jobs.submit.id': {
    level: 'must',
    sentence: 'A submitted task answers a string `job_id`.',
    section: '2.2',
    needs: ['job'],
  },
  'jobs.lookup.own': {
    level: 'must',
    sentence: 'The owner of a job can read it.',
    section: '4',
    needs: ['job'],
  },
  'jobs.lookup.state': {
    level: 'must',
    sentence: "The look-up answers the job's state.",
    section: '4',
    needs: ['job', 'job.state'],
  },
  'jobs.lookup.result': {
    level: 'must',
    sentence: "Once the work is done, the look-up answers the job's result.",
    section: '4',
    needs: ['job', 'job.result'],
  },
  'jobs.lookup.unknown': {
    level: 'must',
    sentence: 'The look-up of a job id that does not exist is refused with 404 not_found.',
    section: '4',
    needs: ['job'],
    codes: ['not_found'],
  },
  'jobs.lookup.odd': {
    level: 'must',
    sentence: 'The look-up of a job id of an odd form is refused and is no server error.',
    section: '4',
  },
  'jobs.lookup.odd-exact': {
    level: 'advice',
    sentence: 'The look-up of a job id of an odd form is refused with 404 not_found.',
    section: '4',
    codes: ['not_found'],
  },
  'jobs.lookup.foreign': {
    level: 'must',
    sentence: "The look-up of another account's job is refused with 404 not_found.",
    section: '5.6',
    codes: ['not_found'],
    needs: ['job', 'OTHER_API_KEY'],
  },
  'jobs.lookup.foreign-untellable': {
    level: 'advice',
    sentence: "Nothing in the answer tells another account's job from one that does not exist.",
    section: '5.6',
    needs: ['job', 'OTHER_API_KEY'],
  },
} as const satisfies Chapter;
