import { type Answer, errorOf, isServed } from '../engine/answer';
import { tellsOfTheAccount } from '../engine/claims';
import { retryGaps } from '../engine/disturbance';
import type { Actor } from './actors';
import type { Given } from './given';
import type { Asking } from './operations';
import { inconclusive } from './recorder';
import type { Session } from './session';
import { shared } from './shared';
import { wait } from './waits';

/** Failing AI processing, met by the account of UPSTREAM_API_KEY once in a run (contract 7). */
export interface Outage {
  /** The first text request that was not served, of a few. */
  untilFailed(): Promise<Answer>;
  /** The same of another use of the AI, of fewer. */
  untilFailedAt(asking: Asking): Promise<Answer>;
  /** The same request repeated after the advised gaps: the first that was served, or the last. */
  untilServed(): Promise<Answer>;
}

/** Most text requests that are sent to meet a failure. */
const TRIES = 6;
/** Most of another use: jobs that fail later, as their state tells, never show it here. */
const FURTHER = 3;

export function outageOf(session: Session, unlucky: Actor, given: Given): Outage {
  const send = async () => unlucky.text(await given.promptFields());

  async function firstFailure(): Promise<Answer> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const answer = await send();
      if (!isServed(answer)) return answer;
    }
    return inconclusive('not driven', { kind: 'not triggered', calls: TRIES, what: 'text requests' });
  }

  const failed = () => shared(session, 'outage', firstFailure);
  return {
    untilFailed: failed,
    async untilFailedAt({ place, ask }) {
      const further = async () => {
        for (let attempt = 0; attempt < FURTHER; attempt++) {
          const answer = await ask(unlucky, given);
          // What fails now and then for text requests may be short of credits for a workflow.
          const { code } = errorOf(answer);
          if (tellsOfTheAccount(answer) && code !== undefined)
            return inconclusive('not driven', { kind: 'account', variable: 'UPSTREAM_API_KEY', code });
          if (!isServed(answer)) return answer;
        }
        return inconclusive('not driven', { kind: 'not triggered', calls: FURTHER, what: 'calls' });
      };
      return shared(session, `outage at ${place}`, further);
    },
    async untilServed() {
      const first = await failed();
      const over = async () => {
        let answer = first;
        for (const gap of retryGaps(session.target)) {
          if (isServed(answer)) break;
          await wait(gap, 'disturbance');
          answer = await send();
        }
        return answer;
      };
      return shared(session, 'outage over', over);
    },
  };
}
