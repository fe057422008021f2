import type { KeyVariable } from '../../../spec/accounts';
import type { Exchange, Operation } from '../../judge/data/evidence';
import type { AccountFacts, ExchangeFacts, Facts } from '../../judge/data/facts';
import type { Reason } from '../../judge/data/reason';
import type { Answer } from '../../judge/response/answer';
import { formOf, isChallenge } from '../../judge/response/unexplained';

/** What a run learns, in one place. The context passes it to all judging. */
export class RunFacts {
  readonly #exchanges: Record<string, ExchangeFacts> = {};
  readonly #accounts: Partial<Record<KeyVariable, AccountFacts>> = {};
  /** Grows with the run. */
  readonly known: Facts = { exchanges: this.#exchanges, accounts: this.#accounts };
  /** The operations that the target file describes and of which a request was accepted. */
  readonly accepted = new Set<Operation>();
  /** The faulty connections that depend on declarations of the target file and were rejected. */
  readonly rejected = new Set<string>();
  /** The names of fields in what API_KEY got about its own account. */
  readonly names = new Set<string>();
  /** When the job and the run of API_KEY were first found, in milliseconds since the epoch. */
  readonly foundAt: { job?: number; run?: number } = {};
  /** Requests of API_KEY are limited, too: a limit that others meet says nothing about their keys. */
  limitsOwner = false;
  /** The forms of gateways' responses: those to senders that provoke nothing, and to requests that are otherwise accepted. */
  readonly #ofGateways = new Set<string>();
  /** Responses that are nothing of the contract, by form, as long as nobody knows whether they are a gateway's. */
  readonly #strange = new Map<string, Exchange[]>();
  /** How the operations responded to the unchanged key of each account with an Accept header. */
  readonly acceptedAt = new Set<string>();
  readonly asIfAbsentAt = new Set<string>();
  /** Why no further wrong keys are sent: the target takes no more. */
  keysEnded: Extract<Reason, { kind: 'keys ended' }> | undefined;
  /** A request without an account was rejected with 401. */
  rejectsAnonymous = false;

  of({ exchange }: Answer): Readonly<ExchangeFacts> {
    return this.#exchanges[exchange.id] ?? {};
  }

  note({ id }: Exchange, learnt: ExchangeFacts): void {
    this.#exchanges[id] = { ...this.#exchanges[id], ...learnt };
  }

  /** Whether a gateway is known to send responses of this form, or says that it sent this one. */
  isOfGateway(answer: Answer): boolean {
    return isChallenge(answer) || this.#ofGateways.has(formOf(answer));
  }

  /** A request that is otherwise accepted got this response: those of its form say nothing of the service. */
  noteGateway(answer: Answer): void {
    const form = formOf(answer);
    this.#ofGateways.add(form);
    for (const each of [answer.exchange, ...(this.#strange.get(form) ?? [])])
      this.note(each, { intermediary: true, disturbance: true });
    this.#strange.delete(form);
  }

  /** The run may end, or learn whose this form is, before this response is asked for again. */
  noteStrange(answer: Answer): void {
    const form = formOf(answer);
    this.#strange.set(form, [...(this.#strange.get(form) ?? []), answer.exchange]);
    if (this.isOfGateway(answer)) this.noteGateway(answer);
  }

  /** A response did not come again: the next one counts if it is a gateway's. */
  notePassed(answer: Answer, next: Answer): void {
    this.note(next.exchange, { insteadOf: answer.exchange.id });
  }

  noteAccount(variable: KeyVariable, learnt: AccountFacts): void {
    this.#accounts[variable] = { ...this.#accounts[variable], ...learnt };
  }

  /** Marks a response as a precondition of others: no check judges it. */
  asPreparation<A extends Answer>(answer: A): A {
    this.note(answer.exchange, { preparation: true });
    return answer;
  }
}
