import { type Answer, failsWith, headerOf, isAccepted } from '../../judge/response/answer';
import { perSession } from '../run/per-session';
import type { Call } from './send';

/** How the operations responded to the unchanged key of each account with an Accept header. */
const seenIn = perSession(() => ({ accepted: new Set<string>(), asIfAbsent: new Set<string>() }));

/**
 * Ends the run once an operation accepted the key of an account, and another time responded to the same Accept header that
 * no key was sent: a gateway removes the header, so no response proves anything.
 */
export function noteRemovedHeader({ session, sender, operation }: Call, answer: Answer): void {
  const { variable, authorization } = sender;
  if (variable === null || authorization !== `Bearer ${session.keys[variable]}`) return;
  const { accepted, asIfAbsent } = seenIn(session);
  const at = `${variable} ${operation} ${headerOf(answer.exchange.request.headers, 'accept')}`;
  if (isAccepted(answer)) accepted.add(at);
  if (failsWith(answer, 401, 'missing_api_key')) asIfAbsent.add(at);
  if (!accepted.has(at) || !asIfAbsent.has(at)) return;
  session.facts.noteAccount(variable, { headerRemovedAt: operation });
  session.coordinator.noteUnfit({ kind: 'header removed', variable, operation });
}
