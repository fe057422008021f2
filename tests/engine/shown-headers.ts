import type { Evidence, Exchange } from './evidence';

/** Response headers that a report may show: what helps to find the request in a log, or to wait rightly. */
const shown =
  /^(?:allow|content-(?:type|length|encoding|language)|date|location|retry-after|server|transfer-encoding|via|www-authenticate|(?:x-)?rate-?limit(?:-[a-z-]+)?|(?:x-)?(?:[a-z]+-)*(?:request|correlation|trace)-?id|traceparent|cf-ray)$/i;

/** The evidence with every other response header left out. */
export function withShownHeaders(evidence: Evidence): Evidence {
  return { ...evidence, exchanges: evidence.exchanges.map(exchangeWithShownHeaders) };
}

function exchangeWithShownHeaders(exchange: Exchange): Exchange {
  if (exchange.response === null) return exchange;
  const headers = exchange.response.headers.filter(([name]) => shown.test(name));
  return { ...exchange, response: { ...exchange.response, headers } };
}
