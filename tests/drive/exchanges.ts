import type { Answer } from '../engine/answer';
import type { Exchange } from '../engine/evidence';
import { keepAnswer, keptBody } from '../engine/kept';
import type { WireAnswer, WireFailure, WireRequest } from './http';
import { mask, read } from './secrets';

let sent = 0;

/** What is kept of a request and what came back, every secret masked, and the answer as it is judged, whole. */
export function toExchange(
  { actor, variable }: Pick<Exchange, 'actor' | 'variable'>,
  operation: Exchange['operation'],
  wire: WireRequest,
  received: WireAnswer | WireFailure,
): { exchange: Exchange; answer: Answer | null } {
  const exchange: Exchange = {
    id: `${process.env.TEST_PARALLEL_INDEX ?? 0}-${process.pid}-${++sent}`,
    actor,
    variable,
    operation,
    request: {
      method: wire.method,
      url: mask(wire.url),
      headers: Object.entries(wire.headers).map(([name, value]) => [name, visible(mask(value))]),
      body: wire.body === null ? null : keptBody(wire.body.toString(), read),
    },
    response: null,
  };
  if ('kind' in received) return { exchange: { ...exchange, failure: received.reason }, answer: null };
  return { exchange, answer: keepAnswer(exchange, received, read) };
}

/** White space that a reader would not see is spelt out, and so is a byte that is no character by itself. */
function visible(value: string): string {
  return value
    .replaceAll('\u00a0', '<no-break space>')
    .replace(/[\x80-\xff]/g, (byte) => `<byte ${byte.charCodeAt(0).toString(16)}>`)
    .replaceAll('\t', '<tab>')
    .replace(/^ +| +$| {2,}/g, (spaces) => '<space>'.repeat(spaces.length));
}
