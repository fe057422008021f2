import type { KeyVariable } from '../../spec/accounts';
import type { SentProbe } from './probe';

/** What is known of an exchange beside what it was on the wire. */
export interface ExchangeFacts {
  /** It prepares or controls a check and is not its act. */
  preparation?: true;
  /** It is a repeat or a control after a disturbance, or its answer was one. */
  disturbance?: true;
  /** The member of a family of probes that the request is, and where it was tried. */
  probe?: SentProbe;
  /** By how much the credits fell around it, where it was metered. */
  charged?: number;
  /** Something was served beside it that the account may have paid for, so that its charge is not known. */
  beside?: true;
  /** Of a reading: by how much the credits had fallen since an earlier one, with nothing of ours between. */
  fell?: number;
  /** The balance of the sender's account exceeds every charge seen for such a request. */
  affordable?: true;
  /** Of a first page of the models, what all pages list, and what the last one leads to where that is no page. */
  pages?: { list: readonly unknown[]; leadsTo?: string };
}

/** What is known of the account of a key. */
export interface AccountFacts {
  /** It is that of API_KEY. */
  ofOwner?: true;
  /** It is another than that of API_KEY, whose old key this is to be. */
  ofAnother?: true;
  /** The variable whose account was seen to be answered what this one's is to be. */
  claimedStateSeenAt?: KeyVariable;
}

/** What a run learnt, beside the exchanges: no exchange is changed once it is recorded. */
export interface Facts {
  readonly exchanges: Readonly<Record<string, Readonly<ExchangeFacts>>>;
  readonly accounts: Readonly<Partial<Record<KeyVariable, Readonly<AccountFacts>>>>;
}

/** Who knows facts: what answers are judged by. */
interface Knowing {
  facts?: Facts;
}

export function factsOf({ id }: { id: string }, { facts }: Knowing): Readonly<ExchangeFacts> {
  return facts?.exchanges[id] ?? {};
}

/** Of the account of the sender. */
export function accountFactsOf(
  { variable }: { variable: KeyVariable | null },
  { facts }: Knowing,
): Readonly<AccountFacts> {
  return (variable !== null && facts?.accounts[variable]) || {};
}

/** What several runs learnt: shards that are merged. */
export function factsOfAll(each: readonly Facts[]): Facts {
  return {
    exchanges: Object.assign({}, ...each.map(({ exchanges }) => exchanges)),
    accounts: Object.assign({}, ...each.map(({ accounts }) => accounts)),
  };
}
