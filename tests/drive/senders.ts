import type { KeyVariable } from '../engine/accounts';
import { needs } from './recorder';
import type { Session } from './session';

/** Who sends a request, and with what. */
export interface Sender {
  /** The word by which reports call it. */
  actor: string;
  /** The variable of the key it uses, or was made from; null without one. */
  variable: KeyVariable | null;
  /** The account that answers for its requests; null where no key is, or should be, accepted. */
  account: KeyVariable | null;
  /** The value of the Authorization header; null: no such header. */
  authorization: string | null;
  /** Headers beside. */
  headers?: Record<string, string>;
  /** The kept connection that its reads have for themselves. */
  connection?: string;
  /** Codes that are asked for here and elsewhere a disturbance. */
  asksFor?: string[];
}

/** Someone without a key. */
export const nobody: Sender = { actor: 'anonymous', variable: null, account: null, authorization: null };

/** Someone who uses an account's key as it is; the case is not driven where the key is not given. */
export function senderOf(
  session: Session,
  actor: string,
  variable: KeyVariable,
  asksFor: string[] = [],
): Sender {
  const key = session.keys[variable] ?? needs(variable);
  return { actor, variable, account: variable, authorization: `Bearer ${key}`, asksFor };
}

/** Another account than that of API_KEY. */
export function strangerIn(session: Session): Sender {
  return senderOf(session, 'stranger', 'OTHER_API_KEY');
}

/** Who has the key that was reissued, and is no account's. */
export function retiredOf(session: Session): Sender {
  return { ...senderOf(session, 'retired', 'OLD_API_KEY'), account: null };
}

/** Who uses API_KEY as it is, which every run has. */
export function ownerOf({ keys }: Session): Sender {
  const authorization = `Bearer ${keys.API_KEY ?? ''}`;
  return { actor: 'owner', variable: 'API_KEY', account: 'API_KEY', authorization };
}
