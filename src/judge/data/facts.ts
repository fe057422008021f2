import type { KeyVariable } from '../../../spec/accounts';
import type { Operation } from './evidence';
import type { SentProbe } from './probe';

/** What is known about an exchange beyond its request and response. */
export interface ExchangeFacts {
  /** It prepares a check or is a reference request; the check does not judge it. */
  preparation?: true;
  /** It is a retry or a control after a disturbance, or its response was a disturbance. */
  disturbance?: true;
  /** Its account is meant to get this status, so the service sent it, and not something in front of it. */
  provoked?: true;
  /**
   * The exchange in whose place it was sent again: its response was nothing of the contract. That response is judged,
   * unless something in front of the service sent it.
   */
  insteadOf?: string;
  /** The probe that it is, with its family and operation. */
  probe?: SentProbe;
  /** By how much the credits fell, if its charge was measured. */
  charged?: number;
  /**
   * The balance of the sender's account exceeds every charge that was measured for such a request.
   */
  affordable?: true;
  /** The balance of the sender's account is not known, or it has credits, and no charge was measured for such a request. */
  unpriced?: true;
  /** For the first page of the models: the models of all pages, and where the last page leads if that is not a page. */
  pages?: { list: readonly unknown[]; leadsTo?: string };
}

export interface AccountFacts {
  ofOwner?: true;
  /** A request that was rejected as the variable claims is accepted now. */
  changed?: true;
  /** The operation that accepted the key, and another time responded as if there were none. */
  headerRemovedAt?: Operation;
}

/** What a run learnt about its exchanges and accounts. It is kept apart, because an exchange never changes once it is recorded. */
export interface Facts {
  readonly exchanges: Readonly<Record<string, Readonly<ExchangeFacts>>>;
  readonly accounts: Readonly<Partial<Record<KeyVariable, Readonly<AccountFacts>>>>;
  /** The forms of what something in front of the service sends: requests that are otherwise accepted got them. */
  readonly gateways: readonly string[];
}

/** Anything with facts, such as the context that responses are judged with. */
interface Knowing {
  facts: Facts;
}

export function factsOf({ id }: { id: string }, { facts }: Knowing): Readonly<ExchangeFacts> {
  return facts.exchanges[id] ?? {};
}

export function accountFactsOf(
  { variable }: { variable: KeyVariable | null },
  { facts }: Knowing,
): Readonly<AccountFacts> {
  return (variable !== null && facts.accounts[variable]) || {};
}
