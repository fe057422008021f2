import { type Answer, failsWith, headerOf, isAccepted } from '../../judge/response/answer';
import type { Call } from './send';

/**
 * Ends the run once an operation accepted the key of an account, and another time responded to the same Accept header that
 * no key was sent: a gateway removes the header, so no response proves anything.
 */
export function noteRemovedHeader({ session, sender, operation }: Call, answer: Answer): void {
  const { variable, authorization } = sender;
  if (variable === null || authorization !== `Bearer ${session.keys[variable]}`) return;
  const { acceptedAt: accepted, asIfAbsentAt: asIfAbsent } = session.facts;
  const at = `${variable} ${operation} ${headerOf(answer.exchange.request.headers, 'accept')}`;
  if (isAccepted(answer)) accepted.add(at);
  if (failsWith(answer, 401, 'missing_api_key')) asIfAbsent.add(at);
  if (!accepted.has(at) || !asIfAbsent.has(at)) return;
  session.facts.noteAccount(variable, { headerRemovedAt: operation });
  session.coordinator.noteUnfit({ kind: 'header removed', variable, operation });
}
