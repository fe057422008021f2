import { tellsOfTheAccount } from '../judge/account-state';
import { type Answer, errorOf, isServed } from '../judge/answer';
import { retryDelays } from '../judge/disturbance';
import { isBrief } from '../judge/draws';
import type { Tier } from '../judge/models';
import type { Actor } from './actors';
import { inconclusive, tryBeyond, tryPlaces } from './case/recorder';
import { memoOf } from './client/memo';
import { wait } from './client/waits';
import { givenIn } from './given';
import { type Asking, type AskingWithInput, inputs, type OperationId, prompt } from './operations';
import { perSession } from './run/per-session';
import type { Session } from './run/session';

/** Failing AI processing, met by the account of UPSTREAM_API_KEY once in a run (contract 7). */
export type Outage = ReturnType<typeof outageOf>;

/** Most text requests that are sent to meet a failure. */
const TRIES = 6;
/** Most of another use: jobs that fail later, as their state tells, never show it here. */
const FURTHER = 3;

/** Most requests of this operation that are sent to meet a failure. */
export const triesOf = (at: OperationId | undefined) => (at === 'text' ? TRIES : FURTHER);

const failuresIn = perSession((session) => ({
  first: memoOf<string, Answer>(session),
  ofKinds: memoOf<string, Answer[]>(session),
  servedAgain: memoOf<null, Answer>(session),
}));

export function outageOf(session: Session, unlucky: Actor) {
  const { given } = givenIn(session);
  const { first, ofKinds, servedAgain } = failuresIn(session);
  async function firstFailure(asking: Asking): Promise<Answer> {
    const isText = asking === prompt;
    const calls = triesOf(asking.id);
    for (let attempt = 0; attempt < calls; attempt++) {
      const answer = await asking.ask(unlucky, given);
      // What fails now and then for text requests may be short of credits for a workflow.
      const { code } = errorOf(answer);
      if (!isText && tellsOfTheAccount(answer) && code !== undefined)
        return inconclusive('not tested', { kind: 'account', variable: 'UPSTREAM_API_KEY', code });
      if (!isServed(answer)) return answer;
      session.facts.asPreparation(answer);
    }
    const what = isText ? 'text requests' : 'calls';
    return inconclusive('not tested', { kind: 'not triggered', calls, what });
  }

  async function kindsThatFail(asked: Asking): Promise<Answer[]> {
    if (isBrief(session.run.depth)) return [];
    const forms = inputs.filter(({ operation }) => 'operation' in asked && operation === asked.operation);
    const failuresOf = async ({ ask, place }: AskingWithInput, tier: Tier): Promise<Answer[]> => {
      const answer = await ask(unlucky, given, tier);
      session.facts.note(answer.exchange, { probe: { family: 'a kind of use', member: tier, place } });
      if (!isServed(answer) && !tellsOfTheAccount(answer)) return [answer];
      session.facts.asPreparation(answer);
      return [];
    };
    const failures = await tryPlaces(
      forms.map((asking) => [
        asking.place,
        async () => {
          const tiers = await given.plannedTiers(unlucky, asking.operation, asking.form);
          const each = tiers.map(
            (tier) => [`${asking.place} for ${tier}`, () => failuresOf(asking, tier)] as const,
          );
          return (await tryPlaces(each, true)).flat();
        },
      ]),
      true,
    );
    return failures.flat();
  }

  const failed = (asking: Asking) => first(asking.place, () => firstFailure(asking));
  return {
    /**
     * Of a few AI requests the first that was not served; from a depth of three on what each form of the input is
     * answered for each tier, too, where it fails as well.
     */
    async untilFailed(asking: Asking) {
      const failure = await failed(asking);
      const others = () => ofKinds(asking.place, () => kindsThatFail(asking));
      return [failure, ...(await tryBeyond(`${asking.place} of each kind`, others))];
    },
    /** A text request that failed, repeated after the advised gaps: the first that was served, or the last. */
    async untilServed() {
      const failure = await failed(prompt);
      const over = async () => {
        let answer = failure;
        for (const gap of retryDelays(session.target)) {
          if (isServed(answer)) break;
          if (answer !== failure) session.facts.asPreparation(answer);
          await wait(gap, 'disturbance');
          answer = await prompt.ask(unlucky, given);
        }
        return answer;
      };
      return servedAgain(null, over);
    },
  };
}
