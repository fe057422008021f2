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

/** @param spoil also gets the number of responses so far */
function beforeMock(spoil: Spoil): Open {
  return async () => {
    const mock = await startMock();
    let answers = 0;
    const server = await listening(
      createServer((incoming, response) => {
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
