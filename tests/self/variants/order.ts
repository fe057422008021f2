import { authenticate, requireBackend } from '../../../mock/auth';
import { within } from '../../../mock/behaviour';
import type { Check } from '../../../mock/call';
import { requireCredits } from '../../../mock/credits';
import { admit, requireDay } from '../../../mock/limits';
import { chooseModel } from '../../../mock/models';
import { readBody, requireInput } from '../../../mock/text';
import { processByAi } from '../../../mock/upstream';
import { requireOwn } from '../../../mock/work';
import { checkConnections, readBlocks } from '../../../mock/workflows';
import type { Variant } from './variant';

/** Whether the credits cover anything at all: the price is not known yet. */
const requireSomeCredits: Check = (call, mock) => {
  call.price = 1;
  return requireCredits(call, mock);
};

const account = [admit, requireBackend, requireDay];

export const bodyFirst: Variant = {
  phrase: 'the body judged before the key, credits before the model; 409 and limits on every endpoint',
  change: within('service', (service) => {
    const read = [authenticate, ...account];
    const text = [
      readBody,
      requireInput,
      authenticate,
      ...account,
      requireSomeCredits,
      chooseModel,
      requireCredits,
      processByAi,
    ];
    return {
      checks: {
        models: read,
        credits: read,
        job: [...read, requireOwn('jobs')],
        text,
        submit: text,
        workflow: [
          readBody,
          readBlocks,
          checkConnections,
          authenticate,
          ...account,
          requireCredits,
          processByAi,
        ],
        run: [...read, requireOwn('runs')],
        unknown: service.checks.unknown,
      },
    };
  }),
};

export const accountFirst: Variant = {
  phrase: 'the account judged before the body, the model before the input; 409 and limits on AI use only',
  change: within('service', (service) => {
    const use = [authenticate, ...account, requireSomeCredits, readBody];
    const text = [...use, chooseModel, requireInput, requireCredits, processByAi];
    return {
      checks: {
        models: [authenticate],
        credits: [authenticate],
        job: [authenticate, requireOwn('jobs')],
        text,
        submit: text,
        workflow: [...use, readBlocks, checkConnections, requireCredits, processByAi],
        run: [authenticate, requireOwn('runs')],
        unknown: service.checks.unknown,
      },
    };
  }),
};
