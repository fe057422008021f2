import type { Disturbance } from '../../judge/data/reason';
import { type Answer, isAccepted } from '../../judge/response/answer';
import {
  excessiveAdvice,
  isLimit,
  isRateLimit,
  retryAdviceIn,
  retryDelays,
  secondsUntilRetry,
  windowOf,
} from '../../judge/response/disturbance';
import { signatureIn } from '../../judge/response/intermediaries';
import { type CheckSession, endUnjudged } from '../evidence/recorder';
import type { WireFailure } from '../http/http';
import type { Request } from './request';
import { disturbanceOf, endUnanswered, withRetries } from './retries';
import type { Call, Sending } from './send';
import { sendUnlessShutOut } from './shut-out';
import { wait } from './waits';

/**
 * Sends a request and records it and its response as evidence. A disturbance
 * (502 upstream_error, an unexpected 429 rate_limited, the response of a gateway or limiter) is retried after
 * the delays of the contract (part 7), so that no other clause is judged by it. After a 406 or 422 invalid_request to a
 * request that accepts no JSON, the request is sent again with an Accept header for everything. Does not
 * return if nothing can be judged: the check is blocked, inconclusive or not tested.
 */
export async function sendRequest(
  session: CheckSession,
  request: Request,
  sending: Sending = {},
): Promise<Answer> {
  const call: Call = { ...request, session, sending };
  const { sender, spec } = request;
  const { coordinator, facts } = session;
  const { place, lockedOut, persistent } = coordinator.outages.of(sender.account, call.operation);
  const { answer, disturbance, times, retried } = await withRetries(call);
  if (sender.account === null && answer.status === 401) facts.rejectsAnonymous = true;
  if (disturbance === null) return answer;
  const limited = isRateLimit(disturbance, answer.status);
  if (limited) lockedOut.begin();
  const isTooLong = excessiveAdvice(retryAdviceIn(answer.exchange)) !== undefined;
  if (isTooLong && disturbance !== 'daily_quota_exceeded') {
    place.begin();
    return endDisturbed(answer, disturbance, times);
  }
  // After rejections, the limit may be one of the address, even if requests of API_KEY are accepted.
  const byAddress = limited && sender.account === null && facts.rejectsAnonymous;
  // What a gateway sends says nothing about the request, however often it is sent.
  const control = byAddress || disturbance === 'page' ? undefined : await sending.control?.();
  const isOver = control !== undefined && isAccepted(control);
  if (!isOver || (!retried && lockedOut.lasts())) {
    place.begin();
    if (disturbance === 'daily_quota_exceeded') {
      coordinator.noteQuotaUsedUp();
      return endUnjudged('inconclusive', { kind: 'account', variable: 'API_KEY', code: disturbance });
    }
    return endDisturbed(answer, disturbance, times);
  }
  place.end();
  if (!retried) return sendRequest(session, request, sending);
  // The limit may be one of the address or of the whole service, and other requests of this run may have used
  // it up.
  const last = await (!isLimit(disturbance, answer.status) || persistent(disturbance).lasts()
    ? sendUnlessShutOut(call, times)
    : sentAlone(call, answer, times));
  if ('kind' in last) return endUnanswered(spec, last);
  const lasting = disturbanceOf(call, last);
  if (lasting === null) return last;
  if (lasting === 'page') return endDisturbed(last, lasting, times + 1);
  persistent(lasting).begin();
  coordinator.noteUnthrottled(sender.account);
  return last;
}

/**
 * Sends a request that prepares a check or shows what a response means; the check does not judge it.
 * @param control an accepted request of the same operation, where this one must be rejected
 */
export const prepare = (
  session: CheckSession,
  request: Request,
  control?: () => Promise<Answer>,
): Promise<Answer> => sendRequest(session, request, { preparation: true, ...(control && { control }) });

function endDisturbed({ status, exchange }: Answer, code: Disturbance, times: number): never {
  const by = signatureIn(exchange.response?.headers ?? []);
  const asked = excessiveAdvice(retryAdviceIn(exchange));
  return endUnjudged('inconclusive', {
    kind: 'disturbed',
    status,
    code,
    times,
    ...(by !== '' && { by }),
    ...(asked !== undefined && { asked }),
  });
}

/** This number of seconds, or as many as the response asks for. */
const atLeastAsked = ({ exchange }: Answer, seconds: number) =>
  Math.max(seconds, secondsUntilRetry(retryAdviceIn(exchange)) || 0);

/**
 * Sends a request after a short wait, and again after a rate-limit window, to see whether it is still limited while
 * nothing else is sent.
 */
async function sentAlone(limitedCall: Call, limited: Answer, times: number): Promise<Answer | WireFailure> {
  const { session, sending } = limitedCall;
  const { target } = session;
  const [, short = 0] = retryDelays(target);
  const call: Call = { ...limitedCall, sending: { ...sending, reserved: true } };
  const release = sending.reserved ? () => {} : await session.coordinator.reserve();
  try {
    await wait(session, atLeastAsked(limited, short), 'window');
    const first = await sendUnlessShutOut(call, times);
    if ('kind' in first || disturbanceOf(call, first) === null) return first;
    if (excessiveAdvice(retryAdviceIn(first.exchange)) !== undefined) return first;
    await wait(session, atLeastAsked(first, windowOf(target)), 'window');
    return await sendUnlessShutOut(call, times + 1);
  } finally {
    release();
  }
}
