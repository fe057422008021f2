import { dirname, isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const isAddress = (source: string) => /^https?:/i.test(source);

/** An address or reference without its query, user and password, which may be secrets. */
export function shownPlace(source: string): string {
  return source.replace(/^([a-z]+:)?([\\/]{2,})[^\\/?#]*@/i, '$1$2').replace(/\?.*$/s, '');
}

/** The document that the user named, as messages show it. */
export const shownSource = (source: string) => (isAddress(source) ? shownPlace(source) : source);

/** A reference to a place that its document may not read; the message is one line. */
export class OutsideError extends Error {}

/**
 * Whether a document may refer to a place. A document from the network could otherwise read files and internal
 * addresses of the user.
 * @param root the place of the document that the user named
 */
export function isWithin(place: URL, root: URL): boolean {
  if (place.protocol !== root.protocol || place.host !== root.host) return false;
  if (root.protocol !== 'file:') return true;
  // A slash in a name is no name of a file.
  if (/%2f|%5c/i.test(place.pathname)) return false;
  const way = relative(dirname(fileURLToPath(root)), fileURLToPath(place));
  return !isAbsolute(way) && !/^\.\.(?:[\\/]|$)/.test(way);
}

/** What a document at a place may refer to. */
export function reachOf(root: URL): string {
  return root.protocol === 'file:'
    ? 'a document in a file may refer to files in its own folder and below only'
    : `a document at an address may refer to its own origin only, ${root.origin}`;
}
