import { parse } from '../judge/data/json';
import type { WireResponse } from '../judge/response/stored-response';
import type { WireFailure } from './http';

/** How many characters of each string are read. */
const LONGEST_STRING = 10_000;
/** How many bytes are read of a body that is no JSON. */
const LARGEST_TEXT = 64 * 1024;
/** A body with more than this besides long strings is not judged: reading it takes a hundred times the memory. */
const LARGEST_JUDGED_BODY = 2 ** 20;

const tooMuch: WireFailure = {
  kind: 'oversize',
  reason: 'the response is larger than 1 MiB, even without the ends of long strings',
};

/** The response as it is read: JSON without the ends of long strings, or the beginning of any other body. */
export function withinBounds(received: WireResponse | WireFailure): WireResponse | WireFailure {
  if ('kind' in received || received.body.length <= LONGEST_STRING) return received;
  const { body } = received;
  const text = body.toString();
  const isJson = parse(text) !== undefined;
  const short = isJson ? Buffer.from(withShortStrings(text)) : body.subarray(0, LARGEST_TEXT);
  // A copy, since a part of a buffer keeps all of it.
  return short.length > LARGEST_JUDGED_BODY
    ? tooMuch
    : { ...received, body: Buffer.from(short), bytes: body.length };
}

function withShortStrings(json: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let open = json.indexOf('"'); open >= 0; open = json.indexOf('"', from)) {
    const first = open + 1;
    let close = first;
    let most = first;
    while (json[close] !== '"') {
      close += json[close] === '\\' ? 2 : 1;
      if (close - first <= LONGEST_STRING) most = close;
    }
    pieces.push(json.slice(from, most), '"');
    from = close + 1;
  }
  return pieces.join('') + json.slice(from);
}
