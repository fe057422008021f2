import type { Context, Exchange } from '../data/evidence';
import { factsOf } from '../data/facts';
import { at, isObject, kindOf, type Pointer, parse, walk } from '../data/json';
import { type Answer, body } from './answer';

/** The list of models in a response of GET /v1/models (contract 4), or why there is none. */
export type Listing = { list: unknown[]; pointer: Pointer } | { missing: string } | { several: Pointer[] };

/**
 * The list is at the pointer. Without a pointer, it is the only array of objects with an `id` that has the
 * three text models, or the only such array that is not inside another, or the whole response.
 */
export function listing(json: unknown, pointer?: Pointer): Listing {
  if (json === undefined) return { missing: 'no JSON' };
  if (pointer !== undefined) {
    const there = at(json, pointer);
    return Array.isArray(there)
      ? { list: there, pointer }
      : { missing: `no list at ${pointer || 'the top'}` };
  }
  const arrays = [...walk(json)].flatMap((each) =>
    Array.isArray(each.value) && each.value.some((item) => isObject(item) && 'id' in item)
      ? [{ pointer: each.pointer, list: each.value as unknown[] }]
      : [],
  );
  const [ofTiers, ...more] = arrays.filter(({ list }) => wordsIn(idsOf(list)).length > 0);
  if (ofTiers !== undefined && more.length === 0) return ofTiers;
  const outermost = arrays.filter(
    (inner) => !arrays.some((outer) => inner.pointer.startsWith(`${outer.pointer}/`)),
  );
  if (outermost.length > 1) return { several: outermost.map((each) => each.pointer) };
  const whole = Array.isArray(json) ? { list: json, pointer: '' } : undefined;
  return outermost[0] ?? whole ?? { missing: 'no array of objects with an id' };
}

/** The list that a function of the target file returned, for all pages if there are several. */
export function listRead(exchange: Exchange, known: Pick<Context, 'facts'>): unknown {
  return factsOf(exchange, known).pages?.list ?? exchange.read?.models;
}

/** The list in a response of GET /v1/models: from the function of the target file, or found by `listing`. */
export function listOf(answer: Answer, known: Pick<Context, 'facts'>, pointer?: Pointer): Listing {
  const read = listRead(answer.exchange, known);
  if (read === undefined) return listing(body(answer), pointer);
  const missing = 'no list, as the target file reads it';
  return Array.isArray(read) ? { list: read, pointer: '' } : { missing };
}

/** What the target file must say before one of several lists is chosen. */
export function severalLists(lists: Pointer[]): { kind: 'needs'; what: string; detail: string } {
  return { kind: 'needs', what: 'models', detail: `lists are at ${lists.join(', ')}` };
}

/** The ids in a list of models that are non-empty strings, in order, with duplicates. */
export function idsIn(json: unknown, pointer?: Pointer): string[] {
  const modelList = listing(json, pointer);
  return 'list' in modelList ? idsOf(modelList.list) : [];
}

/** Headers that may announce further pages of a list. */
export const announcesPages =
  /^(?:link|content-range|(?:x-)?(?:[a-z]+-)*(?:next|more|cursor|total|count|pages?|pagination)(?:-[a-z]+)*)$/i;

/** Names of a number of entries or pages: `total_count`, `x-total-pages`, not `account_id`. */
const countsEntries =
  /^(?=.*(?:total|count|pages))(?:x|total|count|num|number|of|all|pages?|models?|items?|results?|records?|elements?|entr(?:y|ies)|objects?|rows?|[-_])+$/i;

/** What may announce more than a list of this length has, by the name of a field or header; the first that fits counts. */
const signsOfMore: readonly [
  sign: RegExp,
  isMore: (value: unknown, length: number, name: string) => boolean,
][] = [
  [/next|more|cursor/i, Boolean],
  [/^link$/i, (value) => /rel="?next/i.test(String(value))],
  // As in `items 0-1/5`.
  [/content-range/i, (value, length) => Number(String(value).split('/')[1]) > length],
  [countsEntries, (value, length, name) => Number(value) > (/pages/i.test(name) ? 1 : length)],
  [/limit|size|per[_-]?page/i, (value, length) => value === length],
];

/**
 * Evidence that a list is incomplete: the text models are in several lists, or the body or headers announce
 * more. Null if there is none.
 */
export function beyond(answer: Answer, list: readonly unknown[]): string | null {
  const values = [...walk(body(answer))];
  const ids = values.flatMap(({ value }) => idOf(value) ?? []);
  if (wordsIn(ids).length > 0) return 'the text models are in several lists';
  const headers = answer.exchange.response?.headers.filter(([name]) => announcesPages.test(name)) ?? [];
  const parsed = Object.fromEntries(headers.map(([name, value]) => [name, parse(value) ?? value]));
  const beside = values.filter(({ pointer }) => !/\/\d+(?:\/|$)/.test(pointer));
  const tells = [...beside, ...walk(parsed)].find(({ name, value }) =>
    signsOfMore.find(([sign]) => sign.test(name))?.[1](value, list.length, name),
  );
  if (tells === undefined) return null;
  const value = typeof tells.value === 'object' ? kindOf(tells.value) : JSON.stringify(tells.value);
  return `there may be a further page: ${tells.name} is ${value}`;
}

export function idsOf(list: unknown[]): string[] {
  return list.flatMap((model) => idOf(model) ?? []);
}

function idOf(model: unknown): string | undefined {
  return isObject(model) && typeof model.id === 'string' && model.id !== '' ? model.id : undefined;
}

export const tiers = ['pro', 'mini', 'nano'] as const;
export type Tier = (typeof tiers)[number];

export const textModel = (word: string, tier: Tier) => `${word}-text-${tier}`;

const ending = new RegExp(`(?<=.)-text-(?:${tiers.join('|')})$`);

/** True for `<service>-text-pro`, `-mini` and `-nano` of any service. */
export const isTier = (id: string) => ending.test(id);

/** The service word that the text models are chosen by: one with all three models listed, or else any. */
export function wordOf(ids: readonly string[]): string | undefined {
  const [whole] = wordsIn(ids);
  return whole ?? ids.find(isTier)?.replace(ending, '');
}

/** The words W of which W-text-pro, W-text-mini and W-text-nano are all listed (contract 1). */
export function wordsIn(ids: readonly string[]): string[] {
  const words = ids.flatMap((id) => /^(.+)-text-pro$/.exec(id)?.[1] ?? []);
  return [...new Set(words)].filter((word) => tiers.every((tier) => ids.includes(textModel(word, tier))));
}

/** The types of errors that belong to the words in the names of models (contract 2.1). */
export const typesOf = (words: readonly string[]): string[] => words.map((word) => `${word}_error`);
