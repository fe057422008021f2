import querystring from 'node:querystring';
import { pathOf, valueAt } from '../../spec/pointer';
import { isObject } from '../judge/data/json';
import { isWithin, OutsideError, reachOf, shownPlace } from './places';

/** An object of a document, in which any member may be invalid. */
export type Item = Record<string, unknown>;

/** Reads what references stand for. */
export interface References {
  /** The object that a value or its reference stands for; empty where it stands for none. */
  follow: (value: unknown) => Item;
  /**
   * The schemas that a value and its reference stand for: from OpenAPI 3.1 on, keywords beside a `$ref` apply as
   * well.
   */
  schemasOf: (value: unknown) => Item[];
  /** References to nothing that were followed so far. */
  broken: Set<string>;
}

interface Found {
  place: URL;
  value: unknown;
}

/** A document, or another one that it refers to. */
interface Source extends Found {
  /** What a reference may name in it besides pointers: `$anchor` and `$id`. */
  names: Map<string, unknown>;
}

/** A document may refer to very many others, but a server could make them up without end. */
const MOST = 1000;

/**
 * Reads a document with all others that it refers to.
 * @param read returns the content of another one
 * @throws OutsideError at the first reference to a place that it may not refer to
 */
export async function withReferences(
  root: Item,
  place: URL,
  read: (place: URL) => Promise<Found>,
): Promise<References> {
  const sources = new Map<string, Source>();
  const owners = new WeakMap<object, Source>();
  const queue: URL[] = [];
  const add = (key: URL, result: Found) => {
    const source = { ...result, names: new Map<string, unknown>() };
    sources.set(key.href, source);
    const references = index(source, owners);
    queue.push(...references.map((each) => placeOf(each, source.place, place)));
  };
  add(withoutFragment(place), { place, value: root });
  for (const to of queue) {
    if (sources.has(to.href) || sources.size === MOST) continue;
    const source = await read(to).catch((error: unknown) => {
      if (error instanceof OutsideError) throw error;
      return { place: to, value: undefined };
    });
    add(to, source);
  }
  return following(sources, owners, root);
}

function withoutFragment(place: URL): URL {
  const to = new URL(place);
  to.hash = '';
  return to;
}

/**
 * The place that a reference names.
 * @throws OutsideError where the document at the root may not refer to it
 */
function placeOf(reference: string, base: URL, root: URL): URL {
  const to = URL.canParse(reference, base.href) ? new URL(reference, base) : undefined;
  if (to !== undefined && isWithin(to, root)) return withoutFragment(to);
  throw new OutsideError(
    `$ref ${shownPlace(reference)} is not followed: ${reachOf(root)}. If you trust it, bundle both into one file first.`,
  );
}

/** Fills the names of a source, and assigns its objects to it. Returns its references to other documents. */
function index(source: Source, owners: WeakMap<object, Source>): string[] {
  const { names } = source;
  const references = new Set<string>();
  const seen = new Set<unknown>([source.value]);
  for (const each of seen) {
    if (each === null || typeof each !== 'object') continue;
    for (const child of Object.values(each)) seen.add(child);
    if (!isObject(each)) continue;
    owners.set(each, source);
    const { $ref, $id, $anchor } = each;
    if (typeof $ref === 'string' && !$ref.startsWith('#')) references.add($ref);
    if (typeof $id === 'string') names.set($id, each);
    if (typeof $anchor === 'string') names.set(`#${$anchor}`, each);
  }
  return [...references].filter((each) => !names.has(each));
}

function following(sources: Map<string, Source>, owners: WeakMap<object, Source>, root: Item): References {
  const broken = new Set<string>();
  const keepsSiblings = !/^3\.0(?:\.|$)/.test(String(root.openapi));
  const next = (item: Item, $ref: string): unknown => {
    const source = owners.get(item);
    const named = source?.names.get($ref);
    if (source === undefined || named !== undefined) return named;
    const [, path = '', fragment = ''] = /^([^#]*)#?(.*)$/s.exec($ref) ?? [];
    const to = path === '' ? source : sources.get(withoutFragment(new URL(path, source.place)).href);
    const pointer = querystring.unescape(fragment);
    return pointer === '' || pointer.startsWith('/')
      ? valueAt(to?.value, pathOf(pointer))
      : to?.names.get(`#${pointer}`);
  };
  /** The objects from a value to what its references stand for. */
  const passed = (value: unknown): Item[] => {
    const items = new Set<Item>();
    let here = value;
    while (isObject(here) && !items.has(here)) {
      items.add(here);
      const { $ref } = here;
      if (typeof $ref !== 'string') return [...items];
      here = next(here, $ref);
      if (!isObject(here) || items.has(here)) broken.add($ref);
    }
    return [...items, {}];
  };
  return {
    broken,
    follow: (value) => passed(value).at(-1) ?? {},
    schemasOf: (value) => {
      const items = passed(value);
      const isUsed = (item: Item, index: number) =>
        index === items.length - 1 || (keepsSiblings && Object.keys(item).length > 1);
      return items.filter(isUsed);
    },
  };
}
