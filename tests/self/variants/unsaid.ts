import { randomInt } from 'node:crypto';
import { served, withHeaders } from '../../../mock/answers';
import type { Check } from '../../../mock/call';
import { chooseModel } from '../../../mock/models';
import type { Variant } from './variant';

/** What a target may do without a word, and no target file tells. */

const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const fewSigns = (prefix: string) => () =>
  prefix + Array.from({ length: 6 }, () => signs.charAt(randomInt(signs.length))).join('');

/** An id of another form than the service gives is a malformed request. */
const requireForm =
  (form: RegExp): Check =>
  ({ id }) =>
    form.test(id) ? undefined : { code: 'invalid_request', about: 'the id is malformed' };

const requirePlan: Check = ({ model }) =>
  model.endsWith('-pro') ? { code: 'insufficient_credits', about: 'the plan has no pro model' } : undefined;

/** Before the input is looked at. */
const withPlan = (check: Check) => (check === chooseModel ? [check, requirePlan] : [check]);

export const planned: Variant = {
  phrase:
    'a plan without the pro model, credits rounded to hundreds, ids of a few characters whose form is checked, every other job failed without a result',
  change: ({ service, jobs }) => {
    const withForm = (operation: 'job' | 'run', form: RegExp) => [
      ...service.checks[operation].slice(0, -1),
      requireForm(form),
      ...service.checks[operation].slice(-1),
    ];
    const failed = new Set<string>();
    let submitted = 0;
    return {
      service: {
        checks: {
          ...service.checks,
          text: service.checks.text.flatMap(withPlan),
          submit: service.checks.submit.flatMap(withPlan),
          job: withForm('job', /^job-[A-Za-z2-9]{6}$/),
          run: withForm('run', /^run-[A-Za-z2-9]{6}$/),
        },
      },
      jobs: {
        newId: fewSigns('job-'),
        submitted(job, call) {
          submitted += 1;
          if (submitted % 2 === 1) failed.add(job.id);
          return jobs.submitted(job, call);
        },
        present: (job, now, call) =>
          failed.has(job.id) ? { job_id: job.id, state: 'failed' } : jobs.present(job, now, call),
      },
      runs: { newId: fewSigns('run-') },
      credits: { present: (remaining) => ({ credits: { remaining: Math.round(remaining / 100) * 100 } }) },
    };
  },
  target: (given) => ({
    ...given,
    credits: { at: '/credits/remaining', resolution: 100, settlesWithin: 0.3 },
  }),
  undriven:
    /^(credits\.use|models\.price|models\.use\.listed|text\.requires|workflows\.rejected|(jobs|runs)\.lookup\.odd-exact)/,
};

export const paged: Variant = {
  phrase: 'models in pages, told by a header and in no target file; numbers that count behind a word as ids',
  change: [
    () => {
      const ids = { job: 0, run: 0 };
      const counted = (kind: keyof typeof ids) => () => {
        ids[kind] += 1;
        return `${kind}_${ids[kind]}`;
      };
      return {
        models: { present: (offered) => ({ data: offered.slice(1, 3).map(({ id }) => ({ id })) }) },
        jobs: { newId: counted('job') },
        runs: { newId: counted('run') },
      };
    },
    served('models', withHeaders({ 'X-Total-Count': '5' })),
  ],
  target: (given) => ({ ...given, models: '/data' }),
  undriven: /^(models|text\.requires)/,
};
