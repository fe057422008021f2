import { type Answer, isServed } from '../engine/answer';
import { windowOf } from '../engine/disturbance';
import { inconclusive } from './recorder';
import { disturbanceOf, outagesOf, unanswered, withRests } from './rests';
import { type Call, type Operation, type Sending, send } from './send';
import type { Sender } from './senders';
import type { Session } from './session';
import type { RequestSpec } from './target';
import { wait } from './waits';

/** The name under which the run keeps that somebody without an account was refused as the contract has it. */
const REFUSED = 'somebody without an account was refused';

/**
 * Sends a request, judges the answer silently and keeps both as evidence. A disturbance (502 upstream_error,
 * 429 rate_limited where it was not asked for) is repeated after the advised gaps (contract 7); what a gateway answers
 * is kept as what it is, and the request sent again, so that no other clause is judged by it; so is a 406, or
 * 422 invalid_request, to who takes no JSON, with an Accept that takes all.
 * Does not return where no judgement is possible: the case is blocked, indeterminate or not driven.
 */
export async function exchange(
  session: Session,
  sender: Sender,
  operation: Operation,
  spec: RequestSpec,
  sending: Sending = {},
): Promise<Answer> {
  const call: Call = { session, sender, operation, spec, sending };
  const { coordinator } = session;
  const { outages } = coordinator;
  const { place, lockedOut, persistent } = outagesOf(call);
  const { answer, code, times, rested } = await withRests(call);
  if (sender.account === null && answer.status === 401) coordinator.takeOnce(REFUSED);
  if (code === null) return answer;
  if (code === 'rate_limited') outages.add(lockedOut);
  // Who was refused before may be limited by the address that it comes from, whatever the owner of API_KEY is served.
  const byAddress =
    code === 'rate_limited' && sender.account === null && coordinator.made(REFUSED) !== undefined;
  const control = byAddress ? undefined : await sending.control?.();
  const over = control !== undefined && isServed(control) && disturbanceOf(control, sender) === null;
  if (!over || (!rested && outages.has(lockedOut))) {
    outages.add(place);
    if (code === 'daily_quota_exceeded') {
      coordinator.noteQuotaUsedUp();
      return inconclusive('indeterminate', { kind: 'account', variable: 'API_KEY', code });
    }
    return inconclusive('indeterminate', { kind: 'disturbed', status: answer.status, code, times });
  }
  outages.delete(place);
  if (!rested) return exchange(session, sender, operation, spec, sending);
  // The limit may be one of the address or of the whole service, and used up by others of this run.
  const last = await (code !== 'rate_limited' || outages.has(persistent(code))
    ? send(call, times)
    : coordinator.alone(async () => {
        await wait(windowOf(session.target), 'window');
        return send(call, times);
      }));
  if ('kind' in last) return unanswered(spec, last);
  const lasting = disturbanceOf(last, sender);
  if (lasting !== null) outages.add(persistent(lasting));
  return last;
}
