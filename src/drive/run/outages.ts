import type { KeyVariable } from '../../../spec/accounts';
import type { Operation } from '../../../spec/operations';
import type { Disturbance } from '../../judge/data/reason';

/** A disturbance that outlasted every retry. Nobody waits for it again until it is over. */
interface Outage {
  lasts(): boolean;
  begin(): void;
  end(): void;
}

/** The disturbances of a run that outlasted every retry. */
export class Outages {
  readonly #lasting = new Set<string>();

  /** The disturbances that requests of this account to this operation can meet. */
  of(account: KeyVariable | null, operation: Operation) {
    return {
      /** Requests of API_KEY are disturbed as well. */
      place: this.#named(`${account} ${operation}`),
      /**
       * A sender that is still limited after a window is limited at all operations, even if requests of API_KEY
       * are accepted.
       */
      lockedOut: this.#named(`${account}`),
      /** The disturbance lasts while the control is accepted: it is not transient. */
      persistent: (disturbance: Disturbance): Outage =>
        this.#named(`${disturbance === 'rate_limited' ? account : operation} ${disturbance}`),
      /** Responses at this operation are nothing of the contract, however often they are asked for. */
      unexplained: this.#named(`${operation} unexplained`),
      unanswered: this.#named(`${operation} unanswered`),
    };
  }

  #named(name: string): Outage {
    return {
      lasts: () => this.#lasting.has(name),
      begin: () => void this.#lasting.add(name),
      end: () => void this.#lasting.delete(name),
    };
  }
}
