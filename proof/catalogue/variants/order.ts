import { authenticate, requireBackend } from '../../../mock/auth';
import { type Change, within } from '../../../mock/behaviour';
import type { Check } from '../../../mock/call';
import { requireCredits } from '../../../mock/credits';
import { admit, requireDay } from '../../../mock/limits';
import { chooseModel } from '../../../mock/models';
import { ofPlainReads } from '../../../mock/service';
import { inputChecks, readBody } from '../../../mock/text';
import { processByAi } from '../../../mock/upstream';
import { requireOwn } from '../../../mock/work';
import { checkConnections, readBlocks } from '../../../mock/workflows';
import type { Variant } from './variant';

export const account = [admit, requireBackend, requireDay];
export const jobOwned = requireOwn('jobs');
export const runOwned = requireOwn('runs');

/** Checks of reads, with those of a lookup; of text requests, as of jobs; of workflows. */
export const checking = (read: (...own: Check[]) => Check[], text: Check[], workflow: Check[]): Change =>
  within('service', ({ checks: { unknown } }) => ({
    checks: {
      ...ofPlainReads(() => read()),
      job: read(jobOwned),
      text,
      submit: text,
      workflow,
      unknown,
      run: read(runOwned),
    },
  }));

/** Whether the credits cover anything at all: the price is not known yet. */
const requireSomeCredits: Check = (call, mock) => {
  call.price = 1;
  return requireCredits(call, mock);
};

const use = [authenticate, ...account, requireSomeCredits];

export const bodyFirst: Variant = {
  phrase: 'the body judged before the key, credits before the model; 409 and limits on every endpoint',
  change: checking(
    (...own) => [authenticate, ...account, ...own],
    [readBody, ...inputChecks, ...use, chooseModel, requireCredits, processByAi],
    [readBody, readBlocks, checkConnections, authenticate, ...account, requireCredits, processByAi],
  ),
};

export const accountFirst: Variant = {
  phrase: 'the account judged before the body, the model before the input; 409 and limits on AI request only',
  change: checking(
    (...own) => [authenticate, ...own],
    [...use, readBody, chooseModel, ...inputChecks, requireCredits, processByAi],
    [...use, readBody, readBlocks, checkConnections, requireCredits, processByAi],
  ),
};
