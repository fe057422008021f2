import { type Answer, answerOf, body, isServed, valuesInAddress } from './answer';
import { difference } from './decimal';
import type { Context, Exchange } from './evidence';
import type { Expectation } from './expectation';
import { asNumber, asWritten, identifierIn, isObject, type Pointer, walk } from './json';
import { idIn, located, partOfId } from './located';
import { idsOf, isTier, listing, listOf } from './models';
import { isSigned } from './parts';
import { readingOf } from './reading';

/** Where a target file says that a value stands, and an answer shows that it may not. */
export interface Misplaced {
  part: string;
  /** Where such a value does stand. */
  stands: Pointer[];
}

/**
 * A served answer without a value of its sort where the target file says that it stands; null where it says nothing, or
 * was signed, or shown by another answer, and such a value stands nowhere else: how these answers look is not shown,
 * and may change.
 * @param around every exchange of the case
 */
export function misplaced(
  expected: Expectation,
  answer: Answer,
  around: readonly Exchange[],
  context: Context,
): Misplaced | null {
  const found = placeOf(expected, answer);
  if (found === null || !(isSigned(found.part, context) || isShownElsewhere(expected, answer, around)))
    return found;
  // Any word may look like a state or a result.
  return expected.kind === 'value' || found.stands.length === 0 ? null : found;
}

const ALL = Number.POSITIVE_INFINITY;

/**
 * Another answer to this operation has at the place, or where none is told anywhere, what this one lacks: an id, where
 * this one has no field so called elsewhere; a result, where this one has nothing that the other has not.
 */
function isShownElsewhere(expected: Expectation, answer: Answer, around: readonly Exchange[]): boolean {
  if (expected.kind !== 'identifier' && expected.kind !== 'value') return false;
  const { at: pointer } = expected;
  const part = expected.kind === 'value' ? expected.part : partOfId(expected.name);
  if (part === 'job.state') return false;
  const { operation, read } = answer.exchange;
  const others = around.flatMap((exchange) => {
    const other = exchange.operation === operation ? answerOf(exchange) : null;
    return other !== null && isServed(other) ? other : [];
  });
  if (pointer === undefined) {
    // Of text requests one may be answered at once, and another by a job.
    if (expected.kind === 'value' || operation === 'text' || part in (read ?? {})) return false;
    return others.some((other) => idIn(other, expected.name) != null);
  }
  const mayStand = ({ name, value }: { name: string; value: unknown }) =>
    expected.kind === 'value' ? value !== null : isNamed(pointer, name);
  const elsewhere = pointersIn(answer, mayStand, ALL).filter((each) => each !== pointer);
  const own = located(answer, part, pointer);
  return others.some((other) => {
    const there = located(other, part, pointer);
    // What two submissions have in common is the id of neither.
    if (there == null || (expected.kind === 'identifier' && there === own)) return false;
    const shown = expected.kind === 'value' ? pointersIn(other, () => true, ALL) : [];
    return elsewhere.every((each) => shown.includes(each));
  });
}

function placeOf(expected: Expectation, answer: Answer): Misplaced | null {
  const { exchange } = answer;
  const isPointed = (part: string, pointer: Pointer | undefined) =>
    pointer !== undefined || (exchange.read !== undefined && part in exchange.read);
  switch (expected.kind) {
    case 'identifier': {
      const { name, at: pointer } = expected;
      const part = partOfId(name);
      // What stands under the contract's own name is what it is.
      if (isNamed(pointer, name) && located(answer, part, pointer) !== undefined) return null;
      if (!isPointed(part, pointer) && idIn(answer, name) != null) return null;
      const [builtFrom = null] = exchange.parts ?? [];
      if (!isPointed(part, pointer)) return builtFrom === null ? null : { part: builtFrom, stands: [] };
      return { part, stands: pointersIn(answer, (each) => each.name === name) };
    }
    case 'value':
      return { part: expected.part, stands: pointersIn(answer, (each) => isWord(each.value, answer)) };
    case 'models':
    case 'models once':
    case 'tiers': {
      if (!isPointed('models', expected.at)) return null;
      const found = listing(body(answer));
      const holds = 'list' in found && (expected.kind !== 'tiers' || idsOf(found.list).some(isTier));
      const stands = holds && found.pointer !== expected.at ? [found.pointer] : [];
      // A list stands there, and no other one elsewhere: what it lacks is the server's.
      if (stands.length === 0 && 'list' in listOf(answer, expected.at)) return null;
      return { part: 'models', stands };
    }
    case 'credits':
      if (!isPointed('credits', expected.at)) return null;
      return { part: 'credits', stands: pointersIn(answer, ({ value }) => asNumber(value) !== undefined) };
    default:
      return null;
  }
}

/** An id that the target file finds elsewhere than under the contract's own name, where another one stands. */
export function contradicted(expected: Expectation, answer: Answer, context: Context): Misplaced | null {
  if (expected.kind !== 'identifier' || isNamed(expected.at, expected.name)) return null;
  const part = partOfId(expected.name);
  const named = identifierIn(body(answer), expected.name);
  if (named === undefined || isSigned(part, context)) return null;
  if (String(named) === String(idIn(answer, expected.name, expected.at))) return null;
  return { part, stands: pointersIn(answer, ({ name }) => name === expected.name) };
}

/**
 * Whether the number that the target file reads as the credits may be another one than the credits. It may where
 * between the readings
 * - another number of the answer fell;
 * - it rose, or stood still while a smaller one rose, as what was used does, and it was never seen to fall;
 * - it fell by as much for each refused request as for each use, as a count of calls does, and another falls with uses.
 * @param around every exchange of the case
 */
export function misread(
  expected: Extract<Expectation, { kind: 'charged' | 'cheaper' | 'uncharged' }>,
  answers: readonly Answer[],
  around: readonly Exchange[],
  context: Context,
): Misplaced | null {
  const readings = answers.filter(({ exchange }) => exchange.operation === 'credits');
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined || isSigned('credits', context)) return null;
  if (expected.at === undefined && first.exchange.read?.credits === undefined) return null;
  const later = numbersIn(last);
  const [before, after] = [readingOf(first, expected.at)?.amount, readingOf(last, expected.at)?.amount];
  const charges = around.flatMap(({ charged = 0 }) => (charged > 0 ? charged : []));
  const isLowered = charges.length > 0;
  const change = before != null && after != null ? difference(before, after) : 0;
  const refused = answers.length - readings.length;
  const countsCalls =
    expected.kind === 'uncharged' && isLowered && charges.every((each) => each * refused === change);
  const numbers = numbersIn(first);
  const byFunction = expected.at === undefined;
  // A function may add up several numbers, which fall together.
  if (byFunction && change > 0 && ![...numbers.values()].includes(before ?? '')) return null;
  const rose = !isLowered && change < 0;
  const stoodStill = !isLowered && after != null && before === after;
  const fellWithUses = (pointer: Pointer, now: string) =>
    around.some((each) => {
      const answer =
        each.operation === 'credits' && each.variable === first.exchange.variable && answerOf(each);
      const was = answer ? numbersIn(answer).get(pointer) : undefined;
      return was !== undefined && difference(was, now) > 0;
    });
  const stands = [...numbers].flatMap(([pointer, was]) => {
    const now = later.get(pointer);
    const isRead = byFunction ? was === before && now === after : pointer === expected.at;
    if (now === undefined || isRead) return [];
    const fell = difference(was, now);
    const roseBelow = stoodStill && fell < 0 && difference(after, now) >= 0;
    return fell > 0 || roseBelow || (countsCalls && fellWithUses(pointer, now)) ? pointer : [];
  });
  return stands.length > 0 || rose ? { part: 'credits', stands: stands.slice(0, 3) } : null;
}

function numbersIn(answer: Answer): Map<Pointer, string> {
  const numbers = [...walk(asWritten(answer.text ?? '').value)].filter(
    ({ value }) => asNumber(value) !== undefined,
  );
  return new Map(numbers.map(({ pointer, value }) => [pointer, String(value).trim()]));
}

/** True of the id that was looked up, and of what holds it where a state was to stand. */
export function isTheId(value: unknown, { exchange }: Answer, part: string): boolean {
  const asked = valuesInAddress(exchange);
  const values = part === 'job.state' ? [...walk(value)].map((each) => each.value) : [value];
  return values.some((each) => typeof each === 'string' && each !== '' && asked.includes(each));
}

/** True of a pointer to a field of this name. */
function isNamed(pointer: Pointer | undefined, name: string): boolean {
  return pointer?.split('/').at(-1) === name;
}

function isWord(value: unknown, answer: Answer): boolean {
  return value !== null && typeof value !== 'object' && !isTheId(value, answer, '');
}

function pointersIn(
  answer: Answer,
  holds: (each: { name: string; value: unknown }) => boolean,
  most = 3,
): Pointer[] {
  const found = [...walk(body(answer))].filter((each) => holds(each) && !isObject(each.value));
  return found.slice(0, most).map(({ pointer }) => pointer);
}
