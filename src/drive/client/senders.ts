import { type AccountRole, accountOf, type KeyVariable, variableOf } from '../../../spec/accounts';
import { needs } from '../evidence/recorder';
import type { Session } from '../run/session';
import type { Sender } from './request';

export const nobody: Sender = { actor: 'nobody', variable: null, account: null, authorization: null };

/** A sender with the unchanged key of an account. Without the key the check is not tested. */
export function senderOf(
  session: Session,
  actor: string,
  variable: KeyVariable,
  asksFor: string[] = [],
): Sender {
  const key = session.keys[variable] ?? needs(variable);
  return { actor, variable, account: variable, authorization: `Bearer ${key}`, asksFor };
}

/** The roles with an account of their own. */
export type OtherRole = Exclude<AccountRole, 'old key'>;

/** The roles whose accounts differ from that of API_KEY by their state; only those with a key, if there are any. */
export function otherRolesIn({ keys }: Session): OtherRole[] {
  const thirds = ['no credits', 'not connected'] as const;
  const given = thirds.filter((holder) => keys[variableOf[holder]] !== undefined);
  return given.length > 0 ? given : [...thirds];
}

export function otherSenderIn(session: Session, actor: OtherRole): Sender {
  const variable = variableOf[actor];
  const { always, sometimes } = accountOf(variable);
  return senderOf(session, actor, variable, [always ?? sometimes ?? []].flat());
}

/** A sender with something made from API_KEY, which belongs to no account. */
export function senderWith(actor: string, authorization: string | null, more: Partial<Sender> = {}): Sender {
  return { actor, variable: 'API_KEY', account: null, authorization, ...more };
}

/** The sender with the revoked key, which belongs to no account. */
export function oldKeySenderOf(session: Session): Sender {
  return { ...senderOf(session, 'old key', 'OLD_API_KEY'), account: null };
}

/** The sender with the unchanged API_KEY. */
export function ownerOf({ keys }: Session): Sender {
  const authorization = `Bearer ${keys.API_KEY ?? ''}`;
  return { actor: 'owner', variable: 'API_KEY', account: 'API_KEY', authorization };
}
