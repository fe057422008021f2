import type { Shown } from '../drive/matchers';
import type { Pointer } from '../drive/target';
import { type Answer, body } from './answer';
import { at, doubted, isObject, walk } from './json';

/** The list of models in the body of an answer of GET /v1/models (contract 4), or why there is none. */
export type Listing = { list: unknown[] } | { missing: string } | { several: Pointer[] };

/**
 * The list stands at the pointer, or is the only array of objects with an `id` that holds the three text
 * models, or is the answer itself, or is the only such array that stands in no other.
 */
export function listing(json: unknown, pointer?: Pointer): Listing {
  if (json === undefined) return { missing: 'no JSON' };
  if (pointer !== undefined) {
    const there = at(json, pointer);
    return Array.isArray(there) ? { list: there } : { missing: `no list at ${pointer || 'the top'}` };
  }
  const arrays = [...walk(json)].flatMap((each) =>
    Array.isArray(each.value) && each.value.some((item) => isObject(item) && 'id' in item)
      ? [{ pointer: each.pointer, list: each.value as unknown[] }]
      : [],
  );
  const [ofTiers, ...more] = arrays.filter(({ list }) => wordsIn(idsOf(list)).length > 0);
  if (ofTiers !== undefined && more.length === 0) return ofTiers;
  if (Array.isArray(json)) return { list: json };
  const outermost = arrays.filter(
    (inner) => !arrays.some((outer) => inner.pointer.startsWith(`${outer.pointer}/`)),
  );
  if (outermost.length > 1) return { several: outermost.map((each) => each.pointer) };
  return outermost[0] ?? { missing: 'no array of objects with an id' };
}

/** What the target file must say before one of several lists is chosen. */
export function needsPointer(lists: Pointer[]): string {
  return `needs models in the target file: lists stand at ${lists.join(', ')}`;
}

/** Of a models body: the ids that are non-empty strings, in order, doubles kept. */
export function idsIn(json: unknown, pointer?: Pointer): string[] {
  const found = listing(json, pointer);
  return 'list' in found ? idsOf(found.list) : [];
}

function idsOf(list: unknown[]): string[] {
  return list.flatMap((model) => idOf(model) ?? []);
}

function idOf(model: unknown): string | undefined {
  return isObject(model) && typeof model.id === 'string' && model.id !== '' ? model.id : undefined;
}

export const tiers = ['pro', 'mini', 'nano'] as const;
export type Tier = (typeof tiers)[number];

/** The words W of which W-text-pro, W-text-mini and W-text-nano are all listed (contract 1). */
export function wordsIn(ids: readonly string[]): string[] {
  const words = ids.flatMap((id) => /^(.+)-text-pro$/.exec(id)?.[1] ?? []);
  return [...new Set(words)].filter((word) => tiers.every((tier) => ids.includes(`${word}-text-${tier}`)));
}

/** A requirement of the list; not driven where it cannot be told which of several lists that is. */
function ofTheList(
  pointer: Pointer | undefined,
  expected: string,
  judge: (list: unknown[]) => Pick<Shown, 'met' | 'received'>,
): (answer: Answer) => Shown {
  return (answer) => {
    const found = listing(body(answer), pointer);
    if ('missing' in found)
      return { met: false, expected, received: found.missing, ...doubted(false, pointer) };
    if ('several' in found)
      return { met: false, expected, received: '', undriven: needsPointer(found.several) };
    return { expected, ...judge(found.list) };
  };
}

/** A list, not empty, each model with a non-empty string `id`. */
export function modelsWithIds(pointer?: Pointer): (answer: Answer) => Shown {
  return ofTheList(pointer, 'a list of models, not empty, each with a non-empty string id', (list) => {
    const { length } = list.filter((model) => idOf(model) !== undefined);
    const received = list.length === 0 ? 'an empty list' : `${length} of ${list.length} have one`;
    return { met: length > 0 && length === list.length, received };
  });
}

/** No id is listed twice. */
export function modelsListedOnce(pointer?: Pointer): (answer: Answer) => Shown {
  return ofTheList(pointer, 'each id once', (list) => {
    const ids = idsOf(list);
    const seen = new Set<string>();
    const twice = [...new Set(ids.filter((id) => seen.has(id) || !seen.add(id)))];
    const told = twice.length > 0 ? `${twice.slice(0, 8).join(', ')} twice` : 'each id once';
    return { met: ids.length > 0 && twice.length === 0, received: ids.length === 0 ? 'no ids' : told };
  });
}

/** The three text models of one service word are listed (contract 1); of the given word, where one is given. */
export function threeTiers(pointer?: Pointer, word?: string): (answer: Answer) => Shown {
  const named = tiers.map((tier) => `${word ?? '<service>'}-text-${tier}`).join(', ');
  return ofTheList(pointer, named, (list) => {
    const ids = idsOf(list);
    const words = wordsIn(ids);
    const met = word === undefined ? words.length > 0 : words.includes(word);
    const told = `${ids.slice(0, 8).join(', ')}${ids.length > 8 ? ' ...' : ''}`;
    return { met, received: ids.length === 0 ? 'no ids' : told };
  });
}
