import { open } from '../clause';

export const notShown = {
  'open.service.more': open('1', 'What else the service does is not shown.'),
  'open.submit.text': open('4', 'The path, method and body for submitting a text request are not shown.', {
    needs: ['text'],
  }),
  'open.submit.job': open('4', 'The path, method and body for submitting a job are not shown.', {
    needs: ['job'],
  }),
  'open.submit.workflow': open('4', 'The path, method and body for submitting a workflow are not shown.', {
    needs: ['workflow'],
  }),
  'open.bodies': open(
    '7',
    'What is answered to a body of another form or media type is not shown; that a failure is an error object is.',
    { needs: ['text'] },
  ),
  'open.run.path': open('4.2', 'The path of the lookup of a workflow run is not shown.', { needs: ['run'] }),
  'open.body.models': open('4', 'The fields of the model list beyond `id` are not shown.'),
  'open.body.credits': open('4', 'The shape of the answer of GET /v1/credits is not shown.'),
  'open.body.job': open('4', "The fields that hold a job's state and result are not shown.", {
    needs: ['job'],
  }),
  'open.body.run': open('2.2', 'The fields of a workflow run are not shown.', { needs: ['workflow', 'run'] }),
  'open.states.jobs': open('3', 'The states of a job and their order are not shown.', {
    needs: ['job', 'job.state'],
  }),
  'open.states.runs': open('3', 'The states of a workflow run and their order are not shown.', {
    needs: ['workflow', 'run'],
  }),
  'open.polling.interval': open(
    '4',
    'How often a job may be looked up, and how its completion shows, is not shown.',
    { needs: ['job'] },
  ),
  'open.events': open('6', 'Events, webhooks and notifications are not shown.'),
  'open.versions.policy': open(
    '9',
    'The policy for new versions, deprecation and compatibility is not shown.',
  ),
  'open.errors.precedence': open('7', 'Which error answers a request with several faults is not shown.'),
  'open.routes.unknown': open('4', 'The answer to an unknown route is not shown.'),
  'open.methods.wrong': open('4', 'The answer to a known path with another method is not shown.'),
  'open.headers.retry-after': open('7', 'Whether 429 carries Retry-After (RFC 6585, 4) is not shown.', {
    needs: ['RATE_LIMIT_API_KEY'],
  }),
  'open.headers.www-authenticate': open(
    '7',
    'Whether 401 carries WWW-Authenticate (RFC 9110, 15.5.2) is not shown.',
  ),
  'open.reads.limited': open(
    '8',
    'Whether the limits and 409 no_backend_account apply to reads is not shown.',
  ),
};
