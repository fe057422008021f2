import type { Socket } from 'node:net';
import { alterResponses, asEmpty } from '../../../mock/answers';
import type { Change } from '../../../mock/behaviour';
import type { Answer, Call } from '../../../mock/call';

/** Mocks that send something else in place of some of their responses. */

type Instead = (call: Call) => Response | Promise<Response>;

/** Selects calls, and may count those of one server. */
type Chosen = (call: Call, answer: Answer) => boolean;

/** @param choose is called once for each server */
export const spoilt =
  (choose: () => Chosen, instead: Instead): Change =>
  ({ service }) => {
    const isChosen = choose();
    return {
      service: {
        write: (answer, call) => (isChosen(call, answer) ? instead(call) : service.write(answer, call)),
      },
    };
  };

export const sent =
  (status: number, type: string, body: string): Instead =>
  () =>
    new Response(body, { status, headers: { 'content-type': type } });

export const nothing: Instead = () => new Promise(() => {});

export const closed: Instead = (call) => {
  (call.socket as Socket).destroy();
  return nothing(call);
};

/** A body that ends in the middle, or never. */
export const unended =
  (piece: Uint8Array, breaks: boolean): Instead =>
  () => {
    const pull = (body: ReadableStreamDefaultController) => body.enqueue(piece);
    const start = (body: ReadableStreamDefaultController) => {
      pull(body);
      setTimeout(() => body.error(new Error('it breaks')), 10);
    };
    const headers = { 'content-type': 'application/json' };
    return new Response(new ReadableStream(breaks ? { start } : { pull }), { headers });
  };

export const onSubmissions = (): Chosen => (call) => call.method !== 'GET';

/** All calls but the first ones, up to `most`. */
export const after = (most: number) => (): Chosen => (call) => call.number > most;

/** Every other call, as behind a gateway one of whose two servers is down. */
export const everySecond = (): Chosen => (call) => call.number % 2 === 0;

export const withStatus = (status: number) => (): Chosen => (_, answer) => answer.status === status;

/** All calls once so many were rejected with 401. */
export const lockingOut = (most: number) => () => {
  let rejected = 0;
  return (_: Call, { status }: Answer) => {
    if (rejected >= most) return true;
    if (status === 401) rejected += 1;
    return false;
  };
};

/** All calls with this key but the first ones, up to `most`. */
export const expiring = (key: string, most: number) => () => {
  let seen = 0;
  return ({ authorization }: Call) => authorization === `Bearer ${key}` && ++seen > most;
};

/** The calls of whoever sends more than `most` in so many seconds, rejected ones included. */
export const limiting = (most: number, seconds: number) => () => {
  let times: number[] = [];
  return ({ now }: Call) => {
    times = [...times.filter((time) => time > now - seconds * 1000), now];
    return times.length > most;
  };
};

/** The right statuses, without bodies. */
export const emptied = alterResponses(asEmpty());

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
