import { accountNames } from '../../../mock/accounts';
import { whenAccepted, withHeaders } from '../../../mock/answers';
import { authenticate } from '../../../mock/auth';
import type { Check } from '../../../mock/call';
import { behind } from '../../../mock/defect';
import { isObject } from '../../../mock/json';
import { creditsOf, type Received } from '../../../src/settings/target-file/target';
import type { Variant } from './variant';

/** Variants that a target file can only describe with functions. */

const requireOwnTenant: Check = ({ headers, account }) =>
  headers['x-tenant'] === account.name
    ? undefined
    : { code: 'invalid_request', about: `the header X-Tenant is not ${account.name}` };

const requireTicket: Check = ({ path, work }) =>
  path.includes(`ticket=t-${work?.id.slice(-8)}`)
    ? undefined
    : { code: 'invalid_request', about: 'the ticket is missing' };

interface Page {
  groups: { text: { id: string }[]; others: { id: string }[] };
  more: boolean;
}

const last = (location = '') => location.split('/').at(-1);

export const readByFunctions: Variant = {
  phrase:
    'models in groups and pages, credits as words, jobs answered 303 with their place, a header by account, a ticket for runs',
  change: [
    behind(authenticate, requireOwnTenant),
    ({ service: { checks } }) => ({
      service: { checks: { ...checks, run: [...checks.run, requireTicket] } },
      models: {
        present(offered, { path }) {
          const second = path.endsWith('?page=2');
          const text = offered.filter((model) => model.text && model.id.endsWith('-nano') === second);
          const others = offered.filter((model) => !model.text && model.id.includes('-embed-') === second);
          return {
            groups: { text: text.map(({ id }) => ({ id })), others: others.map(({ id }) => ({ id })) },
            more: !second,
          };
        },
      },
      credits: { present: (remaining) => ({ balance: `${remaining.toLocaleString('en')} credits` }) },
      runs: { submitted: ({ id }) => ({ run_id: id, ticket: `t-${id.slice(-8)}` }) },
    }),
    whenAccepted('submit', (answer, call) => ({
      ...withHeaders({ location: `/v1/jobs/${isObject(answer.body) ? answer.body.job_id : ''}` })(
        answer,
        call,
      ),
      status: 303,
      raw: '',
    })),
  ],
  target: (given) => ({
    ...given,
    headers: (account): Record<string, string> =>
      account === null ? {} : { 'X-Tenant': (accountNames as Record<string, string>)[account] ?? '' },
    job: { ...given.job, id: ({ headers }) => last(headers.location) },
    credits: {
      ...creditsOf(given),
      at: ({ body }: Received) => (body as { balance: string }).balance.replace(/[^\d.]/g, ''),
    },
    models: {
      list: ({ body }: Received) => Object.values((body as Page).groups).flat(),
      next: ({ body }: Received) => ((body as Page).more ? { path: '/v1/models?page=2' } : undefined),
    },
    run: (id: string, { body }: Received) => ({
      path: `/v1/runs/${encodeURIComponent(id)}?ticket=${(body as { ticket?: string } | undefined)?.ticket ?? ''}`,
    }),
  }),
};
