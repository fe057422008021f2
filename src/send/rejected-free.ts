import { prepare } from '../client/client';
import { measureRejected } from '../client/credits/measure';
import {
  type CheckSession,
  endAsUnsuitable,
  endUnjudged,
  type NamedAct,
  tryEach,
} from '../client/evidence/recorder';
import type { Sender } from '../client/request';
import { nobody, ownerOf } from '../client/senders';
import { refuted } from '../judge/response/account-state';
import { type Answer, failsWith, isAccepted } from '../judge/response/answer';
import { isCached } from '../judge/response/intermediaries';
import { freshId, freshName } from '../probes/ids';
import { credits, prompt } from '../settings/operations';
import type { TextFields } from '../settings/target-file/target';
import type { Stimuli } from '../stimuli/stimulus';
import { besideOwner } from '../world/accounts';
import {
  chainsIn,
  faultyRequest,
  lookUpById,
  PROMPT,
  referenceModel,
  requestOf,
  requestWith,
  sharedLookUp,
} from '../world/requests';
import { requirePremises } from '../world/world';
import { ask, askAgain } from './ask';

type Acts = readonly NamedAct<Answer>[];

/** Requests that must be rejected, each for another reason. */
function rejectedRequests(session: CheckSession): Acts {
  const owner = ownerOf(session);
  const model = referenceModel(session.world, 'text');
  const text = (sender: Sender, fields: TextFields) => () =>
    askAgain(session, requestWith(session, sender, 'text', fields));
  return [
    ['no key', text(nobody, { model, prompt: PROMPT })],
    ['an unknown job', () => askAgain(session, lookUpById(session, owner, 'job', freshId()))],
    ['an unlisted model', text(owner, { model: freshName('model'), prompt: PROMPT })],
    ['no input', text(owner, { model })],
  ];
}

/** Workflows of this sender that must be rejected, each with another fault. */
function rejectedWorkflows(session: CheckSession, sender: Sender, atLast = false): Acts {
  const { faulty } = chainsIn(session);
  const places = {
    later: 'late',
    'missing-field': atLast ? 'late' : 'early',
    'mismatched-kind': atLast ? 'early' : 'late',
  };
  const acts = Object.entries(places).flatMap(([flaw, place]): Acts => {
    const chain = faulty.get(`${flaw} ${place}`);
    return chain ? [[flaw, () => askAgain(session, faultyRequest(session, sender, chain))]] : [];
  });
  return acts.length > 0 ? acts : endAsUnsuitable('workflow.blockTypes that allow a fault');
}

/** Rejected workflows of this sender, with its credits before and after them. */
export const rejectedWorkflowsOf = (session: CheckSession, of: Sender): Promise<Answer[]> =>
  measureRejected(session, () => tryEach(session, rejectedWorkflows(session, of)), of);

/** Rejected requests or workflows at the end of the run, with the credits before and after them. */
export function rejectedAtEnd(session: CheckSession, what: Stimuli['rejectedAtEnd']): Promise<Answer[]> {
  const acts =
    what === 'requests' ? rejectedRequests(session) : rejectedWorkflows(session, ownerOf(session), true);
  return measureRejected(session, () => tryEach(session, acts));
}

/**
 * The credits that another account reads: before and after an AI request of API_KEY if that changes them as it changes
 * those of API_KEY. Not tested if both keys are of the same account.
 */
export async function balanceAroundUse(session: CheckSession, sender: Sender): Promise<Answer[]> {
  requirePremises(session, requestOf(session, credits, sender));
  const { first, second, whole } = await besideOwner(session, sender);
  if (!whole) return [first, first];
  const shown = await shownAsOwner(session, sender);
  const { variable } = sender;
  if (shown && variable !== null)
    return endUnjudged('not tested', refuted(variable, shown, 'same account').reason);
  return [first, second];
}

/** What shows that the sender has the account of API_KEY: it finds its job, or its text request is not rejected. */
async function shownAsOwner(session: CheckSession, sender: Sender): Promise<Answer | null> {
  if (sender.variable === 'NO_CREDITS_API_KEY') {
    const answer = await ask(session, requestOf(session, prompt, sender));
    return failsWith(answer, 402, 'insufficient_credits') ? null : answer;
  }
  const answer = await prepare(session, sharedLookUp(session, sender, 'job'));
  return isAccepted(answer) && !isCached(answer.exchange) ? answer : null;
}
