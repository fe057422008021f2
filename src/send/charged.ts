import { isDeepStrictEqual } from 'node:util';
import { type AiOperation, operationNames } from '../../spec/operations';
import { once } from '../drive/client/once';
import type { Sender } from '../drive/client/request';
import { afterCharge, chargeBound, overdueBound } from '../drive/credits/charges';
import { rejectOverdue } from '../drive/credits/meter';
import { fallOf, readCredits } from '../drive/credits/readings';
import { type CheckSession, endUnjudged, tryEach } from '../drive/evidence/recorder';
import { type Block, creditsOf } from '../drive/target-file/target';
import type { Unjudged } from '../judge/data/evidence';
import type { Unfinished } from '../judge/data/expectation';
import { whyUncharged } from '../judge/guards/unfinished-work';
import { type Answer, type Charge, isAccepted, observed } from '../judge/response/answer';
import { isSmokeDepth } from '../judge/verdict/depth';
import { reworded } from '../probes/reworded';
import {
  chainOf,
  fieldsOf,
  forms,
  hasRoles,
  knownTiers,
  LONG_TEXT,
  OTHER_WORDS,
  requestWith,
  wordsOf,
} from '../world/requests';
import { isCoarse, systemMessageUse, useOfKind, workflowUse } from '../world/uses';
import { textReference } from '../world/world';
import { askAgain } from './ask';

type Send = () => Promise<Answer>;

/**
 * AI requests of each tier and form of input, or the valid workflow; and the same in other words, where
 * these can vary.
 */
function eachUse(session: CheckSession, what: AiOperation): [name: string, Send, Send | null][] {
  const { target, setup, world } = session;
  if (what === 'workflow') {
    const chain = chainOf(session, 'short');
    const other = inOtherWords(chain, ` (${setup.id})`);
    return [
      [
        operationNames.workflow,
        () => workflowUse(session, chain),
        other && (() => workflowUse(session, other)),
      ],
    ];
  }
  const at = what === 'submit' && !target.job?.submit ? 'text' : what;
  const tiers = knownTiers(world, at);
  const kinds = forms.flatMap((form) => tiers.map((tier) => [form, tier] as const));
  const each = (
    isSmokeDepth(setup.depth) ? kinds.filter((_, index) => index === tiers.length - 1) : kinds
  ).map(([form, tier]): [string, Send, Send | null] => [
    `${form} for ${tier}`,
    () => useOfKind(session, at, form, tier),
    form === 'messages' && isDeepStrictEqual(reworded(target.messages, ' '), target.messages ?? null)
      ? null
      : () => useOfKind(session, at, form, tier, OTHER_WORDS),
  ]);
  const cheapest = tiers.at(-1);
  if (what !== 'text' || cheapest === undefined) return each;
  const long = (words = '') => useOfKind(session, at, 'prompt', cheapest, words + LONG_TEXT);
  const system = (words?: string) => systemMessageUse(session, cheapest, words);
  return [
    ...each,
    ['a long prompt', () => long(), () => long(OTHER_WORDS)],
    ...(hasRoles(target.messages)
      ? [['a system message', () => system(), () => system(OTHER_WORDS)] as [string, Send, Send]]
      : []),
  ];
}

/** The requests with an input, or the valid workflow, for which readings show whether they were charged. */
export async function chargedOfEachKind(session: CheckSession, what: AiOperation): Promise<Answer[]> {
  const { resolution } = creditsOf(session.target);
  // As far as the run has come.
  const allIn = () => resolution !== undefined && !isCoarse(session);
  let unfinished: Unfinished | undefined;
  let unaccepted: Answer | undefined;
  const readIn = async (use: Send, repeat: Send | null): Promise<Answer[]> => {
    const first = await use();
    if (!isAccepted(first)) {
      unaccepted ??= first;
      return [];
    }
    // A cached response may cost nothing. In other words it is a new AI request.
    const last = first.charge?.seen || !allIn() ? first : await repeat?.();
    unfinished ??= last?.charge?.unfinished;
    if (!last || !isAccepted(last) || !isChargeKnown(last.charge, allIn())) return [];
    if (!last.charge?.seen) await rejectOverdue(session, what, last);
    return [last];
  };
  const each = eachUse(session, what).map(
    ([name, use, repeat]) => [name, () => readIn(use, repeat)] as const,
  );
  const readable = (await tryEach(session, each, true)).flat();
  if (readable.length > 0) return readable;
  if (unfinished) return endUnjudged('not tested', whyUncharged(unfinished));
  if (unaccepted) {
    const received = observed(unaccepted);
    return endUnjudged('not tested', { kind: 'not accepted', what: 'the AI request', received });
  }
  return endUnjudged('not tested', { kind: 'unsettled', coarse: isCoarse(session) });
}

/** It is known whether it was charged: either a charge was seen, or one would have been. */
const isChargeKnown = (charge: Charge | undefined, allIn: boolean) =>
  charge !== undefined && (charge.seen || (allIn && !charge.unfinished));

/** A chain with more in each literal that is prose; null where none is. */
function inOtherWords(chain: readonly Block[], more: string): Block[] | null {
  const others = chain.map((block) => ({
    ...block,
    inputs: Object.fromEntries(
      Object.entries(block.inputs).map(([input, source]) => [
        input,
        'literal' in source ? { literal: reworded(source.literal, more) } : source,
      ]),
    ),
  }));
  return isDeepStrictEqual(others, chain) ? null : others;
}

/** If nothing can be said of this account, the result for API_KEY stays. */
const endNotTested = (reason: Unjudged['reason']) => endUnjudged('not tested', reason);

/**
 * A text request of this account with its credits before and after, as soon as they are lower. Not tested if no
 * charge of API_KEY was seen, or the request is not accepted.
 */
export const chargedTo = (session: CheckSession, of: Sender): Promise<Answer> =>
  once(session, ['charged to', of.variable], async (session) => {
    const own = textReference(session.world.references)?.is;
    const { resolution = 0 } = creditsOf(session.target);
    if (!own?.charge?.seen)
      return endNotTested({ kind: 'unfit', what: 'an AI request of API_KEY that lowers its credits' });
    if (resolution > 1) return endNotTested({ kind: 'unsettled', coarse: true });
    const first = await oneCharged(session, of);
    // It is sent once more, in other words, before it is reported as free.
    const last = first.charge.seen ? first : await oneCharged(session, of, ', once more');
    if (last.charge.seen) return last;
    const { after } = last.charge;
    const late = await afterCharge(session, after, overdueBound(session), of);
    if (late && fallOf(session, after, late) > 0) return endNotTested({ kind: 'unsettled', overdue: true });
    return last;
  });

/** A text request of this account, in these words, with the readings before and after it. */
async function oneCharged(session: CheckSession, of: Sender, words = '') {
  const pointer = session.target.credits !== undefined;
  const before = await readCredits(session, of);
  if (before === null) return endNotTested({ kind: 'credits', how: 'unreadable', pointer });
  const fields = fieldsOf(session, 'text', 'prompt', undefined, wordsOf(of) + words);
  const answer = await askAgain(session, requestWith(session, of, 'text', fields));
  const what = `a text request of ${of.variable}`;
  if (!isAccepted(answer)) return endNotTested({ kind: 'not accepted', what, received: observed(answer) });
  const after = await afterCharge(session, before, chargeBound(session), of);
  if (after === null) return endNotTested({ kind: 'credits', how: 'unreadable', pointer });
  const fell = fallOf(session, before, after);
  // A rise in credits is not a charge.
  if (fell < 0) return endNotTested({ kind: 'credits', how: 'restless', pointer });
  return { ...answer, charge: { before, after, seen: fell > 0 } };
}
