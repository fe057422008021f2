import { createServer, type IncomingMessage, request } from 'node:http';
import { type Alter, alterResponses, whenRejected } from '../../../mock/answers';
import { type Change, change, overrideChapter } from '../../../mock/behaviour';
import type { Answer, Call } from '../../../mock/call';
import { startMock } from '../../../mock/server';
import { beforeAll } from '../variants/variant';
import { type Handle, listening, type Open } from './listening';

/** A proxy of the mock. `handle` replaces the responses for which `isReplaced` is true. */
export function replacing(
  isReplaced: (request: IncomingMessage, responsesBefore: number) => boolean,
  handle: Handle,
): Open {
  return async () => {
    const mock = await startMock();
    let answers = 0;
    const server = await listening(
      createServer((incoming, response) => {
        const { method, url, rawHeaders: headers } = incoming;
        const onward = request(`${mock.url}${url}`, { method, headers }, (answer) => {
          if (isReplaced(incoming, answers++)) return handle(incoming, response);
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        });
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

/** Makes a change that keeps state, anew for each mock. */
const anew =
  (make: () => Change): Change =>
  (behaviour) =>
    change(behaviour, make());

const ofGateway = 'the gateway';

/** Something in front of the mock responds to calls for which `holds` is true, and the mock does not get them. */
export const inFront = (holds: (call: Call) => boolean, alter: Alter): Change => [
  overrideChapter('service', ({ checks }) => ({
    checks: beforeAll(checks, (call) =>
      holds(call) ? { code: 'upstream_error', about: ofGateway } : undefined,
    ),
  })),
  whenRejected('all', alter, ({ rejection }) => rejection?.about === ofGateway),
];

/** Responds in place of the mock to whoever sends more than `most` requests in so many seconds, rejected ones included. */
export const limiting = (most: number, seconds: number, alter: Alter): Change =>
  anew(() => {
    let times: number[] = [];
    return inFront(({ now }) => {
      times = [...times.filter((time) => time > now - seconds * 1000), now];
      return times.length > most;
    }, alter);
  });

/** Responds in place of the mock once so many requests were rejected with 401. */
export const lockingOut = (most: number, alter: Alter): Change =>
  anew(() => {
    let rejected = 0;
    const count: Alter = (answer) => {
      if (answer.status === 401) rejected += 1;
      return answer;
    };
    return [alterResponses(count), inFront(() => rejected >= most, alter)];
  });

/** Responds in place of the mock to requests with this key after the first ones, up to `most`. */
export const expiring = (key: string, most: number, alter: Alter): Change =>
  anew(() => {
    let seen = 0;
    return inFront(({ authorization }) => authorization === `Bearer ${key}` && ++seen > most, alter);
  });

/** Stores accepted readings of the credits for so many seconds, whoever sent the key, as a shared cache must not do. */
export const cachingCredits = (seconds: number): Change =>
  anew(() => {
    let stored: { until: number; answer: Answer } | undefined;
    return alterResponses(
      (answer, { now }) => {
        if (stored && now < stored.until)
          return { ...stored.answer, headers: { age: '0', 'x-cache': 'HIT' } };
        if (answer.status === 200) stored = { until: now + seconds * 1000, answer };
        return answer;
      },
      ({ operation }) => operation === 'credits',
    );
  });

/** Removes the Authorization header of every other request, as one of two servers behind a gateway may do. */
export const strippingEverySecond: Change = anew(() => {
  let number = 0;
  return { service: { authorization: (parsed) => (number++ % 2 === 1 ? undefined : parsed) } };
});
