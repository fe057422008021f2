import { prepare } from '../drive/client/client';
import { once } from '../drive/client/once';
import type { Sender } from '../drive/client/request';
import { nobody, ownerOf } from '../drive/client/senders';
import { covers, sameBalance } from '../drive/credits/readings';
import { measureCredits } from '../drive/credits/unchanged';
import {
  type CheckSession,
  endAsUnsuitable,
  endUnjudged,
  type NamedAct,
  type TriedParts,
  tryAll,
  tryEach,
  tryOne,
  valuesOf,
} from '../drive/evidence/recorder';
import type { TextFields } from '../drive/target-file/target';
import { measurementsIn } from '../judge/credits/charge';
import { type Answer, failsWith, isAccepted, observed } from '../judge/response/answer';
import { isCached } from '../judge/response/intermediaries';
import type { FaultPlace, Flaw } from '../probes/faulty-chains';
import { freshId, freshName } from '../probes/ids';
import type { Stimuli } from '../stimuli/stimulus';
import { aroundAUse, costOf, creditsBesideOwner } from '../world/accounts';
import {
  chainsIn,
  faultyRequest,
  fieldsOf,
  lookUpById,
  PROMPT,
  referenceModel,
  requestWith,
  sharedLookUp,
} from '../world/requests';
import { askAgain } from './ask';

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
  const allowed = (flaw: Flaw, place: FaultPlace) => {
    const chain = faulty.get(`${flaw} ${place}`);
    if (!chain) return [];
    const request = faultyRequest(session, sender, chain);
    return [[flaw, () => askAgain(session, request)] as const];
  };
  const acts = [
    ...allowed('later', 'late'),
    ...allowed('missing-field', atLast ? 'late' : 'early'),
    ...allowed('mismatched-kind', atLast ? 'early' : 'late'),
  ];
  return acts.length > 0 ? acts : endAsUnsuitable('workflow.blockTypes that allow a fault');
}

const actsAtLast: Record<Stimuli['rejectedAtEnd'], (session: CheckSession) => Acts> = {
  requests: rejectedRequests,
  workflows: (session) => rejectedWorkflows(session, ownerOf(session), true),
};

/** The responses to these requests, and the readings before and after them. */
async function changeAfter(session: CheckSession, acts: Acts, how?: Parameters<typeof measureCredits>[2]) {
  return answersOf(session, await measureCredits(session, () => tryEach(session, acts), how));
}

function answersOf(session: CheckSession, change: Awaited<ReturnType<typeof measureCredits>>): Answer[] {
  if (typeof change !== 'string') return change;
  const verdict = change === 'accepted' || change === 'unreadable' ? 'blocked' : 'inconclusive';
  const pointer = session.target.credits !== undefined;
  return endUnjudged(verdict, { kind: 'credits', how: change, pointer });
}

/** Rejected workflows of this sender, with its credits before and after them. */
export const rejectedWorkflowsOf = (session: CheckSession, of: Sender): Promise<Answer[]> =>
  once(session, ['rejected workflows', of.variable], (session) =>
    changeAfter(session, rejectedWorkflows(session, of), { of }),
  );

/** One measurement for several checks, and what each of them sent in it. */
interface Measured {
  parts: Record<Stimuli['rejectedAtEnd'], TriedParts<Answer>>;
  readings: [before: Answer, after: Answer];
}

/**
 * All in one measurement: for each part, what was sent between the readings; null if that is impossible, or if a
 * request was accepted or changed the credits.
 */
async function rejectedInOne(session: CheckSession): Promise<Measured | null> {
  const measured = await tryOne(async () => {
    const requests = actsAtLast.requests(session);
    const workflows = actsAtLast.workflows(session);
    let parts: Measured['parts'] | undefined;
    const change = await measureCredits(
      session,
      async () => {
        parts = { requests: await tryAll(requests), workflows: await tryAll(workflows) };
        return [...parts.requests.values, ...parts.workflows.values];
      },
      { first: true },
    );
    return { change, parts };
  });
  const { change = 'accepted', parts } = 'value' in measured ? measured.value : {};
  if (parts === undefined || change === 'accepted' || change === 'beside accepted') return null;
  const [measurement] = measurementsIn(answersOf(session, change));
  if (measurement === undefined) return null;
  const { before, after } = measurement;
  return sameBalance(session, before, after) ? { parts, readings: [before, after] } : null;
}

/** Rejected requests or workflows at the end of the run. The credits are read as long afterwards as a charge may take. */
export async function rejectedAtEnd(
  session: CheckSession,
  what: Stimuli['rejectedAtEnd'],
): Promise<Answer[]> {
  const { setup, target } = session;
  if (setup.whole && target.text && target.workflow) {
    const shared = await once(session, ['rejected at the end'], rejectedInOne);
    // What another check sent says nothing about this one.
    if (shared !== null && shared.parts[what].values.length > 0)
      return [...valuesOf(session, shared.parts[what]), ...shared.readings];
  }
  return once(session, ['rejected at the end', what], (session) =>
    changeAfter(session, actsAtLast[what](session)),
  );
}

/**
 * The credits that the account without credits reads. If they equal those of API_KEY, though these cover a text
 * request that this account is rejected, both are also read before and after an AI request of API_KEY.
 * @param own the credits that it read
 * @param use sends a text request of it with these fields
 */
export async function creditsOfEmptyAccount(
  session: CheckSession,
  sender: Sender,
  own: Answer,
  use: () => Promise<Answer>,
): Promise<Answer[]> {
  const fields = fieldsOf(session, 'text', 'prompt');
  const enough = covers(session, own, await costOf(session, { operation: 'text', fields }));
  if (!enough || !failsWith(await use(), 402, 'insufficient_credits')) return [own, own];
  const { whole, first, second } = await aroundAUse(session, sender);
  return whole ? [first, second] : [own, own];
}

/**
 * The credits that another account reads. If they equal those of API_KEY, both are also read before and after an
 * AI request of API_KEY, unless the lookup of its job shows that it is the same account.
 */
export async function creditsOfOther(session: CheckSession, sender: Sender): Promise<Answer[]> {
  const [before, others, after] = await creditsBesideOwner(session, sender);
  if (![before, after].some((own) => sameBalance(session, own, others))) return [others, others];
  const { whole, first, second } = await aroundAUse(session, sender);
  if (!whole) return [others, others];
  const found = await prepare(session, sharedLookUp(session, sender, 'job'));
  const { variable } = sender;
  if (isAccepted(found) && !isCached(found.exchange) && variable !== null)
    return endUnjudged('not tested', {
      kind: 'refuted',
      variable,
      received: observed(found),
      how: 'same account',
    });
  return [first, second];
}
