import { type AccountRole, type KeyVariable, stateOf, variableOf } from '../../../spec/accounts';
import { needs } from '../evidence/recorder';
import type { Session } from '../run/session';
import type { Sender } from './request';

export const nobody: Sender = { actor: 'nobody', variable: null, account: null, authorization: null };

/** The account to which requests with this key belong: a revoked one has none. */
export const accountBehind = (variable: KeyVariable) => (stateOf(variable)?.ofKey ? null : variable);

/** A sender with the unchanged key of an account. Without the key the check is not tested. */
export function senderOf(
  session: Session,
  actor: string,
  variable: KeyVariable,
  asksFor: string[] = [],
): Sender {
  const key = session.keys[variable] ?? needs(variable);
  return { actor, variable, account: accountBehind(variable), authorization: `Bearer ${key}`, asksFor };
}

/** The roles whose accounts differ from that of API_KEY by their state; only those with a key, if there are any. */
export function otherRolesIn({ keys }: Session): AccountRole[] {
  const thirds = ['no credits', 'not connected'] as const;
  const given = thirds.filter((holder) => keys[variableOf[holder]] !== undefined);
  return given.length > 0 ? given : [...thirds];
}

export function otherSenderIn(session: Session, actor: AccountRole): Sender {
  const variable = variableOf[actor];
  return senderOf(session, actor, variable, [stateOf(variable)?.code ?? []].flat());
}

/** A sender with something made from API_KEY, which belongs to no account. */
export function senderWith(actor: string, authorization: string | null, more: Partial<Sender> = {}): Sender {
  return { actor, variable: 'API_KEY', account: null, authorization, ...more };
}

/** The sender with the unchanged API_KEY. */
export function ownerOf({ keys }: Session): Sender {
  const authorization = `Bearer ${keys.API_KEY ?? ''}`;
  return { actor: 'owner', variable: 'API_KEY', account: 'API_KEY', authorization };
}
