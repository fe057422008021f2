import { asCode, asCrash, asJson, asUnlisted, withStatus } from '../answers';
import type { Call } from '../call';
import { breaking, type Defect, rejectedAs, rejectedWhere } from '../defect';

const workflow = ({ operation }: Call) => operation === 'workflow';
const messagesForNano = ({ fields, model }: Call) => fields.messages !== undefined && model.endsWith('-nano');
const submission = ({ operation }: Call) => operation === 'submit';

export const upstreamDefects: readonly Defect[] = [
  ...breaking('upstream.failure', {
    ...rejectedAs('upstream_error', {
      'a failure of AI processing has the status 500': withStatus(500),
      'a failure of AI processing has the status 503': withStatus(503),
      'a failure of AI processing has the status 504': withStatus(504),
      'a failure of AI processing crashes the server': asCrash,
      'a failure of AI processing shows what the provider said': asJson({
        error: { message: 'The engine is overloaded', type: 'server_error', param: null, code: null },
      }),
      'a failure of AI processing is called invalid_request': asCode('invalid_request'),
      'a failure of AI processing is called model_not_found': asCode('model_not_found'),
      'a failure of AI processing is called bad_gateway': asUnlisted('bad_gateway', 502),
    }),
    ...rejectedWhere('upstream_error', workflow, {
      'a failure of AI processing crashes the server, of a workflow only': asCrash,
      'a failure of AI processing of a workflow has a success status': withStatus(200),
    }),
    ...rejectedWhere('upstream_error', messagesForNano, {
      'a failure of AI processing has the status 500, of messages for nano only': withStatus(500),
    }),
    ...rejectedWhere('upstream_error', submission, {
      'a failure of AI processing has the status 503, of the submission of a job only': withStatus(503),
    }),
  }),
  ...breaking('upstream.retry', {
    'a failure of AI processing lasts': { upstream: { fails: (account) => account.flaky } },
    'a failure of AI processing lasts for nine tries': {
      upstream: { fails: (account, attempt) => account.flaky && attempt % 10 !== 0 },
    },
  }),
];
