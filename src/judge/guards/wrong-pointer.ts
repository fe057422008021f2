import { works } from '../../../spec/works';
import type { Context, Exchange } from '../data/evidence';
import { type Expectation, isOfSuccess } from '../data/expectation';
import { asNumber, type Pointer } from '../data/json';
import { type Answer, answerOf, body, isAccepted, wasAccepted } from '../response/answer';
import { wasShownElsewhere } from '../response/missing-result';
import { idsOf, isTier, listing, listOf, listRead } from '../response/models';
import { isVerifiedEarlier } from '../response/parts';
import { isNamed, isTheId, pointersIn } from '../response/pointers';
import { idIn, readAt } from '../response/read-at';
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

/**
 * Another response has the value at the same place: another lookup of this job its result, another submission another id.
 * One text request may be completed at once, and another by a job.
 */
function isShownElsewhere(expected: Expectation, answer: Answer, around: readonly Exchange[]): boolean {
  if (expected.kind === 'value')
    return expected.part === 'job.result' && wasShownElsewhere(expected, answer, around);
  const { operation } = answer.exchange;
  if (expected.kind !== 'identifier' || operation === 'text') return false;
  const { of, at } = expected;
  const own = idIn(answer, of, at);
  return around.some((each) => {
    const other = each.operation === operation && wasAccepted(each) ? answerOf(each) : null;
    const id = other && idIn(other, of, at);
    return id != null && id !== own;
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
      const { of, at: pointer } = expected;
      const { id: name, idAt: part } = works[of];
      // A field with the contract's own name is the right one.
      if (isNamed(pointer, name) && readAt(answer, part, pointer) !== undefined) return null;
      if (!isPointed(part, pointer) && idIn(answer, of) != null) return null;
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
