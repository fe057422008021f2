import type { Answer } from '../../judge/response/answer';
import type { FaultPlace, Flaw } from '../../probes/chains';
import { freshId, freshName } from '../../probes/ids';
import { ask } from '../ask/ask';
import { once } from '../client/once';
import { again, type Sender } from '../client/request';
import { nobody, ownerOf } from '../client/senders';
import { measureCredits } from '../credits/meter';
import { sameBalance } from '../credits/readings';
import { endAsUnsuitable, endUndecided, type NamedAct, tryEach } from '../evidence/recorder';
import { jobLookUp } from '../named/look-ups';
import { PROMPT, referenceModel, requestWith, textUse } from '../named/uses';
import { faultyChainIn, faultySubmissionOf, workflow } from '../named/workflows';
import { perSession } from '../run/per-session';
import type { TextFields } from '../target-file/target';
import { senderFor } from './common';
import type { Account } from './probes';
import type { RejectedKind } from './stimulus';

/** The cost of rejections: the rejected requests, with the credits of API_KEY before and after them. */
export const rejectedCosts = perSession((session) => {
  const owner = ownerOf(session);
  const requests = async (): Promise<Acts> => {
    await textUse(session);
    const model = await referenceModel(session, 'text');
    const text = (sender: Sender, fields: TextFields) => () =>
      ask(session, again(requestWith(session, sender, 'text', fields)));
    return [
      ['no key', text(nobody, { model, prompt: PROMPT })],
      ['an unknown job', () => ask(session, jobLookUp(session, owner, freshId()))],
      ['an unlisted model', text(owner, { model: freshName('model'), prompt: PROMPT })],
      ['no input', text(owner, { model })],
    ];
  };
  const workflows = async (atLast = false, account: Account = 'API_KEY'): Promise<Acts> => {
    await workflow(session);
    const allowed = (flaw: Flaw, place: FaultPlace) => {
      const chain = faultyChainIn(session, flaw, place);
      if (chain === null) return [];
      const request = faultySubmissionOf(session, senderFor(session, account), chain);
      return [[flaw, () => ask(session, again(request))] as const];
    };
    const acts = [
      ...allowed('later', 'late'),
      ...allowed('missing-field', atLast ? 'late' : 'early'),
      ...allowed('mismatched-kind', atLast ? 'early' : 'late'),
    ];
    return acts.length > 0 ? acts : endAsUnsuitable('workflow.blockTypes that allow a fault');
  };
  const changeAfter = (acts: Acts, how: Parameters<typeof measureCredits>[2] = {}) =>
    measureCredits(session, () => tryEach(acts), how);
  const answersOf = (change: Awaited<ReturnType<typeof changeAfter>>) => {
    if (typeof change !== 'string') return change;
    const verdict = change === 'accepted' || change === 'unreadable' ? 'blocked' : 'inconclusive';
    const pointer = session.target.credits !== undefined;
    return endUndecided(verdict, { kind: 'credits', how: change, pointer });
  };
  /** All in one measurement; nothing if that is impossible, or if a request was accepted or changed the credits. */
  const both = async () => {
    const acts = async () => [...(await requests()), ...(await workflows(true))];
    const measured = acts().then((all) => changeAfter(all, { late: true, first: true }));
    const change = await measured.catch(() => 'accepted' as const);
    if (change === 'accepted') return [];
    const answers = answersOf(change);
    const [before, after] = answers.slice(-2) as [Answer, Answer];
    return sameBalance(session, before, after) ? answers : [];
  };
  const actsAtLast: Record<RejectedKind, () => Promise<Acts>> = {
    requests,
    workflows: () => workflows(true),
  };
  return {
    rejectedWorkflows: (account: Account) =>
      once(session, ['rejected workflows', account], async () =>
        answersOf(await changeAfter(await workflows(false, account), { of: senderFor(session, account) })),
      ),
    /**
     * Rejected requests or workflows of each kind at the end of the run, and the credits as long afterwards
     * as a charge may take.
     */
    async rejectedAtLast(what: RejectedKind) {
      const { run, target } = session;
      if (run.whole && target.text && target.workflow) {
        const change = await once(session, ['rejected at the end'], both);
        if (change.length > 0) return change;
      }
      const acts = await actsAtLast[what]();
      return once(session, ['rejected at the end', what], async () =>
        answersOf(await changeAfter(acts, { late: true })),
      );
    },
  };
});

type Acts = readonly NamedAct<Answer>[];
