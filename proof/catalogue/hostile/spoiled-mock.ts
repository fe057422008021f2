import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { startMock } from '../../../mock/server';
import { type Handle, listening, type Open } from './listening';

/** Proxies of the mock that replace some of its responses. */

type Spoil = (
  answer: IncomingMessage,
  response: ServerResponse,
  incoming: IncomingMessage,
  before: number,
) => void;

/**
 * @param spoil also gets the number of responses so far
 * @param keeps whether the mock does not get a request, since `handle` responds to it
 */
function beforeMock(
  spoil: Spoil,
  keeps: (incoming: IncomingMessage) => boolean = () => false,
  handle?: Handle,
): Open {
  return async () => {
    const mock = await startMock();
    let answers = 0;
    const server = await listening(
      createServer((incoming, response) => {
        if (keeps(incoming)) {
          incoming.resume();
          return handle?.(incoming, response);
        }
        const { method, url, rawHeaders: headers } = incoming;
        const onward = request(`${mock.url}${url}`, { method, headers }, (answer) =>
          spoil(answer, response, incoming, answers++),
        );
        onward.on('error', () => response.destroy());
        incoming.pipe(onward);
      }),
    );
    const close = async () => {
      await server.close();
      await mock.close();
    };
    return { url: server.url, close, [Symbol.asyncDispose]: close };
  };
}

function pass(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 0, answer.headers);
  answer.pipe(response);
}

/** Sends the mock's statuses without its bodies. */
export const emptied = beforeMock((answer, response) => {
  answer.resume();
  response.writeHead(answer.statusCode ?? 0, { 'content-type': 'application/json' }).end();
});

/** Passes on the mock's responses to reads. `handle` responds to all other requests. */
export function onSubmissions(handle: Handle): Open {
  return beforeMock((answer, response, incoming) =>
    incoming.method === 'GET' ? pass(answer, response) : handle(incoming, response),
  );
}

/** Passes on the mock's first responses, up to `most`. `handle` responds to all later requests. */
export function after(most: number, handle: Handle): Open {
  return beforeMock((answer, response, incoming, before) =>
    before < most ? pass(answer, response) : handle(incoming, response),
  );
}

/** Stores accepted readings of the credits for so many seconds, whoever sent the key, as a shared cache must not do. */
export function cachingCredits(seconds: number): Open {
  let stored = { until: 0, body: '' };
  const send = (_: IncomingMessage, response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'application/json', age: '0', 'x-cache': 'HIT' })
      .end(stored.body);
  const store: Spoil = (answer, response, { url }) => {
    let body = '';
    answer.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    answer.on('end', () => {
      if (url === '/v1/credits' && answer.statusCode === 200)
        stored = { until: performance.now() + seconds * 1000, body };
    });
    pass(answer, response);
  };
  return beforeMock(store, ({ url }) => url === '/v1/credits' && performance.now() < stored.until, send);
}

/** Removes the Authorization header of every other request, as one of two servers behind a gateway may do. */
export function strippingEverySecond(): Open {
  let number = 0;
  return beforeMock(pass, (incoming) => {
    if (number++ % 2 === 1) incoming.rawHeaders = withoutHeader(incoming.rawHeaders, 'authorization');
    return false;
  });
}

/** Names and values in turn, without this header. */
const withoutHeader = (raw: readonly string[], name: string) =>
  raw.filter((_, index) => raw[index - (index % 2)]?.toLowerCase() !== name);

/** Passes on the mock's responses until so many were rejected with 401. `handle` responds to all later requests. */
export function lockingOut(most: number, handle: Handle): Open {
  let rejected = 0;
  return beforeMock(
    (answer, response) => {
      if (answer.statusCode === 401) rejected += 1;
      pass(answer, response);
    },
    () => rejected >= most,
    handle,
  );
}

/** Passes on the first requests with this key, up to `most`. `handle` responds to all later ones with it. */
export function expiring(key: string, most: number, handle: Handle): Open {
  let seen = 0;
  const isExpired = ({ headers }: IncomingMessage) =>
    headers.authorization === `Bearer ${key}` && ++seen > most;
  return beforeMock(pass, isExpired, handle);
}

/** Passes on the mock's responses except those with this status. `handle` responds in their place. */
export function replacing(status: number, handle: Handle): Open {
  return beforeMock((answer, response, incoming) =>
    answer.statusCode === status ? handle(incoming, response) : pass(answer, response),
  );
}

/** Responds to every other request in place of the mock, as a gateway does whose second server is down. */
export function everySecond(handle: Handle): Open {
  let number = 0;
  return beforeMock(pass, () => number++ % 2 === 1, handle);
}

/** Responds in place of the mock to whoever sends more than `most` requests in so many seconds, rejected ones included. */
export function limiting(most: number, seconds: number, handle: Handle): Open {
  let times: number[] = [];
  const isOver = () => {
    const now = performance.now();
    times = [...times.filter((time) => time > now - seconds * 1000), now];
    return times.length > most;
  };
  return beforeMock(pass, isOver, handle);
}
