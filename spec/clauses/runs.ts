import { must, should } from '../clause';

export const runs = {
  'runs.submit.id': must('2.2', 'The response to a submitted workflow has a `run_id`.', 'returns no run_id', {
    needs: ['workflow'],
    verifies: ['workflow.blockTypes'],
  }),
  'runs.submit.id-string': should(
    '2.2',
    'The `run_id` is a string.',
    'returns a run_id that is not a string',
    { needs: ['workflow'] },
  ),
  'runs.lookup.own': must(
    '4.2',
    'The owner of a workflow run can read it.',
    "does not find the owner's run",
    { needs: ['workflow', 'run'], verifies: ['run', 'workflow.runId'] },
  ),
  'runs.lookup.unknown': must(
    '4.2',
    'The lookup of a run ID that does not exist is rejected with 404 not_found.',
    { accepts: 'an unknown ID' },
    { codes: ['not_found'], needs: ['workflow', 'run'] },
  ),
  'runs.lookup.odd': must(
    '4.2',
    'The lookup of a run ID of an unusual form is rejected with a 4xx status, not with a server error.',
    'does not reject an unusual ID',
    {
      codes: ['not_found', 'invalid_request'],
      needs: ['workflow', 'run'],
    },
  ),
  'runs.lookup.odd-exact': should(
    '4.2',
    'The lookup of a run ID of an unusual form is rejected with 404 not_found.',
    { accepts: 'an unusual ID' },
    { codes: ['not_found'], needs: ['workflow', 'run'] },
  ),
  'runs.lookup.foreign': must(
    '5.6',
    "The lookup of another account's run is rejected with 404 not_found.",
    { accepts: "the ID of another account's run" },
    { risk: 'data', codes: ['not_found'], needs: ['workflow', 'run', 'OTHER_API_KEY'] },
  ),
  'runs.lookup.foreign-untellable': should(
    '5.6',
    "Nothing in the response distinguishes another account's run from one that does not exist.",
    "responds differently to another account's run and an unknown one",
    { needs: ['workflow', 'run', 'OTHER_API_KEY'] },
  ),
};
