import type { KeyVariable } from '../../../spec/accounts';
import type { SentProbe } from './probe';
import type { Reason } from './reason';

/** What is known about an exchange beyond its request and response. */
export interface ExchangeFacts {
  /** It prepares a check or is a reference request; the check does not judge it. */
  preparation?: true;
  /** It is a retry or a control after a disturbance, or its response was a disturbance. */
  disturbance?: true;
  /**
   * The exchange in whose place it was sent again: its response was nothing of the contract. That response is judged,
   * unless something in front of the service sent it.
   */
  insteadOf?: string;
  /** The probe that it is, with its family and operation. */
  probe?: SentProbe;
  /** By how much the credits fell, if its charge was measured. */
  charged?: number;
  /** Whether the balance of the sender's account covers what such a request costs; missing if one of them is not known. */
  affordable?: boolean;
  /** It was accepted, and its account has changed since requests of it were rejected as its variable claims. */
  changed?: true;
  /** For the first page of the models: the models of all pages, and where the last page leads if that is not a page. */
  pages?: { list: readonly unknown[]; leadsTo?: string };
}

/** What a run learnt. It is kept apart, because an exchange never changes once it is recorded. */
export interface Facts {
  readonly exchanges: Readonly<Record<string, Readonly<ExchangeFacts>>>;
  /** The variables whose key belongs to the account of API_KEY. */
  readonly ofOwner: readonly KeyVariable[];
  /** An operation accepted a key, and another time responded as if there were none. */
  readonly headerRemoved?: Extract<Reason, { kind: 'header removed' }> | undefined;
  /** The forms of what something in front of the service sends: requests that are otherwise accepted got them. */
  readonly gateways: readonly string[];
}

/** @param known anything with facts, such as the context that responses are judged with */
export function factsOf({ id }: { id: string }, known: { facts: Facts }): Readonly<ExchangeFacts> {
  return known.facts.exchanges[id] ?? {};
}
