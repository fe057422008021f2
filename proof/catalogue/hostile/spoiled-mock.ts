import type { Socket } from 'node:net';
import type { Picker } from '../../../mock/answers';
import type { Change } from '../../../mock/behaviour';
import type { Answer, Call } from '../../../mock/call';

/** Ways in which a mock spoils some of its responses. */

/** Sends something else, or nothing, in place of a response. */
export const instead =
  (holds: (call: Call) => boolean, respond: (call: Call) => Response | Promise<Response>): Change =>
  ({ service }) => ({
    service: { write: (answer, call) => (holds(call) ? respond(call) : service.write(answer, call)) },
  });

export const nothing = () => new Promise<Response>(() => {});

export const closed = (call: Call) => {
  (call.socket as Socket).destroy();
  return nothing();
};

/** The beginning of a body, after which the connection breaks. */
export const halfABody = () => {
  const start = (body: ReadableStreamDefaultController) => {
    body.enqueue(Buffer.from('{'));
    setTimeout(() => body.error(new Error('it breaks')), 10);
  };
  return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'application/json' } });
};

export const endlessBody = () => {
  const pull = (body: ReadableStreamDefaultController) => body.enqueue(Buffer.alloc(2 ** 20, ' '));
  return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'application/json' } });
};

/** Selects all calls after so many were rejected for their key. */
export const afterWrongKeys = (most: number): Picker => ({
  anew() {
    let rejected = 0;
    return ({ rejection }) => {
      if (rejected >= most) return true;
      if (/api_key/.test(rejection?.code ?? '')) rejected += 1;
      return false;
    };
  },
});

/** Selects all calls with this key but the first ones, up to `most`. */
export const afterCallsWith = (key: string, most: number): Picker => ({
  anew() {
    let seen = 0;
    return ({ authorization }) => authorization === `Bearer ${key}` && ++seen > most;
  },
});

/** Selects calls while there were more than `most` in so many seconds, rejected ones included. */
export const beyond = (most: number, seconds: number): Picker => ({
  anew() {
    let times: number[] = [];
    return ({ now }) => {
      times = [...times.filter((time) => time > now - seconds * 1000), now];
      return times.length > most;
    };
  },
});

/** Stores accepted readings of the credits for so many seconds, whoever sent the key, as a shared cache must not do. */
export const cachingCredits =
  (seconds: number): Change =>
  ({ service }) => {
    let stored: { until: number; answer: Answer } | undefined;
    return {
      service: {
        finish(answer, call) {
          const finished = service.finish(answer, call);
          if (call.operation !== 'credits') return finished;
          if (stored && call.now < stored.until) return stored.answer;
          const headers = { age: '0', 'x-cache': 'HIT' };
          if (!call.rejection)
            stored = { until: call.now + seconds * 1000, answer: { ...finished, headers } };
          return finished;
        },
      },
    };
  };

/** Loses the Authorization header of every other request, as one of two servers behind a gateway may do. */
export const strippingEverySecond: Change = () => {
  let number = 0;
  return { service: { authorization: (parsed) => (++number % 2 === 0 ? undefined : parsed) } };
};
