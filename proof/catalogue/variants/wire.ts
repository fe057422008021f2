import { brotliCompressSync, gzipSync } from 'node:zlib';
import { alterResponses, asHtml, whenRejected, withBody, withHeaders } from '../../../mock/answers';
import { authenticate } from '../../../mock/auth';
import type { Check } from '../../../mock/call';
import { behind } from '../../../mock/defect';
import { isObject } from '../../../mock/json';
import type { FaultyConnection } from '../../../mock/workflows';
import { beforeAll, type Variant } from './variant';

/** The fields of an error object in the opposite order. */
export const errorReversed = whenRejected(
  'all',
  withBody((body) => {
    const error = isObject(body) && isObject(body.error) ? body.error : {};
    return { error: Object.fromEntries(Object.entries(error).toReversed()) };
  }),
);

const requireTenant: Check = ({ headers }) =>
  headers['x-tenant'] === '7'
    ? undefined
    : { code: 'invalid_request', about: 'the header X-Tenant is not 7' };

export const prefixed: Variant = {
  phrase: 'a path prefix, and a header that every request needs',
  change: [{ service: { prefix: '/tenants/7/api' } }, behind(authenticate, requireTenant)],
  target: (given) => ({ ...given, headers: { 'X-Tenant': '7' } }),
};

const noFurtherHeaders: Check = ({ headers }) =>
  ['x-api-key', 'api-key', 'apikey', 'x-auth-token', 'token'].some((name) => name in headers)
    ? { code: 'invalid_request', about: 'a header is not known' }
    : undefined;

/** A gateway with its own schema rejects such requests before the service checks the key. */
export const strictHeaders: Variant = {
  phrase: 'headers that are not known are rejected, with and without a key',
  change: beforeAll(noFurtherHeaders),
  mayBeUntested: /^auth\.header\.required$/,
};

const koreanReasons: Readonly<Record<FaultyConnection['reason'], string>> = {
  later: '뒤에 오는 블록입니다',
  self: '자기 자신입니다',
  'no-block': '없는 블록입니다',
  'missing-field': '없는 출력입니다',
  'mismatched-kind': '종류가 맞지 않습니다',
};

export const korean: Variant = {
  phrase: 'messages and block names in Korean, a charset, `type` first, pretty-printed, more headers',
  change: [
    {
      errors: { message: ({ about }) => `요청을 처리할 수 없습니다. ${about}` },
      workflows: {
        describe: ({ reason, reader, input, block, field }) =>
          `${reader}의 입력 ${input}에 ${block}의 출력 ${field}을(를) 연결할 수 없습니다: ${koreanReasons[reason]}.`,
      },
    },
    errorReversed,
    whenRejected(
      ['missing_api_key', 'invalid_api_key'],
      withHeaders({ 'www-authenticate': 'Bearer realm="api"' }),
    ),
    whenRejected(['rate_limited', 'daily_quota_exceeded'], withHeaders({ 'retry-after': '1' })),
    alterResponses((answer) => ({
      ...answer,
      headers: { 'content-type': 'application/json; charset=UTF-8', ...answer.headers },
      raw: answer.raw ?? `${JSON.stringify(answer.body, null, 2)}\n`,
    })),
  ],
  target: (given) => ({
    ...given,
    messages: [{ role: 'user', content: '안녕하세요' }],
    workflow: {
      ...given.workflow,
      samples: { text: '안녕하세요', number: 3 },
      blockName: (index) => `단계${'가나다라마바사아자차카타파하'.charAt(index)}`,
    },
  }),
};

/** Splits bytes into chunks of seven, which also splits multi-byte characters. */
function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let from = 0; from < bytes.length; from += 7) controller.enqueue(bytes.slice(from, from + 7));
      controller.close();
    },
  });
}

export const chunked: Variant = {
  phrase: 'answers in small chunks, with spaces before and after the JSON',
  change: {
    service: {
      write: ({ status, headers, body, raw }) =>
        new Response(inPieces(Buffer.from(`\n  ${raw ?? JSON.stringify(body)} \r\n`)), {
          status,
          headers: { 'content-type': 'application/json', ...headers },
        }),
    },
  },
};

export const compressed: Variant = {
  phrase: 'answers in gzip or brotli where the client takes them',
  change: {
    service: {
      write({ status, headers, body, raw }, call) {
        const bytes = Buffer.from(raw ?? JSON.stringify(body));
        const accepted = call.headers['accept-encoding'] ?? '';
        const encoding = /\bbr\b/.test(accepted) && call.number % 2 === 0 ? 'br' : 'gzip';
        const plain = { 'content-type': 'application/json', ...headers };
        if (!accepted.includes(encoding)) return new Response(bytes, { status, headers: plain });
        const pressed = encoding === 'br' ? brotliCompressSync(bytes) : gzipSync(bytes);
        const told = { ...plain, 'content-encoding': encoding, vary: 'Accept-Encoding' };
        return new Response(pressed, { status, headers: told });
      },
    },
  },
};

export const closing: Variant = {
  phrase: 'the connection closed after each answer, and a cookie with each',
  change: alterResponses((answer, call) =>
    withHeaders({ connection: 'close', 'set-cookie': `visit=${call.number}; Path=/` })(answer, call),
  ),
};

export const trailingWhitespaceSeen: Variant = {
  phrase: 'a plain space or tab after the key seen, and the key refused for it',
  change: { service: { authorization: (_, onTheWire) => onTheWire } },
};

export const acceptRead: Variant = {
  phrase: '406 for who accepts no JSON',
  change: alterResponses(asHtml('406 Not Acceptable', 406), ({ headers }) => headers.accept === 'text/html'),
};
