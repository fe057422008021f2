import { type Answer, isServed } from '../../engine/answer';
import { type Expectation, failure } from '../../engine/expectation';
import { type Tier, tiers } from '../../engine/models';
import type { FaultyChain, Flaw, Place } from '../../probes/chains';
import { coveringChains, faultyChains } from '../../probes/drawn-chains';
import { counted } from '../../probes/family';
import { type Actor, isRefusedFor } from '../actors';
import { notServed, partOf } from '../baselines';
import type { Asking } from '../operations';
import { inconclusive } from '../recorder';
import { shared } from '../shared';
import { creditsOf } from '../target';
import { trial } from '../trial';
import { type Body, byType, type Ground, placeOf, refused } from './ground';

/** Of uses of the AI: each kind, what it costs, sound chains and faulty ones. */
export interface UseTrials {
  /** A use of the AI by somebody, for each tier and with each form of the input. */
  kinds(actor: Actor, asking: Asking, expected: Expectation): Promise<Answer[]>;
  /** An accepted use of the AI for each tier and form of the input; in pull requests, the one that all build on. */
  served(what: 'text' | 'submit'): Promise<Answer[]>;
  /** Those of them, or the sound workflow, of which readings tell whether they were charged. */
  charged(what: Body): Promise<Answer[]>;
  /** Sound chains in which each kind of block reads each that it may: in a long night, all of them. */
  chains(): Promise<Answer[]>;
  /** The chain with this fault, sent once for all that is asked of its refusal. */
  faulty(flaw: Flaw, place: Place): Promise<{ chain: FaultyChain; response: Answer }>;
  /** Workflows with connections that are wrong in this way. */
  workflows(flaw: Flaw): Promise<Answer[]>;
}

export function useTrials({
  baseline,
  given,
  session,
  owner,
  send,
  fieldsOf,
  turnOf,
  at,
}: Ground): UseTrials {
  const { target, run } = session;
  /** What shows that the target reads workflows as we spell them was made with the answer: each case judges by it. */
  const proved = async (chain: FaultyChain, response: Answer) => {
    if (isRefusedFor(chain, response)) return;
    await baseline.references();
    await baseline.twin(chain.sound);
  };
  const trials: UseTrials = {
    async kinds(actor, asking, expected) {
      const { kind } = asking;
      if (kind === undefined) return [await asking.ask(actor, given)];
      const kinds = counted('a kind of use', (planned) => (planned || 'any').split(' ').map(byType));
      return trial(session, {
        ...{ ...at(asking), families: [kinds], turn: turnOf(asking), expected },
        // A plan may leave out a model, and refuse it before all else.
        async of() {
          const planned: Tier[] = [];
          for (const tier of await given.tiers()) if (isServed(await baseline.tier(tier))) planned.push(tier);
          return planned.join(' ');
        },
        send: async ({ value }) =>
          send(
            kind,
            actor,
            await fieldsOf(
              asking.form ?? 'prompt',
              tiers.find((tier) => tier === value),
            ),
          ),
      });
    },
    async served(what) {
      if (run.depth < 3 || (what === 'submit' && !target.job?.submit))
        return [await (what === 'text' ? baseline.text() : baseline.submission())];
      const answers: Answer[] = [];
      for (const form of ['prompt', 'messages'] as const)
        for (const tier of tiers) answers.push(await baseline.kind(what, form, tier));
      return answers;
    },
    async charged(what) {
      const uses = what === 'workflow' ? [await baseline.workflow()] : await trials.served(what);
      const served = uses.filter(isServed);
      if (served.length === 0) notServed(placeOf[what], uses[0] as Answer);
      const { resolution, settlesWithin } = creditsOf(target);
      const coarse = baseline.isCoarse();
      const allIn = resolution !== undefined && settlesWithin !== undefined && !coarse;
      const told = served.filter(({ charge }) => charge?.seen || (allIn && charge && !charge.unfinished));
      return told.length > 0 ? told : inconclusive('not driven', { kind: 'unsettled', coarse });
    },
    async chains() {
      const most = run.depth < 3 ? 0 : run.depth < 10 ? 2 : Number.POSITIVE_INFINITY;
      const answers = [await baseline.workflow()];
      for (const chain of coveringChains(partOf(target, 'workflow'), most))
        answers.push(await baseline.twin(chain));
      return answers;
    },
    async faulty(flaw, place) {
      const sent = async () => {
        const chain = given.faulty(flaw, place);
        return { chain, response: await owner().workflow(chain) };
      };
      const name = `workflow, ${flaw} ${place}`;
      const made = await shared(session, name, sent, ({ response }) => [response.exchange]);
      await proved(made.chain, made.response);
      return made;
    },
    async workflows(flaw) {
      return trial(session, {
        ...{
          families: faultyChains(() => partOf(target, 'workflow'), flaw, run.depth, run.seed),
          spends: true,
        },
        ...{ of: () => '', place: 'a workflow' },
        expected: flaw === 'self' || flaw === 'no-block' ? refused : failure(400, 'invalid_workflow'),
        send: ({ value }) => owner().workflow(JSON.parse(value) as FaultyChain),
      });
    },
  };
  return trials;
}
