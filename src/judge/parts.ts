import { described, type Part } from '../../spec/target-file';
import {
  type Answer,
  answerOf,
  errorOf,
  failsWith,
  gistOf,
  isAccepted,
  parse,
  valuesInAddress,
} from './answer';
import type { Context, Exchange } from './evidence';
import type { Connection } from './expectation';
import { type Pointer, walk } from './json';

/**
 * Parts of a target file, by the names that reports call them. A part is proved where a request built from it was
 * served, in this run or in one that was signed.
 */

export function isVerifiedEarlier(part: string, { verifiedEarlier = [] }: Context): boolean {
  // How long a workflow may be is no part of the mock's target file.
  return (verifiedEarlier.includes('*') && !isLength(part)) || verifiedEarlier.includes(part);
}

/**
 * The first part of a request that is not proved.
 * @param needed parts of the request that the answer rests on
 * @param around every exchange of the case
 */
export function firstUnverified(
  needed: readonly Part[],
  answer: Answer,
  around: readonly Exchange[],
  context: Context,
): Part | undefined {
  const others = around.flatMap((each) => gistOf(each) ?? []);
  return needed.find((part) => !isVerifiedEarlier(part, context) && !isShown(part, answer, others, context));
}

/**
 * The faults of a workflow that rest on what the target file declares, each by the part and the types of its blocks:
 * `workflow.kinds (draw.image > label.value)`.
 */
export function declaredFaults({ parts = [], faulty }: Exchange): string[] {
  const types = faulty?.types;
  return types === undefined ? [] : parts.filter(isDeclaration).map((part) => `${part} (${types})`);
}

/** Such faults for which a workflow was rejected, wherever in the run: by its message, since much else may be refused. */
export function rejectedFaults(exchanges: readonly Exchange[]): string[] {
  const rejected = exchanges.filter((exchange) => {
    const { faulty } = exchange;
    const answer = faulty?.types === undefined ? null : answerOf(exchange);
    return faulty && answer !== null && isInvalidWorkflow(answer) && namesBothEnds(answer, faulty);
  });
  return [...new Set(rejected.flatMap(declaredFaults))].sort();
}

/** The message names both blocks of a connection (contract 2.1). */
export function namesBothEnds(answer: Answer, { consumer, source }: Connection): boolean {
  const { message = '' } = errorOf(answer);
  return message.includes(consumer) && message.includes(source);
}

export function isDeclaration(part: string): boolean {
  return described(part).excludes === true;
}

/** A workflow of as many blocks, or more, was served. */
export function isLengthShown(answer: Answer, around: readonly Exchange[]): boolean {
  const length = answer.exchange.parts?.filter(isLength).slice(0, 1) ?? [];
  return firstUnverified(length, answer, around, { words: [] }) === undefined && length.length > 0;
}

export function isLength(part: string): boolean {
  return part.startsWith('workflow.longest');
}

function isShown(part: Part, answer: Answer, others: readonly Answer[], { rejected = [] }: Context): boolean {
  const { excludes, rejectedWith } = described(part);
  if (excludes) {
    // What is declared wrongly makes a fault of what is none: only a refusal of the same elsewhere shows it.
    const near = others.filter(isInvalidWorkflow).flatMap(({ exchange }) => declaredFaults(exchange));
    return declaredFaults(answer.exchange).some((fault) => [...rejected, ...near].includes(fault));
  }
  if (rejectedWith !== undefined)
    return others.some(
      (other) =>
        other.exchange.operation === answer.exchange.operation && errorOf(other).code === rejectedWith,
    );
  if (part === 'run') {
    // Where every id is answered alike, the id may stand where nobody reads it.
    const looks = [answer, ...others].filter(({ exchange }) => exchange.operation === 'run');
    const own = looks.filter((look) => isAccepted(look) && shows(look.exchange, part, answer.exchange));
    return own.some(holdsTheId) || (own.length > 0 && looks.some((look) => !isAccepted(look)));
  }
  return others.some((other) => isAccepted(other) && shows(other.exchange, part, answer.exchange));
}

/** A lookup that answers the id that it asked for. */
function holdsTheId({ exchange, ...answer }: Answer): boolean {
  const asked = valuesInAddress(exchange);
  return [...walk(parse(answer.text))].some(
    ({ value }) => (typeof value === 'string' || typeof value === 'number') && asked.includes(String(value)),
  );
}

/** `prompt` beside a served `messages` is spelt rightly; not the reverse, since the form of messages is not shown. */
function shows(accepted: Exchange, part: Part, asked: Exchange): boolean {
  if (accepted.parts?.includes(part)) return true;
  const sibling = part === 'text.prompt' && accepted.parts?.includes('text.messages');
  const bodyOf = ({ request }: Exchange) => parse(request.body);
  return sibling === true && holderOf(bodyOf(accepted), 'messages') === holderOf(bodyOf(asked), 'prompt');
}

/** The pointer of what holds the first field of this name. */
export function holderOf(json: unknown, name: string): Pointer | undefined {
  const field = [...walk(json)].find((each) => each.name === name);
  return field?.pointer.slice(0, -name.length);
}

export function isInvalidWorkflow(answer: Answer): boolean {
  return failsWith(answer, 400, 'invalid_workflow');
}
