import { type AiOperation, operationNames } from '../../spec/operations';
import { metered, requireQuiet, showsEachCharge } from '../client/credits/measure';
import { type CheckSession, endUnjudged, tryEach } from '../client/evidence/recorder';
import type { Sender } from '../client/request';
import { ownerOf } from '../client/senders';
import { unsettled } from '../judge/credits/charge';
import type { Reason } from '../judge/data/reason';
import { type Answer, isAccepted, observed } from '../judge/response/answer';
import { isSmokeDepth } from '../judge/verdict/depth';
import { reworded } from '../probes/reworded';
import { type Block, creditsOf } from '../settings/target-file/target';
import {
  atLength,
  chainOf,
  fieldsOf,
  forms,
  hasRoles,
  knownTiers,
  OTHER_WORDS,
  requestWith,
  wordsOf,
} from '../world/requests';
import { isUnfinished, submitsJobs, systemMessageUse, useOfKind, workflowUse } from '../world/uses';
import { textReference } from '../world/world';
import { askAgain } from './ask';
import { type Use, usesOf } from './submissions';

/** AI requests of each tier and form of input, or the valid workflow. */
function eachUse(session: CheckSession, what: AiOperation): Use[] {
  const { target, setup, world } = session;
  if (what === 'workflow') {
    const chain = chainOf(session, 'short');
    return [
      [
        operationNames.workflow,
        (words) => workflowUse(session, words ? inOtherWords(chain, `${words} (${setup.id})`) : chain),
      ],
    ];
  }
  const at = what === 'submit' ? submitsJobs(session) : what;
  const tiers = knownTiers(world, at);
  const cheapest = tiers.at(-1);
  const each = isSmokeDepth(setup.depth)
    ? usesOf(session, at, ['prompt'], tiers.slice(-1))
    : usesOf(session, at, forms, tiers);
  if (what !== 'text' || cheapest === undefined) return each;
  return [
    ...each,
    ['a long prompt', (words = '') => useOfKind(session, at, 'prompt', cheapest, words + atLength(640))],
    ...(hasRoles(target.messages)
      ? [['a system message', (words) => systemMessageUse(session, cheapest, words)] satisfies Use]
      : []),
  ];
}

/** A chain with more in each literal that is prose. */
const inOtherWords = (chain: readonly Block[], more: string): Block[] =>
  chain.map((block) => ({
    ...block,
    inputs: Object.fromEntries(
      Object.entries(block.inputs).map(([input, source]) => [
        input,
        'literal' in source ? { literal: reworded(source.literal, more) } : source,
      ]),
    ),
  }));

/** The accepted AI requests of each kind, each with its charge. */
export const chargedOfEachKind = (session: CheckSession, what: AiOperation): Promise<Answer[]> =>
  chargesOf(session, eachUse(session, what));

/** The accepted text request with its charge. */
export function chargedOnce(session: CheckSession): Promise<Answer[]> {
  const form = session.world.references.text?.is ? 'prompt' : 'messages';
  return chargesOf(session, [[form, (words) => useOfKind(session, 'text', form, undefined, words)]]);
}

/** A text request of this account with its charge. If none of API_KEY was seen, nothing can be said of another account. */
export async function chargedTo(session: CheckSession, of: Sender): Promise<Answer[]> {
  if (!textReference(session.world.references)?.is?.charge?.seen)
    return endUnjudged('not tested', {
      kind: 'needs',
      what: 'an AI request of API_KEY that lowers its credits',
    });
  const use = (words = '') => {
    const fields = fieldsOf(session, 'text', 'prompt', undefined, wordsOf(of) + words);
    return metered(session, () => askAgain(session, requestWith(session, of, 'text', fields)), { of });
  };
  return chargesOf(session, [['prompt', use]], of);
}

/**
 * The AI requests with their charges. One without is sent once more in other words, and then counts if readings show
 * each charge and the credits do not change by themselves.
 */
async function chargesOf(
  session: CheckSession,
  uses: readonly Use[],
  of = ownerOf(session),
): Promise<Answer[]> {
  const measure = async (send: Use[1]): Promise<Answer> => {
    const first = await send();
    const isUnseen = isAccepted(first) && !first.charge?.seen;
    const last = isUnseen ? await send(OTHER_WORDS) : first;
    // Without other words it is the same request, which is sent once.
    if (isUnseen && last === first) return endUnjudged('not tested', unsettled);
    await requireMeasured(session, last);
    if (last.charge?.seen === false && creditsOf(session.target).resolution !== undefined)
      await requireQuiet(session, last.charge.after, of);
    return last;
  };
  const places = uses.map(([name, send]) => [name, () => measure(send)] as const);
  const measured = await tryEach(session, places, true);
  const seen = measured.filter(({ charge }) => charge?.seen);
  return showsEachCharge(session) || seen.length === 0 ? measured : seen;
}

/** Ends unless it is known what an AI request cost: it was accepted, the credits can be read, and its work is done. */
export async function requireMeasured(session: CheckSession, use: Answer): Promise<void> {
  const end = (why: Reason) => endUnjudged('not tested', why);
  if (!isAccepted(use)) end({ kind: 'not accepted', what: 'the AI request', received: observed(use) });
  if (use.charge === undefined) end({ kind: 'credits', how: 'unreadable' });
  const words =
    'nothing was charged for work that failed, or was not done within credits.settlesWithin in the target file';
  if (!use.charge?.seen && (await isUnfinished(session, use))) end({ kind: 'words', words });
}
