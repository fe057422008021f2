import type { Change } from './behaviour';
import type { Answer, Call, Operation } from './call';
import { type ErrorCode, statuses } from './codes';
import { isObject } from './json';

/** Returns an altered copy of a response. */
export type Alter = (answer: Answer, call: Call) => Answer;

/** True for the calls to which a change applies. */
type Condition = (call: Call) => boolean;

/** Selects calls: a condition, or a factory of one that counts, called once for each instance of the mock. */
export type Picker = Condition | { anew: () => Condition };

const all: Condition = () => true;

export const conditionOf = (picker: Picker): Condition =>
  typeof picker === 'function' ? picker : picker.anew();

/** Returns a function that returns true on every nth call. */
export function counter(nth: number): () => boolean {
  let asked = 0;
  return () => {
    asked += 1;
    return asked % nth === 0;
  };
}

/** Selects every nth of the calls for which `holds` is true. */
export function nthCall(nth: number, holds = all): Picker {
  return {
    anew() {
      const chosen = counter(nth);
      return (call) => holds(call) && chosen();
    },
  };
}

/** Selects the first call for which `holds` is true. */
export function firstCall(holds: Condition): Picker {
  return {
    anew() {
      let met = 0;
      return (call) => holds(call) && ++met === 1;
    },
  };
}

/** Alters the responses of the calls that `picker` selects among those for which `concerned` is true. */
export function alterResponses(alter: Alter, picker: Picker = all, concerned = all): Change {
  return ({ service }) => {
    const picked = conditionOf(picker);
    return {
      service: {
        finish(answer, call) {
          const finished = service.finish(answer, call);
          return concerned(call) && picked(call) ? alter(finished, call) : finished;
        },
      },
    };
  };
}

/** Alters the responses of calls that are rejected with one of these codes. */
export const whenRejected = (
  codes: ErrorCode | readonly ErrorCode[] | 'all',
  alter: Alter,
  picker: Picker = all,
): Change =>
  alterResponses(
    alter,
    picker,
    ({ rejection }) =>
      rejection !== undefined && (codes === 'all' || [codes].flat().includes(rejection.code)),
  );

/** Alters the responses of accepted calls of these operations. */
export const whenAccepted = (
  operations: Operation | readonly Operation[],
  alter: Alter,
  picker: Picker = all,
): Change =>
  alterResponses(
    alter,
    picker,
    ({ rejection, operation }) => !rejection && [operations].flat().includes(operation),
  );

/** Applies alterations one after another. */
export const inOrder =
  (...alters: readonly Alter[]): Alter =>
  (answer, call) =>
    alters.reduce((altered, alter) => alter(altered, call), answer);

export function withStatus(status: number): Alter {
  return (answer) => ({ ...answer, status });
}

export function withHeaders(headers: Record<string, string>): Alter {
  return (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } });
}

export function withBody(make: (body: unknown, call: Call) => unknown): Alter {
  return (answer, call) => ({ ...answer, body: make(answer.body, call) });
}

/** Sets fields of the error object; `undefined` removes a field. */
export function withError(fields: Record<string, unknown>): Alter {
  return withBody((body) => ({
    error: { ...(isObject(body) && isObject(body.error) ? body.error : {}), ...fields },
  }));
}

/** Replaces the code, and the status by that of the new code. */
export function asCode(code: ErrorCode): Alter {
  return asUnlisted(code, statuses[code]);
}

/** Replaces the code by one that is not in the contract. */
export function asUnlisted(code: unknown, status: number): Alter {
  return inOrder(withError({ code }), withStatus(status));
}

export function asJson(body: unknown, status?: number): Alter {
  return (answer) => ({ ...answer, status: status ?? answer.status, body });
}

export function asText(raw: string, status?: number, type = 'text/plain; charset=utf-8'): Alter {
  return (answer) => ({
    ...answer,
    status: status ?? answer.status,
    headers: { ...answer.headers, 'content-type': type },
    raw,
  });
}

/** Rewrites the JSON text of the body. */
export function rewritten(rewrite: (json: string) => string): Alter {
  return (answer) => ({ ...answer, raw: rewrite(JSON.stringify(answer.body)) });
}

export function asHtml(title: string, status?: number): Alter {
  const page = `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body>\n</html>\n`;
  return asText(page, status, 'text/html');
}

export function asEmpty(status?: number): Alter {
  return (answer) => ({ ...answer, status: status ?? answer.status, raw: '' });
}

/** Replaces the response by a redirect. */
export function asRedirect(status: number, location: (call: Call) => string): Alter {
  return (answer, call) => ({
    ...answer,
    status,
    headers: { ...answer.headers, location: location(call) },
    raw: '',
  });
}

/** The response of a handler that crashed. */
export const asCrash: Alter = asUnlisted('internal_error', 500);
