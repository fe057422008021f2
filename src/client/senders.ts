import { type AccountRole, type KeyVariable, rolesWithoutAi, stateOf, variableOf } from '../../spec/accounts';
import { needs } from './evidence/recorder';
import type { Sender } from './request';
import type { Session } from './run/session';

export const nobody: Sender = { actor: 'nobody', variable: null, account: null, authorization: null };

/** The account to which requests with this key belong: a revoked one has none. */
const accountBehind = (variable: KeyVariable) => (stateOf(variable)?.ofKey ? null : variable);

/** A sender with the unchanged key of an account. Without the key the check is not tested. */
export function senderOf(
  { keys }: Pick<Session, 'keys'>,
  actor: string,
  variable: KeyVariable,
  asksFor: string[] = [],
): Sender {
  const key = keys[variable] ?? needs(variable);
  return { actor, variable, account: accountBehind(variable), authorization: `Bearer ${key}`, asksFor };
}

/** The roles whose accounts cannot use the AI: those with a key, or all if there is none. */
export function otherRolesIn({ keys }: Pick<Session, 'keys'>): AccountRole[] {
  const given = rolesWithoutAi.filter((role) => keys[variableOf[role]] !== undefined);
  return given.length > 0 ? given : rolesWithoutAi;
}

export function otherSenderIn(session: Pick<Session, 'keys'>, actor: AccountRole): Sender {
  const variable = variableOf[actor];
  return senderOf(session, actor, variable, [stateOf(variable)?.code ?? []].flat());
}

/** A sender with something made from API_KEY, which belongs to no account. */
export function senderWith(actor: string, authorization: string | null, more: Partial<Sender> = {}): Sender {
  return { actor, variable: 'API_KEY', account: null, authorization, ...more };
}

export const isOwner = ({ variable }: Pick<Sender, 'variable'>): boolean => variable === 'API_KEY';

export function ownerOf({ keys }: Pick<Session, 'keys'>): Sender {
  const authorization = `Bearer ${keys.API_KEY ?? ''}`;
  return { actor: 'owner', variable: 'API_KEY', account: 'API_KEY', authorization };
}
