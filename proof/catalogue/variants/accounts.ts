import { overrideChapter } from '../../../mock/behaviour';
import type { Call, Check } from '../../../mock/call';
import { requireCredits } from '../../../mock/credits';
import { behind } from '../../../mock/defect';
import { charging } from '../../../mock/defects/credits';
import { isObject } from '../../../mock/json';
import { requireDay } from '../../../mock/limits';
import { requireInput } from '../../../mock/text';
import { processByAi } from '../../../mock/upstream';
import { isOther, when } from '../drawn/scope';
import { accountFirst, bodyFirst } from './order';
import type { Variant } from './variant';

/** Variants that treat one AI request or one account differently from another. */

const requirePrompt: Check = ({ operation, fields }) =>
  operation !== 'submit' || fields.messages === undefined
    ? undefined
    : { code: 'invalid_request', about: 'a job takes a prompt' };

export const promptJobs: Variant = {
  phrase: 'jobs that take a prompt only, the body judged before the account',
  change: [bodyFirst.change, behind(requireInput, requirePrompt)],
  depth: 3,
};

/** Identifies the meaning of a request: the same for a prompt and for the same text as the only message. */
function meaningOf({ operation, fields: { model, prompt, messages } }: Call): string {
  const [first] = Array.isArray(messages) ? messages : [];
  return JSON.stringify([operation, model, prompt ?? (isObject(first) ? first.content : messages)]);
}

export const kept: Variant = {
  phrase:
    'text that was answered once is answered to everybody, for nothing; tasks of one account that mean the same are one job',
  change: overrideChapter('service', ({ checks, serve }) => {
    const texts = new Map<string, unknown>();
    const jobs = new Map<string, unknown>();
    const once = (all: Map<string, unknown>, name: string, make: () => unknown) => {
      if (!all.has(name)) all.set(name, make());
      return all.get(name);
    };
    const unlessKept = (check: Check): Check =>
      [requireDay, requireCredits, processByAi].includes(check)
        ? (call, mock) => (texts.has(meaningOf(call)) ? undefined : check(call, mock))
        : check;
    return {
      checks: { ...checks, text: checks.text.map(unlessKept) },
      serve: {
        ...serve,
        text: (call, mock) => once(texts, meaningOf(call), () => serve.text(call, mock)),
        submit: (call, mock) =>
          once(jobs, `${call.account.name} ${meaningOf(call)}`, () => serve.submit(call, mock)),
      },
    };
  }),
  depth: 3,
};

/** The number of characters that cost one credit with the cheapest model. */
const CHARACTERS = 2000;

export const leastPrice: Variant = {
  phrase: 'prices by the length of a request, of which the least is one credit for every model',
  change: charging((price, { body }) => Math.max(1, Math.ceil((price * body.length) / CHARACTERS))),
  depth: 3,
};

/** The other account's state is checked first, so the contract does not show how its faulty requests fail. */
export const otherBroke: Variant = {
  phrase: 'the account judged before the body, and another account without credits',
  change: [accountFirst.change, when(isOther, { credits: { enough: () => false, remaining: () => 0 } })],
};

export const otherUnlinked: Variant = {
  phrase: 'the account judged before the body, and another account without AI settings',
  change: [accountFirst.change, when(isOther, { auth: { connected: () => false } })],
};

export const otherPlan: Variant = {
  phrase: 'another account whose list lacks the nano model, and has one of its own',
  change: when(
    isOther,
    overrideChapter('models', ({ offered }) => ({
      offered: (word) => [
        ...offered(word).filter(({ id }) => !id.endsWith('-text-nano')),
        { id: `${word}-text-own`, text: true, price: 3 },
      ],
    })),
  ),
  depth: 3,
};
