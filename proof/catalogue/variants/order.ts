import { authenticate, requireBackend } from '../../../mock/auth';
import { type Change, overrideChapter } from '../../../mock/behaviour';
import { type Check, operations } from '../../../mock/call';
import { requireCredits } from '../../../mock/credits';
import { admit, requireDay } from '../../../mock/limits';
import { chooseModel } from '../../../mock/models';
import { service } from '../../../mock/service';
import { processByAi } from '../../../mock/upstream';
import type { Variant } from './variant';

export const account = [admit, requireBackend, requireDay];

const ofAnyone = [authenticate, ...account, requireCredits, processByAi];

/** Replaces the checks of reads and lookups, and of AI requests. The functions get an operation's own checks. */
export const checking = (read: (own: Check[]) => Check[], use: (own: Check[]) => Check[]): Change =>
  overrideChapter('service', ({ checks }) => {
    const changed = operations.map((operation) => {
      const all = service.checks[operation];
      const own = all.filter((check) => !ofAnyone.includes(check));
      return [operation, (all.includes(processByAi) ? use : read)(own)] as const;
    });
    return { checks: { ...checks, ...Object.fromEntries(changed) } };
  });

/** Requires at least one credit if the price is not known yet. */
const requireSomeCredits: Check = (call, mock) => {
  call.price ||= 1;
  return requireCredits(call, mock);
};

const use = [authenticate, ...account, requireSomeCredits];

export const bodyFirst: Variant = {
  phrase: 'the body judged before the key, credits before the model; 409 and limits on every endpoint',
  change: checking(
    (own) => [authenticate, ...account, ...own],
    (own) => {
      const others = own.filter((check) => check !== chooseModel);
      const model = own.filter((check) => check === chooseModel);
      return [...others, ...use, ...model, requireCredits, processByAi];
    },
  ),
};

export const accountFirst: Variant = {
  phrase: 'the account judged before the body, the model before the input; 409 and limits on AI request only',
  change: checking(
    (own) => [authenticate, ...own],
    (own) => [...use, ...own, requireCredits, processByAi],
  ),
};
