import type { Answer } from '../../judge/response/answer';
import { type FaultPlace, type Flaw, faultyChain } from '../../probes/chains';
import { freshId, freshName } from '../../probes/ids';
import type { RejectedKind } from '../check/stimulus';
import { oncePerRun } from '../client/once-per-run';
import { nobody } from '../client/senders';
import { measureCredits } from '../credits/meter';
import { sameBalance } from '../credits/readings';
import { endAsUnsuitable, endUndecided, type NamedAct, tryEach } from '../evidence/recorder';
import { PROMPT } from '../preconditions';
import { partOf } from '../reference-requests';
import type { Common } from './common';
import type { Account } from './trial';

/** The cost of rejections: the rejected requests, with the credits of API_KEY before and after them. */
export function rejectionTrials({ controls, preconditions, actorFor, session, owner, sender }: Common) {
  const requests = async (): Promise<Acts> => {
    await controls.text();
    const model = await preconditions.model('text');
    return [
      ['no key', () => actorFor(nobody).text({ model, prompt: PROMPT })],
      ['an unknown job', () => owner().job(freshId())],
      ['an unlisted model', () => owner().text({ model: freshName('model'), prompt: PROMPT })],
      ['no input', () => owner().text({ model })],
    ];
  };
  const workflows = async (atLast = false, account: Account = 'API_KEY'): Promise<Acts> => {
    await controls.workflow('short');
    const allowed = (flaw: Flaw, place: FaultPlace) => {
      const chain = faultyChain(partOf(session.target, 'workflow'), flaw, place);
      return chain === null ? [] : [[flaw, () => actorFor(sender(account)).workflow(chain)] as const];
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
    const measured = acts().then((all) => changeAfter(all, { late: true, once: true }));
    const change = await measured.catch(() => 'accepted' as const);
    if (change === 'accepted') return [];
    const answers = answersOf(change);
    const [before, after] = answers.slice(-2) as [Answer, Answer];
    return sameBalance(session, before, after) ? answers : [];
  };
  const rejectedWorkflows = oncePerRun<Account, Answer[]>(session);
  const actsAtLast: Record<RejectedKind, () => Promise<Acts>> = {
    requests,
    workflows: () => workflows(true),
  };
  const rejectedAtLast = oncePerRun<'both' | RejectedKind, Answer[]>(session);
  return {
    rejectedWorkflows: (account: Account) =>
      rejectedWorkflows(account, async () =>
        answersOf(await changeAfter(await workflows(false, account), { of: sender(account) })),
      ),
    /**
     * Rejected requests or workflows of each kind at the end of the run, and the credits as long afterwards
     * as a charge may take.
     */
    async rejectedAtLast(what: RejectedKind) {
      const { run, target } = session;
      if (run.whole && target.text && target.workflow) {
        const change = await rejectedAtLast('both', both);
        if (change.length > 0) return change;
      }
      const acts = await actsAtLast[what]();
      return rejectedAtLast(what, async () => answersOf(await changeAfter(acts, { late: true })));
    },
  };
}

type Acts = readonly NamedAct<Answer>[];
