import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { mockKeys } from '../../../mock/accounts';
import { alterResponses, asEmpty, asJson, asText, nthCall, whenRejected } from '../../../mock/answers';
import type { Change } from '../../../mock/behaviour';
import type { Call } from '../../../mock/call';
import { exitCodes, type OutcomeWord } from '../../../src/judge/verdict/outcome';
import { anError } from '../../helpers/an-error';
import { certificateFor } from '../../helpers/certificate';
import type { Row } from '../../row';
import { mockWith, type Server } from '../../run';
import { always, http, listening, MIB, type Open, pour, raw, repeat } from './listening';
import * as mock from './spoiled-mock';

/** A hostile server. */
interface Hostile {
  open: Server;
  /** Text that the terminal must show. */
  says: string;
  /** TIMEOUT_MS; five seconds by default. */
  patience?: number;
}

const json = 'application/json';
const page = '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>\n';
const error = (code: string) => JSON.stringify(anError(code));
const headOf = (length: number) =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${json}\r\ncontent-length: ${length}\r\n\r\n`;
const deep = (head: string, foot: string) => `${head}${'['.repeat(100_000)}${']'.repeat(100_000)}${foot}`;
const models = (length: number) =>
  JSON.stringify(Array.from({ length }, (_, index) => ({ id: `m${index}` })));

const nowhere: Open = async () => {
  const close = async () => {};
  return { url: 'http://127.0.0.1:1', close, [Symbol.asyncDispose]: close };
};

const untrusted: Open = () => {
  const server = createTlsServer(certificateFor('a test of the suite'), (_, response) => response.end('{}'));
  return listening(server, 'https');
};

function drip(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': json });
  if (response.socket) repeat(response.socket, '1\r\n \r\n', 100);
  response.flushHeaders();
}

function echo(incoming: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [];
  incoming.on('data', (piece: Buffer) => pieces.push(piece));
  incoming.on('end', () => {
    const { method, url, headers } = incoming;
    const body = Buffer.concat(pieces).toString();
    response.writeHead(200, { 'content-type': json }).end(JSON.stringify({ method, url, headers, body }));
  });
}

/** 8 GiB of spaces in 8 MiB. Gzip allows several members in a row (RFC 1952, 2.2). */
const bomb: Open = () => {
  const member = gzipSync(Buffer.alloc(64 * MIB, ' '));
  const bytes = Buffer.concat(Array.from({ length: 128 }, () => member));
  return always(200, json, bytes, { 'content-encoding': 'gzip' })();
};

const changed = (variant: Change) => mockWith({ variant });
const isSubmission = ({ method }: Call) => method !== 'GET';
const rejected = asJson(anError('invalid_api_key'), 401);
const limited = asJson(anError('rate_limited'), 429);
const gatewayPage = asText(page, 502, 'text/html');

/** The number of responses after which a server turns hostile in the middle of a run. */
const HALF = 300;
const isLate = ({ number }: Call) => number > HALF;

const CLOSED = 'the connection was closed before the response was complete';
const SILENT = 'no complete response within 1000 ms (TIMEOUT_MS)';
const TOO_LARGE = 'larger than 16 MiB: is BASE_URL right?';
const NOT_REFUSED = 'no request without a key was rejected';

/** Runs of the suite in its own process, which must end by themselves and report the problem. */
function ending(outcome: OutcomeWord, servers: Record<string, Hostile>): Row[] {
  return Object.entries(servers).map(([phrase, { open, says, patience = 5000 }]) => ({
    kind: 'hostile',
    phrase,
    clauses: [],
    server: open,
    settings: { env: { TIMEOUT_MS: `${patience}` }, process: true },
    expect: {
      ...(outcome === 'violates' && { violates: /^/ }),
      undecided: /^/,
      conforms: null,
      exit: exitCodes[outcome],
      says,
    },
  }));
}

/** Servers that never send a response that could be judged. */
const unanswering = [
  ...ending('unavailable', {
    'is not there': {
      open: nowhere,
      says: 'the connection was refused (ECONNREFUSED): is the service running, and is BASE_URL right?',
    },
    'accepts and never answers': { open: raw(() => {}), says: SILENT, patience: 1000 },
    'speaks no HTTP': {
      open: raw((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')),
      says: 'the response is not valid HTTP',
    },
    'shows a certificate that nobody vouches for': {
      open: untrusted,
      says: "the TLS handshake failed: the issuer of the server's certificate is not trusted",
    },
    'never ends its headers': {
      open: raw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        repeat(socket, 'x-filler: x\r\n', 100);
      }),
      says: SILENT,
      patience: 1000,
    },
    'says 100 Continue without end': {
      open: raw((socket) => repeat(socket, 'HTTP/1.1 100 Continue\r\n\r\n', 10)),
      says: CLOSED,
    },
    'closes in the middle of a body': {
      open: raw((socket) => socket.end(`${headOf(1000)}{"models":[{"id":"`)),
      says: CLOSED,
    },
    'drips a body a byte at a time': { open: http(drip), says: SILENT, patience: 1000 },
    'sends a body without end': {
      open: http(pour),
      says: TOO_LARGE,
      patience: 30_000,
    },
    'lists 800,000 models': { open: always(200, json, models(800_000)), says: 'larger than 1 MiB' },
    'sends a gzip bomb of 8 GiB': { open: bomb, says: TOO_LARGE, patience: 30_000 },
  }),
  ...ending('misconfigured', {
    'refuses every key': {
      open: always(401, json, error('invalid_api_key')),
      says: 'at every known endpoint, with the key: API_KEY is rejected: copy it again, or reissue it.',
    },
    'answers 404 not_found to everything': {
      open: always(404, json, error('not_found')),
      says: '404 not_found, "Not so." at every known endpoint, with the key: is BASE_URL that of the API',
    },
  }),
];

/** Servers that respond to every request in the same way. */
const indifferent = [
  ...ending('violates', {
    'answers 200 {} to everything': { open: always(200, json, '{}'), says: NOT_REFUSED },
    'echoes every request': { open: http(echo), says: NOT_REFUSED },
    'answers bytes that are no UTF-8': {
      open: always(200, json, Buffer.from('{"models":[{"id":"\xff\xfe\xc3"}]}', 'latin1')),
      says: '200 with bytes that are no UTF-8',
    },
    'nests its answers 100,000 deep': { open: always(200, json, deep('', '')), says: NOT_REFUSED },
    'nests its errors 100,000 deep': {
      open: always(500, json, deep('{"error":', '}')),
      says: 'array of 1 in error',
    },
    'has the right statuses and empty bodies': {
      open: changed(alterResponses(asEmpty())),
      says: '/v1/models does not respond with JSON',
    },
  }),
  ...ending('misconfigured', {
    'answers 401 missing_api_key to everything': {
      open: always(401, json, error('missing_api_key')),
      says: 'a gateway in front of the service removes it',
    },
  }),
  ...ending('unavailable', {
    'answers 502 upstream_error to everything': {
      open: always(502, json, error('upstream_error')),
      says: '502 upstream_error, "Not so." at every known endpoint',
    },
    'answers 429 rate_limited to everything': {
      open: always(429, json, error('rate_limited')),
      says: '429 rate_limited, "Not so." at every known endpoint',
    },
  }),
];

/** Servers that behave like the mock for some requests, or for the first half of the run. */
const spoilt = [
  ...ending('incomplete', {
    'never answers a submission': {
      open: changed(mock.instead(isSubmission, mock.nothing)),
      says: 'POST /v1/text: no complete response within 2000 ms (TIMEOUT_MS)',
      patience: 2000,
    },
    'closes in the middle of its answer to a submission': {
      open: changed(mock.instead(isSubmission, mock.halfABody)),
      says: 'POST /v1/text: the connection was closed before the response was complete',
    },
    'sends a body without end to a submission': {
      open: changed(mock.instead(isSubmission, mock.endlessBody)),
      says: 'POST /v1/text: the response was cut off: larger than 16 MiB',
      patience: 30_000,
    },
    'dies half-way': {
      open: changed(mock.instead(isLate, mock.closed)),
      says: 'the target stopped responding',
    },
    'hangs from half-way on': {
      open: changed(mock.instead(isLate, mock.nothing)),
      says: 'the target stopped responding',
      patience: 2000,
    },
    'answers 502 upstream_error from half-way on': {
      open: changed(alterResponses(asJson(anError('upstream_error'), 502), isLate)),
      says: 'disturbed by 502 upstream_error',
    },
    'answers 502 and an HTML page from half-way on': {
      open: changed(alterResponses(gatewayPage, isLate)),
      says: 'a gateway or limiter in place of the service: 502 without an error of the contract',
    },
    'answers every second request with 502 and an HTML page, as a gateway with one of two servers does': {
      open: changed(alterResponses(gatewayPage, nthCall(2))),
      says: 'a gateway or limiter in place of the service: 502 without an error of the contract',
    },
    'answers every 429 as Kong does': {
      open: changed(
        whenRejected(
          ['rate_limited', 'daily_quota_exceeded'],
          asJson({ message: 'API rate limit exceeded' }),
        ),
      ),
      says: '429 without an error of the contract (set REQUESTS_PER_MINUTE to send fewer): limits.rate.exceeded',
    },
    'limits calls with an HTML page in front of the service': {
      open: changed(alterResponses(asText(page, 429, 'text/html'), mock.beyond(100, 10))),
      says: '429 without an error of the contract (set REQUESTS_PER_MINUTE to send fewer)',
    },
  }),
  ...ending('violates', {
    'stores the credits in a cache that ignores Authorization': {
      open: changed(mock.cachingCredits(0.5)),
      says: 'GET /v1/credits returns the credits of another account',
    },
    'nests its answer to a submission 100,000 deep': {
      open: changed(alterResponses(asText(deep('', ''), 200, json), isSubmission)),
      says: 'Response  200 [[[',
    },
    'answers 429 rate_limited from half-way on': {
      open: changed(alterResponses(limited, isLate)),
      says: 'limits.rate.recovers',
    },
  }),
  ...ending('incomplete', {
    'shuts out the address with 403 after thirty rejected keys': {
      open: changed(alterResponses(asText('Forbidden', 403, 'text/plain'), mock.afterWrongKeys(30))),
      says: 'this machine is shut out: reads of API_KEY that were accepted before all get 403 text/plain now',
    },
  }),
  ...ending('misconfigured', {
    'locks out every key after thirty rejected ones': {
      open: changed(alterResponses(rejected, mock.afterWrongKeys(30))),
      says: 'API_KEY was accepted before, and is rejected with 401 invalid_api_key at every read now',
    },
    'lets API_KEY expire after 150 requests': {
      open: changed(alterResponses(rejected, mock.afterCallsWith(mockKeys.API_KEY, 150))),
      says: 'API_KEY was accepted before, and is rejected with 401 invalid_api_key at every read now',
    },
    'removes the Authorization header of every second request': {
      open: changed(mock.strippingEverySecond),
      says: 'one of several servers behind it, removes the Authorization header',
    },
  }),
];

/** Every hostile server. Where part of it behaves like the mock, clauses may conform. */
export const hostileRows: readonly Row[] = [
  ...unanswering,
  ...indifferent,
  ...spoilt.map(({ expect: { conforms: _, ...expect }, ...row }) => ({ ...row, expect })),
];
