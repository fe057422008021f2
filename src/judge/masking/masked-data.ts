import type { Exchange } from '../data/evidence';
import { memoize } from '../data/memoize';
import { unread } from '../response/reading';
import { headerWithoutNamed, withoutNamed } from './named-secrets';
import { escapeWhiteSpace } from './placeholders';

/** A copy of plain data in which every text is masked, for whatever is written or printed. */
export type MaskData = <Value>(value: Value) => Value;

/**
 * Masks known secrets, and values whose names say that they are secret. The same object becomes the same copy.
 * @param mask replaces the known secrets in a text
 * @param bodyOf what is shown of the body of a response
 */
export function maskDataBy(
  mask: (text: string) => string,
  bodyOf = ({ response }: Exchange) => response?.body ?? '',
): MaskData {
  const text = memoize((raw) => withoutNamed(mask(raw)));
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
  const header = ([name, value]: readonly [string, string]): [string, string] => [
    name,
    headerWithoutNamed(name, mask(value)),
  ];
  const exchange = ({ request, response, ...rest }: Exchange) => ({
    ...rest,
    request: {
      ...request,
      headers: request.headers.map(header).map(([name, value]) => [name, escapeWhiteSpace(value)]),
    },
    response: response && {
      ...response,
      headers: response.headers.map(header),
      reading: unread,
      body: bodyOf({ request, response, ...rest }),
    },
  });
  return copy as MaskData;
}

const isExchange = (value: object): value is Exchange =>
  'request' in value && 'response' in value && 'actor' in value;
