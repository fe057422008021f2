import { type Answer, errorOf, isServed } from '../engine/answer';
import { secondsOf, toldIn } from '../engine/disturbance';
import type { Actor } from './actors';
import { notServed } from './baselines';
import type { Given } from './given';
import { inconclusive } from './recorder';
import type { Session } from './session';
import { shared } from './shared';
import { wait } from './waits';

/** Calls in quick succession by the account of RATE_LIMIT_API_KEY, sent once in a run (contract 7, 8). */
export interface Burst {
  /** The first answer that was not served: reads first, then text requests to one model. */
  untilRefused(): Promise<Answer>;
  /** The answer to the same request after the window, in which nothing was sent on that account. */
  afterSilence(): Promise<Answer>;
}

/** The call that was refused. */
interface Trip extends Answer {
  asked: 'read' | 'text';
  /** Milliseconds since the epoch of the last call. */
  ended: number;
}

/** Calls that go out together, so that a slow target does not outlast its own window. */
const VOLLEY = 10;
/** Calls sent where nobody says what exceeds the limit. */
const DEFAULT_CALLS = 60;
/** A per-minute limit is over after this, in seconds. */
const MINUTE = 61;

export function burstOf(session: Session, rateLimited: Actor, given: Given): Burst {
  const { settings, target } = session;
  const told = target.rateLimit === undefined ? 0 : 2 * (target.rateLimit.calls + 1);
  const most = settings.rateLimitBurst ?? Math.max(told, DEFAULT_CALLS);
  // Only RATE_LIMIT_BURST claims to exceed the limit for sure: a target file may be out of date.
  const enough = settings.rateLimitBurst !== undefined;
  const send = async (asked: Trip['asked']) =>
    asked === 'read' ? rateLimited.get('/v1/models') : rateLimited.text(await given.promptFields());

  async function volleys(asked: Trip['asked'], calls: number): Promise<Trip | null> {
    for (let left = calls; left > 0; left -= VOLLEY) {
      const answers = await Promise.all(Array.from({ length: Math.min(left, VOLLEY) }, () => send(asked)));
      const limited = answers.find((answer) => errorOf(answer).code === 'rate_limited');
      const answer = limited ?? answers.find((each) => !isServed(each));
      if (answer !== undefined) {
        const { status } = answer;
        const { code = '' } = errorOf(answer);
        // The day's usage is another limit, met first.
        if (code === 'daily_quota_exceeded')
          return inconclusive('indeterminate', { kind: 'disturbed', status, code, times: 1 });
        return { ...answer, asked, ended: Date.now() };
      }
    }
    return null;
  }

  async function trip(): Promise<Trip> {
    const reads = Math.floor(most / 2);
    const first = await volleys('read', reads);
    if (first !== null) return first;
    const second = target.text === undefined ? null : await volleys('text', most - reads);
    if (second !== null) return second;
    if (!enough) return inconclusive('not driven', { kind: 'not triggered', calls: most, what: 'calls' });
    return { ...(await send('read')), asked: 'read', ended: Date.now() };
  }

  const tripped = () => shared(session, 'burst', trip);
  return {
    untilRefused: tripped,
    async afterSilence() {
      const refused = await tripped();
      const { asked, ended } = refused;
      if (errorOf(refused).code !== 'rate_limited')
        notServed('the burst, which was to be refused with 429 rate_limited,', refused);
      const advised = secondsOf(toldIn(refused.exchange));
      // A target file may say less than a minute, and be wrong: only the mock's minute is shorter than the contract's.
      const told = target.patience?.window ?? MINUTE;
      const minute = session.run.mock ? told : Math.max(told, MINUTE);
      const advisedWindow = advised > 0 && advised < minute ? advised : minute;
      const windows = [target.rateLimit?.seconds ?? advisedWindow, advisedWindow, minute];
      for (const window of windows) {
        await wait(Math.max(0, (ended - Date.now()) / 1000 + window * 1.05), 'window');
        const again = await send(asked);
        if (errorOf(again).code !== 'rate_limited' || window >= minute) return again;
      }
      return send(asked);
    },
  };
}
