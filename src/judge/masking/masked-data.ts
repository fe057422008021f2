import type { Exchange } from '../data/evidence';
import { memoize } from '../data/memoize';
import { unread } from '../response/reading';
import { isShown } from '../response/stored-response';
import { placeholder } from './mask';
import { isSecret, withoutNamed } from './named-secrets';
import { anyPlaceholder, escapeWhiteSpace } from './placeholders';

/** A copy of plain data in which every text is masked, for whatever is written or printed. */
export type MaskData = <Value>(value: Value) => Value;

/**
 * Masks known secrets, and headers whose names say that they are secret. The same object becomes the same copy.
 * @param mask replaces the known secrets in a text
 * @param bodyOf what is shown of the body of a response
 */
export function maskDataBy(
  mask: (text: string) => string,
  bodyOf = ({ response }: Exchange) => response?.body ?? '',
): MaskData {
  const text = memoize(mask);
  const copies = new WeakMap<object, unknown>();
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (!copies.has(value)) copies.set(value, copyOf(value));
    return copies.get(value);
  };
  const copyOf = (value: object): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    const fields = Object.entries(isExchange(value) ? exchange(value) : value);
    return Object.fromEntries(fields.map(([name, each]) => [text(name), copy(each)]));
  };
  const exchange = (whole: Exchange, { request, response } = whole) => ({
    ...whole,
    request: {
      ...request,
      url: withoutNamed(request.url.replace(/(:\/\/)[^\s/?#@]+(?=@)/, '$1[userinfo]')),
      body: request.body === null ? null : withoutNamed(request.body),
      headers: request.headers.map(([name, value]) => [name, escapeWhiteSpace(headerShown(name, value))]),
    },
    response: response && {
      ...response,
      headers: response.headers
        .filter(([name]) => isShown(name))
        .map(([name, value]) => [name, headerShown(name, value)]),
      reading: unread,
      body: bodyOf(whole),
    },
  });
  return copy as MaskData;
}

function headerShown(name: string, value: string): string {
  // A query may log in.
  if (/^(?:location|link)$/i.test(name)) return value.replace(/([?#])[^>,;\s]*/g, '$1...');
  const isWritten = /^(?:proxy-)?authorization$/i.test(name) || value.search(anyPlaceholder) >= 0;
  return isSecret(name, value) && !isWritten ? placeholder(name) : value;
}

const isExchange = (value: object): value is Exchange =>
  'request' in value && 'response' in value && 'actor' in value;
