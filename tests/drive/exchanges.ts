import type { Exchange } from '../engine/evidence';
import type { WireAnswer, WireFailure, WireRequest } from './http';
import { mask } from './secrets';

/** The most that is shown of a body, in bytes. */
const SHOWN = 2048;
let sent = 0;

/** What is kept of a request and what came back: every secret masked, a long body cut, headers by a list. */
export function toExchange(
  { actor, variable }: Pick<Exchange, 'actor' | 'variable'>,
  operation: Exchange['operation'],
  wire: WireRequest,
  received: WireAnswer | WireFailure,
): Exchange {
  const kept: Exchange = {
    id: `${process.env.TEST_PARALLEL_INDEX ?? 0}-${process.pid}-${++sent}`,
    actor,
    variable,
    operation,
    request: {
      method: wire.method,
      url: mask(wire.url),
      headers: Object.entries(wire.headers).map(([name, value]) => [name, visible(mask(value))]),
      body: wire.body === null ? null : shown(wire.body),
    },
    response: null,
    judged: [],
  };
  if ('kind' in received) kept.failure = received.reason;
  else {
    kept.response = {
      status: received.status,
      headers: received.headers
        .filter(([name]) => worthShowing.test(name))
        .map(([name, value]) => [name, mask(value)]),
      body: shown(received.body),
      bodyBytes: received.body.length,
      milliseconds: Math.round(received.milliseconds),
    };
  }
  return kept;
}

const worthShowing =
  /^(?:content-(?:type|length|encoding)|date|retry-after|www-authenticate|location|allow|server|via|traceparent|x-ratelimit-.*|ratelimit.*|.*(?:request|trace|correlation)-?id)$/i;

/** Masked before it is cut: half a key is still half a secret. */
function shown(body: Buffer): string {
  const masked = mask(body.subarray(0, 2 * SHOWN).toString());
  return Buffer.from(masked).subarray(0, SHOWN).toString();
}

/** White space that a reader would not see is spelt out. */
function visible(value: string): string {
  return value
    .replaceAll('\u00a0', '<no-break space>')
    .replaceAll('\t', '<tab>')
    .replace(/^ +| +$| {2,}/g, (spaces) => '<space>'.repeat(spaces.length));
}
