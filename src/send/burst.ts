import { usesAi } from '../../spec/operations';
import { type CheckSession, endUnjudged, needs, tryEach } from '../client/evidence/recorder';
import { once } from '../client/once';
import { callsNeeded, callsOf, readsOf } from '../client/run/budget';
import { monotonicNow } from '../client/run/clock';
import { together } from '../client/run/parallel';
import { otherSenderIn } from '../client/senders';
import { wait } from '../client/waits';
import { type Answer, errorOf, isAccepted } from '../judge/response/answer';
import { LONGEST_WINDOW, retryAdviceIn, secondsUntilRetry, windowOf } from '../judge/response/disturbance';
import { counted } from '../judge/texts/wording';
import { isSmokeDepth } from '../judge/verdict/depth';
import { isDescribed, operationOf, prompt, type RequestKind, reads, uses } from '../settings/operations';
import { requestOf } from '../world/requests';
import { notAccepted } from '../world/world';
import { askAgain } from './ask';

/** Operations that need no id: the id of a lookup belongs to another account. */
const calls = [...reads, ...uses];
type Calls = readonly [RequestKind, ...RequestKind[]];

/** The call that was rejected. */
interface LimitedCall extends Answer {
  /** The calls that were rejected with rate_limited; else the last one. */
  calls: Calls;
  /** Milliseconds since the epoch of the last call. */
  ended: number;
}

/** Calls that are sent together, so that the burst of a slow target does not outlast its window. */
const CALLS_AT_ONCE = 10;

const send = (session: CheckSession, call: RequestKind) =>
  askAgain(session, requestOf(session, call, otherSenderIn(session, 'rate limited')));

/** Sends this many calls, or until one is not accepted. Tells when each was sent, in milliseconds since the epoch. */
async function volleys(session: CheckSession, call: RequestKind, calls: number) {
  const sentAt: number[] = [];
  for (let left = calls; left > 0; left -= CALLS_AT_ONCE) {
    const volley = Array.from({ length: Math.min(left, CALLS_AT_ONCE) }, () => async () => {
      const answer = await send(session, call);
      sentAt.push(monotonicNow() - (answer.exchange.response?.milliseconds ?? 0));
      return answer;
    });
    const answers = await together(volley);
    const answer = answers.find(isLimited) ?? answers.find((each) => !isAccepted(each));
    for (const other of answers) if (other !== answer) session.facts.asPreparation(other);
    if (answer) return { answer, sentAt };
  }
  return { sentAt };
}

/** The call that ended a burst, if it shows a limit of calls. */
async function limitedBy(
  session: CheckSession,
  call: RequestKind,
  calls: number,
  answer: Answer,
): Promise<LimitedCall> {
  const { status } = answer;
  const { code = '' } = errorOf(answer);
  // AI processing may fail under load, whether there is a limit or not. The daily quota is another limit.
  if (
    (code === 'daily_quota_exceeded' && !(await endsAgain(session, call, calls, code))) ||
    (code === 'upstream_error' && usesAi(call.operation))
  )
    return endUnjudged('inconclusive', { kind: 'disturbed', status, code, times: 1 });
  return { ...answer, calls: [call, ...(await alsoLimited(session, call))], ended: monotonicNow() };
}

/**
 * Whether the same burst ends in the same way once the account is accepted again after a window: a daily quota that is used
 * up now was not used up before.
 */
async function endsAgain(session: CheckSession, call: RequestKind, calls: number, code: string) {
  await wait(windowOf(session.target) * 1.05, 'window');
  if (!isAccepted(session.facts.asPreparation(await send(session, call)))) return false;
  const { answer } = await volleys(session, call, calls);
  return answer !== undefined && errorOf(answer).code === code;
}

/** The other operations with this limit. At depth 1, only the burst is sent. */
async function alsoLimited(session: CheckSession, call: RequestKind): Promise<RequestKind[]> {
  if (isSmokeDepth(session.setup.depth)) return [];
  const others = calls.filter((each) => each !== call && isDescribed(session.target, each.operation));
  const limitedAt = async (other: RequestKind) =>
    isLimited(session.facts.asPreparation(await send(session, other))) ? [other] : [];
  const places = others.map((other) => [other.name, () => limitedAt(other)] as const);
  return (await tryEach(session, places, true)).flat();
}

/** The greatest number of calls that were sent within this number of seconds. */
const mostWithin = (sentAt: readonly number[], seconds: number) =>
  Math.max(
    0,
    ...sentAt.map((from) => sentAt.filter((at) => at >= from && at < from + seconds * 1000).length),
  );

async function trip(session: CheckSession): Promise<LimitedCall> {
  const { settings, target } = session;
  const most = callsOf(session);
  const models = operationOf('models');
  const reads = readsOf(most);
  const first = await volleys(session, models, reads);
  if (first.answer) return limitedBy(session, models, reads, first.answer);
  // The limit varies per model (contract 8), and reads name none.
  if (target.text === undefined) return needs('text');
  const { answer, sentAt } = await volleys(session, prompt, most - reads);
  if (answer) return limitedBy(session, prompt, most - reads, answer);
  // The number of calls that stays below the limit in the target file.
  const needed = callsNeeded(target);
  if (most < needed) return needs(`RATE_LIMIT_BURST of ${needed}`);
  const stated = target.rateLimit
    ? `, and rateLimit.calls in the target file is ${target.rateLimit.calls}: is it out of date, or the limit of another account?`
    : '';
  const words = `not triggered: ${most} calls were all accepted${stated}`;
  // Only RATE_LIMIT_BURST claims to exceed the limit in any case: a target file may be out of date.
  if (settings.rateLimitBurst === undefined) return endUnjudged('not tested', { kind: 'words', words });
  // The limit is one of calls within a window, however many there were before and afterwards.
  const within = target.rateLimit?.seconds ?? target.patience?.window ?? LONGEST_WINDOW;
  const reached = mostWithin(sentAt, within);
  if (reached < (target.rateLimit ? target.rateLimit.calls + 1 : sentAt.length))
    return endUnjudged('inconclusive', {
      kind: 'words',
      words: `not triggered: only ${counted(reached, 'text request')} were sent within ${within} s: CONCURRENCY=10 and no REQUESTS_PER_MINUTE send them faster`,
    });
  return { ...(await send(session, models)), calls: [models], ended: monotonicNow() };
}

/** A further AI request may be rejected for another reason, such as missing credits. */
async function inTurn(session: CheckSession, [first, ...others]: Calls): Promise<[RequestKind, Answer][]> {
  const sendNext = async (call: RequestKind): Promise<[RequestKind, Answer][]> => {
    const answer = await send(session, call);
    const counts = call === first || !usesAi(call.operation) || isAccepted(answer) || isLimited(answer);
    if (!counts) session.facts.asPreparation(answer);
    return counts ? [[call, answer]] : [];
  };
  const places = [first, ...others].map((call) => [call.name, () => sendNext(call)] as const);
  return (await tryEach(session, places, true)).flat();
}

/** The windows after which calls are sent again, in seconds: the last is the contract's minute, or longer. */
function windowsAfter({ setup, target }: CheckSession, rejected: Answer): number[] {
  const advised = secondsUntilRetry(retryAdviceIn(rejected.exchange));
  // A window of less than a minute in a target file may be wrong: only that of the mock is shorter than
  // the contract's minute.
  const declared = target.patience?.window ?? LONGEST_WINDOW;
  const minute = setup.mock ? declared : Math.max(declared, LONGEST_WINDOW);
  const advisedWindow = advised > 0 && advised < minute ? advised : minute;
  const windows = [target.rateLimit?.seconds ?? advisedWindow, advisedWindow, minute];
  return windows.slice(0, windows.findIndex((window) => window >= minute) + 1);
}

/** Reads first, then text requests to one model, until one is rejected. */
export const untilLimited = (session: CheckSession) => once(session, ['burst'], trip);

/** The limited calls after a window without calls; after a longer one, if all of them are still limited. */
export async function afterSilence(session: CheckSession): Promise<Answer[]> {
  const rejected = await untilLimited(session);
  let { calls, ended } = rejected;
  if (!isLimited(rejected))
    notAccepted('the burst, which should have been rejected with 429 rate_limited,', rejected);
  const accepted: Answer[] = [];
  const [...windows] = windowsAfter(session, rejected);
  for (;;) {
    const [window = 0, ...longer] = windows;
    await wait(Math.max(0, (ended - monotonicNow()) / 1000 + window * 1.05), 'window');
    const answers = await inTurn(session, calls);
    ended = monotonicNow();
    const [first, ...others] = answers.flatMap(([call, answer]) => (isLimited(answer) ? call : []));
    const areAll = others.length + 1 === answers.length;
    if (first === undefined || (areAll && longer.length === 0))
      return [...accepted, ...answers.map(([, answer]) => answer)];
    // What was limited is sent again and judged then. After others were accepted, it may have met the limit a second
    // time, and then has a window of its own.
    for (const [, answer] of answers)
      if (isLimited(answer)) session.facts.asPreparation(answer);
      else accepted.push(answer);
    calls = [first, ...others];
    if (areAll) windows.shift();
  }
}

const isLimited = (answer: Answer) => errorOf(answer).code === 'rate_limited';
