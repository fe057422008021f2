import type { KeyVariable } from '../../../spec/accounts';
import type { Answer } from '../../judge/answer';
import type { Exchange, Operation } from '../../judge/evidence';
import type { AccountFacts, ExchangeFacts, Facts } from '../../judge/facts';

/** What a run learns, in one place: whatever judges is given it with the context. */
export class RunFacts {
  readonly #exchanges: Record<string, ExchangeFacts> = {};
  readonly #accounts: Partial<Record<KeyVariable, AccountFacts>> = {};
  /** Grows with the run. */
  readonly known: Facts = { exchanges: this.#exchanges, accounts: this.#accounts };
  /** Operations of which the target file spells the request, and one was served. */
  readonly accepted = new Set<Operation>();
  /** Faults that rest on what the target file declares, and were refused. */
  readonly rejected = new Set<string>();
  /** Each `error.type` that came, in this order. */
  readonly errorTypes = new Set<string>();
  /** When the own job, and the own run, was found first, in milliseconds since the epoch. */
  readonly foundAt: { job?: number; run?: number } = {};
  /** Somebody without an account was rejected with 401. */
  rejectsAnonymous = false;

  of({ exchange }: Answer): Readonly<ExchangeFacts> {
    return this.#exchanges[exchange.id] ?? {};
  }

  /** Whether the credits of API_KEY fell while nothing of the run was sent that costs any. */
  get creditsFell(): boolean {
    return Object.values(this.#exchanges).some(({ fell }) => fell !== undefined);
  }

  note({ id }: Exchange, learnt: ExchangeFacts): void {
    this.#exchanges[id] = { ...this.#exchanges[id], ...learnt };
  }

  noteAccount(variable: KeyVariable, learnt: AccountFacts): void {
    this.#accounts[variable] = { ...this.#accounts[variable], ...learnt };
  }

  /** Others build on this answer: nothing is asked of it. */
  asPreparation<A extends Answer>(answer: A): A {
    this.note(answer.exchange, { preparation: true });
    return answer;
  }
}
