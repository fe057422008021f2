import type { KeyVariable } from '../../../spec/accounts';
import type { Work } from '../../../spec/works';
import type { Exchange, Operation } from '../../judge/data/evidence';
import { type ExchangeFacts, type Facts, factsOf } from '../../judge/data/facts';
import type { Reason } from '../../judge/data/reason';
import type { Answer } from '../../judge/response/answer';
import { statusAndType } from '../../judge/response/unexplained';

/** What a run learns, in one place. The context passes it to all judging. */
export class RunFacts {
  /** What responses are judged with. It grows with the run. */
  readonly known = {
    exchanges: {} as Record<string, ExchangeFacts>,
    gateways: [] as string[],
    ofOwner: [] as KeyVariable[],
    headerRemoved: undefined as Facts['headerRemoved'],
  } satisfies Facts;
  /** The operations that the target file describes and of which a request was accepted. */
  readonly accepted = new Set<Operation>();
  /** The faulty connections that depend on declarations of the target file and were rejected. */
  readonly rejected = new Set<string>();
  /** The names of fields in what API_KEY got about its own account. */
  readonly names = new Set<string>();
  /** The jobs and runs that were started, and the account that did. */
  readonly started: { workId: string; variable: Exchange['variable'] }[] = [];
  /** When the job and the run of API_KEY were first found, in milliseconds since the epoch. */
  readonly foundAt: Partial<Record<Work, number>> = {};
  /** Requests of API_KEY are limited, too: a limit that others meet says nothing about their keys. */
  limitsOwner = false;
  /** What outlasted every retry, by its place: an outage, until a request succeeds there, or what belongs to its requests. */
  readonly lasting = new Map<string, 'outage' | 'own'>();
  /** Why no further wrong keys are sent: the target takes no more. */
  keysEnded: Reason | undefined;
  /** A request without an account was rejected with 401. */
  rejectsAnonymous = false;

  of({ exchange }: Answer): Readonly<ExchangeFacts> {
    return factsOf(exchange, { facts: this.known });
  }

  note({ id }: Exchange, learnt: ExchangeFacts): void {
    this.known.exchanges[id] = { ...this.known.exchanges[id], ...learnt };
  }

  /** A request that is otherwise accepted got this response: those of its form say nothing of the service. */
  noteGateway(answer: Answer): void {
    const { gateways } = this.known;
    if (!gateways.includes(statusAndType(answer))) gateways.push(statusAndType(answer));
  }

  /** Marks a response as a precondition of others: no check judges it. */
  asPreparation<A extends Answer>(answer: A): A {
    this.note(answer.exchange, { preparation: true });
    return answer;
  }
}
