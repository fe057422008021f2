import { type AccountRole, accountOf, type KeyVariable, variableOf } from '../../../spec/accounts';
import { needs } from '../evidence/recorder';
import type { Session } from '../run/session';

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
  /** The kept connection that its requests have for themselves: of whoever is charged for none of them, or of reads. */
  connection?: string;
  /** Codes that are asked for here and elsewhere a disturbance. */
  asksFor?: string[];
}

export const nobody: Sender = { actor: 'nobody', variable: null, account: null, authorization: null };

/** Someone who uses an account's key as it is; the case is not tested where the key is not given. */
export function senderOf(
  session: Session,
  actor: string,
  variable: KeyVariable,
  asksFor: string[] = [],
): Sender {
  const key = session.keys[variable] ?? needs(variable);
  return { actor, variable, account: variable, authorization: `Bearer ${key}`, asksFor };
}

/** Whose key is that of an account of its own. */
export type Holder = Exclude<AccountRole, 'old key'>;

/** Whose accounts are others than that of API_KEY by their state alone; those whose keys are given, where some are. */
export function thirdsIn({ keys }: Session): Holder[] {
  const thirds = ['no credits', 'not connected'] as const;
  const given = thirds.filter((holder) => keys[variableOf[holder]] !== undefined);
  return given.length > 0 ? given : [...thirds];
}

export function holderIn(session: Session, actor: Holder): Sender {
  const variable = variableOf[actor];
  const { always, sometimes } = accountOf(variable);
  return senderOf(session, actor, variable, [always ?? [], sometimes ?? []].flat());
}

/** Someone who presents something made from API_KEY, and whom no account answers for. */
export function presenting(actor: string, authorization: string | null, more: Partial<Sender> = {}): Sender {
  return { actor, variable: 'API_KEY', account: null, authorization, ...more };
}

/** Who has the key that was reissued, and is no account's. */
export function retiredOf(session: Session): Sender {
  return { ...senderOf(session, 'old key', 'OLD_API_KEY'), account: null };
}

/** Who uses API_KEY as it is, which every run has. */
export function ownerOf({ keys }: Session): Sender {
  const authorization = `Bearer ${keys.API_KEY ?? ''}`;
  return { actor: 'owner', variable: 'API_KEY', account: 'API_KEY', authorization };
}
