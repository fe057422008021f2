import type { Context, Exchange } from '../data/evidence';
import { type Expectation, isOfSuccess } from '../data/expectation';
import { asNumber, type Pointer } from '../data/json';
import { type Answer, answerOf, body, isAccepted } from '../response/answer';
import { idsOf, isTier, listing, listOf, listRead } from '../response/models';
import { isVerifiedEarlier } from '../response/parts';
import { isNamed, isTheId, pointersIn } from '../response/pointers';
import { idIn, partOfId, readAt } from '../response/read-at';
import { unverified } from '../response/unverified';
import type { Ask } from './guard';

/**
 * There is no value of the right kind where the target file says. This does not count if an earlier
 * verification or another response showed that the pointer is right, and there is no such value elsewhere:
 * the contract does not show these responses, so they may change.
 */
export const wrongPointer: Ask = ({ expected, answer, around, context }) => {
  if (!isOfSuccess(expected) || !isAccepted(answer)) return null;
  const found = placeOf(expected, answer, context);
  if (found === null) return null;
  const isKnown = isVerifiedEarlier(found.part, context) || isShownElsewhere(expected, answer, around);
  // Any word may look like a state or a result.
  if (isKnown && (expected.kind === 'value' || found.foundAt.length === 0)) return null;
  return unverified(found.part, answer, found.foundAt);
};

const ALL = Number.POSITIVE_INFINITY;

/**
 * Another response of this operation has what this one lacks, at the pointer or, without a pointer, anywhere:
 * an id, where this response has no other field of that name; a result, where this response has nothing that
 * the other lacks.
 */
function isShownElsewhere(expected: Expectation, answer: Answer, around: readonly Exchange[]): boolean {
  if (expected.kind !== 'identifier' && expected.kind !== 'value') return false;
  const { at: pointer } = expected;
  const part = expected.kind === 'value' ? expected.part : partOfId(expected.name);
  if (part === 'job.state') return false;
  const { operation, read } = answer.exchange;
  const others = around.flatMap((exchange) => {
    const other = exchange.operation === operation ? answerOf(exchange) : null;
    return other !== null && isAccepted(other) ? other : [];
  });
  if (pointer === undefined) {
    // One text request may be completed at once, and another by a job.
    if (expected.kind === 'value' || operation === 'text' || part in (read ?? {})) return false;
    return others.some((other) => idIn(other, expected.name) != null);
  }
  const mayStand = ({ name, value }: { name: string; value: unknown }) =>
    expected.kind === 'value' ? value !== null : isNamed(pointer, name);
  const elsewhere = pointersIn(answer, mayStand, ALL).filter((each) => each !== pointer);
  const own = readAt(answer, part, pointer);
  return others.some((other) => {
    const there = readAt(other, part, pointer);
    // A value that two submissions share is not the id of one of them.
    if (there == null || (expected.kind === 'identifier' && there === own)) return false;
    const shown = expected.kind === 'value' ? pointersIn(other, () => true, ALL) : [];
    return elsewhere.every((each) => shown.includes(each));
  });
}

/** Where the target file says that a value is, and where such values are; null where it says nothing. */
interface Place {
  part: string;
  foundAt: Pointer[];
}

function placeOf(expected: Expectation, answer: Answer, context: Context): Place | null {
  const { exchange } = answer;
  const isPointed = (part: string, pointer: Pointer | undefined) =>
    pointer !== undefined || (exchange.read !== undefined && part in exchange.read);
  switch (expected.kind) {
    case 'identifier': {
      const { name, at: pointer } = expected;
      const part = partOfId(name);
      // A field with the contract's own name is the right one.
      if (isNamed(pointer, name) && readAt(answer, part, pointer) !== undefined) return null;
      if (!isPointed(part, pointer) && idIn(answer, name) != null) return null;
      const [builtFrom = null] = exchange.parts ?? [];
      if (!isPointed(part, pointer)) return builtFrom === null ? null : { part: builtFrom, foundAt: [] };
      return { part, foundAt: pointersIn(answer, (each) => each.name === name) };
    }
    case 'value':
      return { part: expected.part, foundAt: pointersIn(answer, (each) => isWord(each.value, answer)) };
    case 'models':
    case 'models once':
    case 'tiers': {
      if (expected.at === undefined && listRead(exchange, context) === undefined) return null;
      const modelList = listing(body(answer));
      const holds = 'list' in modelList && (expected.kind !== 'tiers' || idsOf(modelList.list).some(isTier));
      const foundAt = holds && modelList.pointer !== expected.at ? [modelList.pointer] : [];
      // There is a list at the pointer, and no other one elsewhere: what it lacks is the server's fault.
      if (foundAt.length === 0 && 'list' in listOf(answer, context, expected.at)) return null;
      return { part: 'models', foundAt };
    }
    case 'credits':
      if (!isPointed('credits', expected.at)) return null;
      return { part: 'credits', foundAt: pointersIn(answer, ({ value }) => asNumber(value) !== undefined) };
    default:
      return null;
  }
}

function isWord(value: unknown, answer: Answer): boolean {
  return value !== null && typeof value !== 'object' && !isTheId(value, answer, '');
}
