import { within } from '../../../mock/behaviour';
import type { Check } from '../../../mock/call';
import { requireInput } from '../../../mock/text';
import { bodyFirst } from './order';
import type { Variant } from './variant';

/** What a target may do for one use of the AI, or one account, and not for another. */

const requirePrompt: Check = ({ fields }) =>
  fields.messages === undefined ? undefined : { code: 'invalid_request', about: 'a job takes a prompt' };

export const promptJobs: Variant = {
  phrase: 'jobs that take a prompt only, the body judged before the account',
  change: [
    bodyFirst.change,
    within('service', ({ checks }) => ({
      checks: {
        ...checks,
        submit: checks.submit.flatMap((check) => (check === requireInput ? [check, requirePrompt] : [check])),
      },
    })),
  ],
  depth: 3,
};
