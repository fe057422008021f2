import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { startMock } from '../../../mock/server';
import { type Handle, listening, type Open } from './listening';

/** Servers that are the mock in part: they stand before it and pass its answers on, or others. */

type Spoil = (
  answer: IncomingMessage,
  response: ServerResponse,
  incoming: IncomingMessage,
  before: number,
) => void;

/** @param spoil told also how many answers came before */
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

/** The mock's statuses without its bodies. */
export const emptied = beforeMock((answer, response) => {
  answer.resume();
  response.writeHead(answer.statusCode ?? 0, { 'content-type': 'application/json' }).end();
});

/** The mock's answers to reads, and another's to whatever is submitted. */
export function onSubmissions(handle: Handle): Open {
  return beforeMock((answer, response, incoming) =>
    incoming.method === 'GET' ? pass(answer, response) : handle(incoming, response),
  );
}

/** The mock for so many answers, and then another. */
export function after(most: number, handle: Handle): Open {
  return beforeMock((answer, response, incoming, before) =>
    before < most ? pass(answer, response) : handle(incoming, response),
  );
}
