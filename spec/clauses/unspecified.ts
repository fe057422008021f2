import { unspecified } from '../clause';

export const notShown = {
  'unspecified.service.more': unspecified('1', 'What else the service does is not specified.'),
  'unspecified.submit.text': unspecified(
    '4',
    'The path, method and body for submitting a text request are not specified.',
    {
      needs: ['text'],
    },
  ),
  'unspecified.submit.job': unspecified(
    '4',
    'The path, method and body for submitting a job are not specified.',
    {
      needs: ['job'],
    },
  ),
  'unspecified.submit.workflow': unspecified(
    '4',
    'The path, method and body for submitting a workflow are not specified.',
    {
      needs: ['workflow'],
    },
  ),
  'unspecified.bodies': unspecified(
    '7',
    'The response to a body of another form or media type is not specified, except that a failure is an error object.',
    { needs: ['text'] },
  ),
  'unspecified.run.path': unspecified('4.2', 'The path of the lookup of a workflow run is not specified.', {
    needs: ['run'],
  }),
  'unspecified.body.models': unspecified('4', 'The fields of the model list beyond `id` are not specified.'),
  'unspecified.body.credits': unspecified(
    '4',
    'The shape of the response of GET /v1/credits is not specified.',
  ),
  'unspecified.body.job': unspecified(
    '4',
    "The fields that hold a job's state and result are not specified.",
    {
      needs: ['job'],
    },
  ),
  'unspecified.body.run': unspecified('2.2', 'The fields of a workflow run are not specified.', {
    needs: ['workflow', 'run'],
  }),
  'unspecified.states.jobs': unspecified('3', 'The states of a job and their order are not specified.', {
    needs: ['job', 'job.state'],
  }),
  'unspecified.states.runs': unspecified(
    '3',
    'The states of a workflow run and their order are not specified.',
    {
      needs: ['workflow', 'run'],
    },
  ),
  'unspecified.polling.interval': unspecified(
    '4',
    'How often a job may be looked up, and how its completion can be seen, is not specified.',
    { needs: ['job'] },
  ),
  'unspecified.events': unspecified('6', 'Events, webhooks and notifications are not specified.'),
  'unspecified.versions.policy': unspecified(
    '9',
    'The policy for new versions, deprecation and compatibility is not specified.',
  ),
  'unspecified.errors.precedence': unspecified(
    '7',
    'Which error a request with several mistakes gets is not specified.',
  ),
  'unspecified.routes.unknown': unspecified('4', 'The response to an unknown route is not specified.'),
  'unspecified.methods.wrong': unspecified(
    '4',
    'The response to a known path with another method is not specified.',
  ),
  'unspecified.headers.retry-after': unspecified(
    '7',
    'Whether 429 carries Retry-After (RFC 6585, 4) is not specified.',
    {
      needs: ['RATE_LIMIT_API_KEY'],
    },
  ),
  'unspecified.headers.www-authenticate': unspecified(
    '7',
    'Whether 401 carries WWW-Authenticate (RFC 9110, 15.5.2) is not specified.',
  ),
  'unspecified.reads.limited': unspecified(
    '8',
    'Whether the limits and 409 no_backend_account apply to reads is not specified.',
  ),
};
