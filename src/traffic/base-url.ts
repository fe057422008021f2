import type { Entry } from 'har-format';
import { knownOperations } from '../../spec/contract';
import { knownIds, patternOf } from '../../spec/operations';

/**
 * The base URLs, each an origin and a prefix, at which the known endpoints were requested. Requests without a
 * key count, too.
 */
export function baseUrlsIn(entries: readonly Entry[]): string[] {
  const found = entries.flatMap(({ request: { method, url } }) => {
    if (!URL.canParse(url)) return [];
    const { origin, pathname } = new URL(url);
    return knownIds
      .filter((id) => knownOperations[id].method === method.toUpperCase())
      .flatMap((id) => {
        const end = new RegExp(`${patternOf(id)}$`).exec(pathname);
        return end === null ? [] : [origin + pathname.slice(0, end.index)];
      });
  });
  return [...new Set(found)];
}

/** The part of an address below a base URL; null where it is not below it. */
export function pathBelow(base: URL, url: URL): string | null {
  const prefix = base.pathname.replace(/\/+$/, '');
  if (url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`)) return null;
  return url.pathname.slice(prefix.length);
}
