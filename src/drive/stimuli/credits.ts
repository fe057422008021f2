import type { AiOperation } from '../../../spec/operations';
import { measurementsIn } from '../../judge/credits/charge';
import type { Unjudged } from '../../judge/data/evidence';
import { type Answer, isAccepted, observed } from '../../judge/response/answer';
import type { FaultPlace, Flaw } from '../../probes/faulty-chains';
import { freshId, freshName } from '../../probes/ids';
import { ask } from '../ask/ask';
import { once } from '../client/once';
import { asRepeat, type Sender } from '../client/request';
import { nobody, ownerOf } from '../client/senders';
import { afterCharge, chargeBound, overdueBound } from '../credits/charges';
import { fallOf, readCredits, sameBalance } from '../credits/readings';
import { measureCredits } from '../credits/unchanged';
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
} from '../evidence/recorder';
import { creditsOfEmptyAccount, creditsOfOther } from '../named/accounts';
import { jobLookUp } from '../named/look-ups';
import { chargedUse } from '../named/prices';
import { fieldsOf, PROMPT, referenceModel, requestWith, textUse, wordsOf } from '../named/uses';
import { faultyChainIn, faultySubmissionOf, workflow } from '../named/workflows';
import { credits, prompt } from '../operations';
import { partOf } from '../target-file/described';
import { creditsOf, type TextFields } from '../target-file/target';
import { type Send, type StimulusFunctions, senderAs } from './common';
import type { Stimuli } from './stimulus';
import { chargedOfEachKind } from './uses';

/** If nothing can be said of this account, the result for API_KEY stays. */
const endNotTested = (reason: Unjudged['reason']) => endUnjudged('not tested', reason);

/**
 * A text request of this account with its credits before and after, as soon as they are lower. Not tested if no
 * charge of API_KEY was seen, or the request is not accepted.
 */
const chargedTo = (session: CheckSession, of: Sender): Promise<Answer> =>
  once(session, ['charged to', of.variable], async (session) => {
    const own = await textUse(session);
    const { resolution = 0 } = creditsOf(session.target);
    if (!own.charge?.seen)
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
  const fields = await fieldsOf(session, 'text', 'prompt', undefined, wordsOf(of) + words);
  const answer = await ask(session, asRepeat(requestWith(session, of, 'text', fields)));
  const what = `a text request of ${of.variable}`;
  if (!isAccepted(answer)) return endNotTested({ kind: 'not accepted', what, received: observed(answer) });
  const after = await afterCharge(session, before, chargeBound(session), of);
  if (after === null) return endNotTested({ kind: 'credits', how: 'unreadable', pointer });
  const fell = fallOf(session, before, after);
  // A rise in credits is not a charge.
  if (fell < 0) return endNotTested({ kind: 'credits', how: 'restless', pointer });
  return { ...answer, charge: { before, after, seen: fell > 0 } };
}

type Acts = readonly NamedAct<Answer>[];

/** Requests that must be rejected, each for another reason. */
async function rejectedRequests(session: CheckSession): Promise<Acts> {
  const owner = ownerOf(session);
  await textUse(session);
  const model = await referenceModel(session, 'text');
  const text = (sender: Sender, fields: TextFields) => () =>
    ask(session, asRepeat(requestWith(session, sender, 'text', fields)));
  return [
    ['no key', text(nobody, { model, prompt: PROMPT })],
    ['an unknown job', () => ask(session, jobLookUp(session, owner, freshId()))],
    ['an unlisted model', text(owner, { model: freshName('model'), prompt: PROMPT })],
    ['no input', text(owner, { model })],
  ];
}

/** Workflows of this sender that must be rejected, each with another fault. */
async function rejectedWorkflows(session: CheckSession, sender: Sender, atLast = false): Promise<Acts> {
  await workflow(session);
  const allowed = (flaw: Flaw, place: FaultPlace) => {
    const chain = faultyChainIn(session, flaw, place);
    if (chain === null) return [];
    const request = faultySubmissionOf(session, sender, chain);
    return [[flaw, () => ask(session, asRepeat(request))] as const];
  };
  const acts = [
    ...allowed('later', 'late'),
    ...allowed('missing-field', atLast ? 'late' : 'early'),
    ...allowed('mismatched-kind', atLast ? 'early' : 'late'),
  ];
  return acts.length > 0 ? acts : endAsUnsuitable('workflow.blockTypes that allow a fault');
}

const actsAtLast: Record<Stimuli['rejectedAtEnd'], (session: CheckSession) => Promise<Acts>> = {
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
    const requests = await actsAtLast.requests(session);
    const workflows = await actsAtLast.workflows(session);
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

const charged: Record<Stimuli['charged'], Send> = {
  'one request': (session, check) =>
    check.as === undefined ? chargedUse(session) : chargedTo(session, senderAs(session, check)),
  'each kind': (session, { requestKind }) => chargedOfEachKind(session, requestKind.operation as AiOperation),
};

/** The credits of accounts before and after what is charged, and what must cost nothing. */
export const creditStimuli = {
  async balanceAroundUse(session, check) {
    const sender = senderAs(session, check);
    if (check.as === 'other account') {
      partOf(session.target, 'text');
      return creditsOfOther(session, sender);
    }
    const own = await ask(session, asRepeat(await credits.request(session, sender)));
    partOf(session.target, 'text');
    const use = async () => ask(session, await prompt.request(session, sender));
    return creditsOfEmptyAccount(session, sender, own, use);
  },
  charged: (session, check, which) => charged[which](session, check),
  async rejectedWorkflows(session, check) {
    const of = senderAs(session, check);
    return once(session, ['rejected workflows', of.variable], async (session) =>
      changeAfter(session, await rejectedWorkflows(session, of), { of }),
    );
  },
  /** The credits are read as long afterwards as a charge may take. */
  async rejectedAtEnd(session, _, what) {
    const { setup, target } = session;
    if (setup.whole && target.text && target.workflow) {
      const shared = await once(session, ['rejected at the end'], rejectedInOne);
      // What another check sent says nothing about this one.
      if (shared !== null && shared.parts[what].values.length > 0)
        return [...valuesOf(session, shared.parts[what]), ...shared.readings];
    }
    return once(session, ['rejected at the end', what], async (session) =>
      changeAfter(session, await actsAtLast[what](session)),
    );
  },
} satisfies Partial<StimulusFunctions>;
