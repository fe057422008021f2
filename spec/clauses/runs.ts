import type { Chapter } from '../ledger';

export const runs = {
  'runs.submit.id': {
    level: 'must',
    sentence: 'A submitted workflow answers a `run_id`.',
    section: '2.2',
    needs: ['workflow'],
  },
  'runs.submit.id-string': {
    level: 'advice',
    sentence: 'The `run_id` is a string.',
    section: '2.2',
    needs: ['workflow'],
  },
  'runs.lookup.own': {
    level: 'must',
    sentence: 'The owner of a workflow run can read it.',
    section: '4.2',
    needs: ['workflow', 'run'],
  },
  'runs.lookup.unknown': {
    level: 'must',
    sentence: 'The look-up of a run id that does not exist is refused with 404 not_found.',
    section: '4.2',
    codes: ['not_found'],
    needs: ['run'],
  },
  'runs.lookup.odd': {
    level: 'must',
    sentence: 'The look-up of a run id of an odd form is refused and is no server error.',
    section: '4.2',
    needs: ['run'],
  },
  'runs.lookup.odd-exact': {
    level: 'advice',
    sentence: 'The look-up of a run id of an odd form is refused with 404 not_found.',
    section: '4.2',
    codes: ['not_found'],
    needs: ['run'],
  },
  'runs.lookup.foreign': {
    level: 'must',
    sentence: "The look-up of another account's run is refused with 404 not_found.",
    section: '5.6',
    codes: ['not_found'],
    needs: ['workflow', 'run', 'OTHER_API_KEY'],
  },
  'runs.lookup.foreign-untellable': {
    level: 'advice',
    sentence: "Nothing in the answer tells another account's run from one that does not exist.",
    section: '5.6',
    needs: ['workflow', 'run', 'OTHER_API_KEY'],
  },
} as const satisfies Chapter;
