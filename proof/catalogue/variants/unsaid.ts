import { randomInt } from 'node:crypto';
import { whenAccepted, withHeaders } from '../../../mock/answers';
import { overrideChapter } from '../../../mock/behaviour';
import type { Check } from '../../../mock/call';
import type { ErrorCode } from '../../../mock/codes';
import { behind } from '../../../mock/defect';
import { describingSome } from '../../../mock/defects/workflows';
import { admit } from '../../../mock/limits';
import { chooseModel } from '../../../mock/models';
import { readBody } from '../../../mock/text';
import { connectionsOf } from '../../../mock/workflows';
import { counting, type Variant } from './variant';

/** Legal behaviour that neither the contract nor a target file describes. */

const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const fewSigns = (prefix: string) => () =>
  prefix + Array.from({ length: 6 }, () => signs.charAt(randomInt(signs.length))).join('');

/** Rejects an ID of a job or run whose form is not that of the service's IDs as a malformed request, whoever's it is. */
const withForm = (kind: 'job' | 'run', form: RegExp) =>
  behind(admit, ({ operation, id }) =>
    operation !== kind || form.test(id)
      ? undefined
      : { code: 'invalid_request', about: 'the id is malformed' },
  );

/** A plan without the pro model, which is checked before the input. */
const withPlan = (code: ErrorCode) =>
  behind(chooseModel, ({ model }) =>
    model.endsWith('-pro') ? { code, about: 'the plan has no pro model' } : undefined,
  );

export const planned: Variant = {
  phrase:
    'a plan without the pro model, credits rounded to hundreds, ids of a few characters whose form is checked, every other job failed without a result',
  change: [
    withPlan('insufficient_credits'),
    withForm('job', /^job-[A-Za-z2-9]{6}$/),
    withForm('run', /^run-[A-Za-z2-9]{6}$/),
    ({ jobs }) => {
      const failed = new Set<string>();
      let submitted = 0;
      return {
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
  ],
  target: (given) => ({
    ...given,
    credits: { at: '/credits/remaining', resolution: 100, settlesWithin: 0.3 },
  }),
  mayBeUntested:
    /^(credits\.use|models\.price|models\.use\.listed|workflows\.rejected|(jobs|runs)\.lookup\.odd-exact)/,
};

export const malformedPlan: Variant = {
  phrase: 'a plan without the pro model, whose requests are rejected as malformed',
  change: withPlan('invalid_request'),
  mayBeUntested: /^(models|credits)/,
};

export const failedJobs: Variant = {
  phrase: 'jobs that all fail without a result',
  change: overrideChapter('jobs', (jobs) => ({
    present: (job, now, call) =>
      now < job.doneAt ? jobs.present(job, now, call) : { job_id: job.id, state: 'failed' },
  })),
  verified: true,
  mayBeUntested: /^jobs\.lookup\.result/,
};

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';
/** An ID of a timestamp of ten characters, of which the first is a digit, and sixteen random ones. */
const timedId = () =>
  `job_01h455vb4p${Array.from({ length: 16 }, () => crockford.charAt(randomInt(32))).join('')}`;

export const datedIds: Variant = {
  phrase:
    'ids of jobs that begin with a time and whose form is checked; runs counted by the day, of which the account had others before',
  change: [
    withForm('job', /^job_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
    ({ runs }) => {
      let made = 24;
      return {
        jobs: { newId: timedId },
        runs: {
          newId: () => `run-20261124-${String(++made).padStart(6, '0')}`,
          find(id, all) {
            const [first] = all.values();
            const before = /^run-2026112[0-4]-0000(?:0[1-9]|1\d|2[0-4])$/.test(id);
            return runs.find(id, all) ?? (before && first ? { ...first, id } : undefined);
          },
        },
      };
    },
  ],
  depth: 3,
  mayBeUntested: /^jobs\.lookup\.odd-exact/,
};

export const paged: Variant = {
  phrase: 'models in pages, told by a header and in no target file; numbers that count behind a word as ids',
  change: [
    () => ({
      models: { present: (offered) => ({ data: offered.slice(1, 3).map(({ id }) => ({ id })) }) },
      jobs: { newId: counting('job_') },
      runs: { newId: counting('run_') },
    }),
    whenAccepted('models', withHeaders({ 'X-Total-Count': '5' })),
  ],
  target: (given) => ({ ...given, models: '/data' }),
  mayBeUntested: /^(models|text\.requires)/,
};

const requireName: Check = ({ fields: { model } }) =>
  typeof model !== 'string' || /^[a-z0-9][a-z0-9._:/@-]{0,63}$/i.test(model)
    ? undefined
    : { code: 'invalid_request', about: '`model` is malformed' };

export const lettered: Variant = {
  phrase:
    'names of models whose form is checked before the list, a faulty connection told by its letter: the first is A',
  change: [
    behind(readBody, requireName),
    describingSome(({ reader, input }, blocks) => {
      const all = connectionsOf(blocks);
      const number = all.findIndex((each) => each.reader === reader && each.input === input);
      return `connection ${'ABCDEFGHIJKLMNOP'.charAt(number)} is invalid`;
    }),
  ],
  depth: 3,
};

export const anyMessages: Variant = {
  phrase: 'a list of messages is served whatever stands in it, since the contract shows no message',
  change: overrideChapter('text', (text) => ({
    wrong: ({ messages, ...fields }, call) =>
      Array.isArray(messages) && messages.length > 0
        ? text.wrong({ prompt: '.', ...fields }, call)
        : text.wrong({ ...fields, ...(messages !== undefined && { messages }) }, call),
  })),
  depth: 3,
};
