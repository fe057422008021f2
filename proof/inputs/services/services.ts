import type { Change } from '../../../mock/behaviour';
import type { Check } from '../../../mock/call';
import { isObject } from '../../../mock/json';
import { graphLinks, templateReferences } from '../../catalogue/variants/references';
import { bare, deepList, enveloped } from '../../catalogue/variants/shapes';
import { behindTheKey } from '../../catalogue/variants/variant';

/** A service as a variant of the mock. Its OpenAPI document is next to this file. */
export interface Service {
  document: string;
  served: Change;
}

const requireTenant: Check = ({ headers }) =>
  headers['x-tenant'] === 'demo' ? undefined : { code: 'invalid_request', about: 'X-Tenant is missing' };

/**
 * Jobs have their own endpoint and envelope, runs are looked up by a query parameter, a header is required, and a
 * field says whether a text request has a prompt or messages.
 */
const jobsApart: Change = [
  templateReferences.change,
  ({ service, text }) => ({
    service: {
      routes: {
        ...service.routes,
        text: { method: 'POST', path: '/v1/generate' },
        submit: { method: 'PUT', path: '/v1/tasks' },
        workflow: { method: 'POST', path: '/v1/pipelines' },
        run: { method: 'GET', path: '/v1/pipeline-status' },
      },
      checks: behindTheKey(service.checks, requireTenant),
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

/** The models are next to another list, a job has several IDs, and the run ID is deep in its response. */
const traps: Change = [
  deepList.change,
  ({ jobs }) => ({
    models: {
      present: (offered) => ({
        regions: [{ id: 'eu-1' }, { id: 'kr-1' }],
        result: { catalogue: offered.map(({ id }) => ({ id })) },
      }),
    },
    jobs: {
      submitted: ({ id }) => ({ id: 7, request_id: 'req_1', task: { job_id: id } }),
      present: (job, now, call) => ({ id: 7, ...(jobs.present(job, now, call) as object) }),
    },
    runs: {
      submitted: ({ id }) => ({ workflow_id: 'wf_1', execution_id: 'ex_1', run: { run_id: id } }),
    },
  }),
];

export const services: Readonly<Record<string, Service>> = {
  bare: { document: 'bare.yaml', served: bare.change },
  enveloped: { document: 'enveloped.yaml', served: enveloped.change },
  graph: { document: 'graph.yaml', served: graphLinks.change },
  'jobs-apart': { document: 'jobs-apart.yaml', served: jobsApart },
  prefixed: {
    document: 'prefixed.yaml',
    served: { service: { prefix: '/gateway/llm' } },
  },
  traps: { document: 'traps.yaml', served: traps },
};
