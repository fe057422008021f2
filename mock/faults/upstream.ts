import {
  asCode,
  asCrash,
  asEmpty,
  asHtml,
  asJson,
  asText,
  asUnlisted,
  refused,
  where,
  withStatus,
} from '../answers';
import { advisoryFaults, type Fault, mustFaults } from '../fault';

const workflow = where(({ operation }) => operation === 'workflow');
const submission = where(({ operation }) => operation === 'submit');

export const upstreamFaults: readonly Fault[] = [
  ...mustFaults('upstream.failure', {
    'a failure of AI processing has the status 500': refused('upstream_error', withStatus(500)),
    'a failure of AI processing has the status 503': refused('upstream_error', withStatus(503)),
    'a failure of AI processing has the status 504': refused('upstream_error', withStatus(504)),
    'a failure of AI processing crashes the server': refused('upstream_error', asCrash),
    'a failure of AI processing is answered by the gateway': refused(
      'upstream_error',
      asHtml('502 Bad Gateway'),
    ),
    'a failure of AI processing times out at the gateway': refused(
      'upstream_error',
      asHtml('504 Gateway Time-out', 504),
    ),
    'a failure of AI processing is answered by a proxy': refused(
      'upstream_error',
      asText('no healthy upstream', 503),
    ),
    'a failure of AI processing has an empty body': refused('upstream_error', asEmpty()),
    'a failure of AI processing shows what the provider said': refused(
      'upstream_error',
      asJson({
        error: { message: 'The engine is overloaded', type: 'server_error', param: null, code: null },
      }),
    ),
    'a failure of AI processing is called invalid_request': refused(
      'upstream_error',
      asCode('invalid_request'),
    ),
    'a failure of AI processing is called model_not_found': refused(
      'upstream_error',
      asCode('model_not_found'),
    ),
    'a failure of AI processing is called bad_gateway': refused(
      'upstream_error',
      asUnlisted('bad_gateway', 502),
    ),
    'a failure of AI processing crashes the server, of a workflow only': refused(
      'upstream_error',
      asCrash,
      workflow,
    ),
    'a failure of AI processing of a workflow has a success status': refused(
      'upstream_error',
      withStatus(200),
      workflow,
    ),
    'a failure of AI processing has the status 503, of the submission of a job only': refused(
      'upstream_error',
      withStatus(503),
      submission,
    ),
  }),
  ...advisoryFaults('upstream.retry', {
    'a failure of AI processing lasts': { upstream: { fails: (account) => account.flaky } },
    'a failure of AI processing lasts for nine tries': {
      upstream: { fails: (account, attempt) => account.flaky && attempt % 10 !== 0 },
    },
  }),
];
