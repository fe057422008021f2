import type { Chapter } from '../ledger';

export const open = {
  'open.service.more': {
    level: 'open',
    sentence: 'What else the service does is not shown.',
    section: '1',
  },
  'open.submit.text': {
    level: 'open',
    sentence: 'The path, method and body for submitting a text request are not shown.',
    section: '4',
    needs: ['text'],
  },
  'open.submit.job': {
    level: 'open',
    sentence: 'The path, method and body for submitting a job are not shown.',
    section: '4',
    needs: ['job'],
  },
  'open.submit.workflow': {
    level: 'open',
    sentence: 'The path, method and body for submitting a workflow are not shown.',
    section: '4',
    needs: ['workflow'],
  },
  'open.bodies': {
    level: 'open',
    sentence:
      'What is answered to a body of another form or media type is not shown; that a failure is an error object is.',
    section: '7',
    needs: ['text'],
  },
  'open.run.path': {
    level: 'open',
    sentence: 'The path of the look-up of a workflow run is not shown.',
    section: '4.2',
    needs: ['run'],
  },
  'open.body.models': {
    level: 'open',
    sentence: 'The fields of the model list beyond `id` are not shown.',
    section: '4',
  },
  'open.body.credits': {
    level: 'open',
    sentence: 'The shape of the answer of GET /v1/credits is not shown.',
    section: '4',
  },
  'open.body.job': {
    level: 'open',
    sentence: "The fields that hold a job's state and result are not shown.",
    section: '4',
    needs: ['job'],
  },
  'open.body.run': {
    level: 'open',
    sentence: 'The fields of a workflow run are not shown.',
    section: '2.2',
    needs: ['workflow', 'run'],
  },
  'open.states.jobs': {
    level: 'open',
    sentence: 'The states of a job and their order are not shown.',
    section: '3',
    needs: ['job', 'job.state'],
  },
  'open.states.runs': {
    level: 'open',
    sentence: 'The states of a workflow run and their order are not shown.',
    section: '3',
    needs: ['workflow', 'run'],
  },
  'open.polling.interval': {
    level: 'open',
    sentence: 'How often a job may be looked up, and how its completion shows, is not shown.',
    section: '4',
    needs: ['job'],
  },
  'open.events': {
    level: 'open',
    sentence: 'Events, webhooks and notifications are not shown.',
    section: '6',
  },
  'open.versions.policy': {
    level: 'open',
    sentence: 'The policy for new versions, deprecation and compatibility is not shown.',
    section: '9',
  },
  'open.errors.precedence': {
    level: 'open',
    sentence: 'Which error answers a request with several faults is not shown.',
    section: '7',
  },
  'open.routes.unknown': {
    level: 'open',
    sentence: 'The answer to an unknown route is not shown.',
    section: '4',
  },
  'open.methods.wrong': {
    level: 'open',
    sentence: 'The answer to a known path with another method is not shown.',
    section: '4',
  },
  'open.headers.retry-after': {
    level: 'open',
    sentence: 'Whether 429 carries Retry-After (RFC 6585, 4) is not shown.',
    section: '7',
    needs: ['RATE_LIMIT_API_KEY'],
  },
  'open.headers.www-authenticate': {
    level: 'open',
    sentence: 'Whether 401 carries WWW-Authenticate (RFC 9110, 15.5.2) is not shown.',
    section: '7',
  },
  'open.reads.limited': {
    level: 'open',
    sentence: 'Whether the limits and 409 no_backend_account apply to reads is not shown.',
    section: '8',
  },
} as const satisfies Chapter;
