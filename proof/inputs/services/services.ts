import { authenticate } from '../../../mock/auth';
import type { Change } from '../../../mock/behaviour';
import type { Check } from '../../../mock/call';
import { behind } from '../../../mock/defect';
import { isObject } from '../../../mock/json';
import { templateReferences } from '../../catalogue/variants/references';

const requireTenant: Check = ({ headers }) =>
  headers['x-tenant'] === 'demo' ? undefined : { code: 'invalid_request', about: 'X-Tenant is missing' };

/**
 * Jobs have their own endpoint and envelope, runs are looked up by a query parameter, a header is required, and a
 * field says whether a text request has a prompt or messages.
 */
export const jobsApart: Change = [
  templateReferences.change,
  behind(authenticate, requireTenant),
  ({ service, text }) => ({
    service: {
      routes: {
        ...service.routes,
        text: { method: 'POST', path: '/v1/generate' },
        submit: { method: 'PUT', path: '/v1/tasks' },
        workflow: { method: 'POST', path: '/v1/pipelines' },
        run: { method: 'GET', path: '/v1/pipeline-status' },
      },
    },
    text: {
      read(body, call) {
        const whole = text.read(body, call);
        if (call.operation === 'workflow') return whole;
        const isWrapped = call.operation === 'submit';
        const input = isWrapped ? whole?.input : whole;
        if (!isObject(input) || (isWrapped && whole?.notify !== false)) return undefined;
        const { kind, ...fields } = input;
        return kind === ('messages' in fields ? 'chat' : 'prompt') ? fields : undefined;
      },
    },
  }),
];
