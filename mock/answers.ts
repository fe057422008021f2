import type { Change } from './behaviour';
import type { Answer, Call, Operation } from './call';
import type { ErrorCode } from './codes';
import { errors } from './errors';
import { isObject } from './json';

/** Makes another answer of one. */
export type Alter = (answer: Answer, call: Call) => Answer;

/** Holds of the calls that are concerned. */
type Condition = (call: Call) => boolean;

/** The calls that are concerned: by a condition, or by one that keeps count, made anew for each instance of the mock. */
export type Picker = Condition | { anew: () => Condition };

const all: Condition = () => true;

const conditionOf = (picker: Picker): Condition => (typeof picker === 'function' ? picker : picker.anew());

/** Says yes every nth time that it is asked. */
export function counter(nth: number): () => boolean {
  let asked = 0;
  return () => {
    asked += 1;
    return asked % nth === 0;
  };
}

/** Every nth of the calls that are concerned. */
export function every(nth: number, holds = all): Picker {
  return {
    anew() {
      const chosen = counter(nth);
      return (call) => holds(call) && chosen();
    },
  };
}

/** The first of the calls that are concerned. */
export function first(holds: Condition): Picker {
  return {
    anew() {
      let met = 0;
      return (call) => holds(call) && ++met === 1;
    },
  };
}

/** All answers, altered. */
export function answered(alter: Alter, picker: Picker = all, concerned = all): Change {
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

/** The answers of refused calls, altered: of one code, of several, or of all. */
export const whenRejected = (
  codes: ErrorCode | readonly ErrorCode[] | 'all',
  alter: Alter,
  picker: Picker = all,
): Change =>
  answered(
    alter,
    picker,
    ({ rejection }) =>
      rejection !== undefined && (codes === 'all' || [codes].flat().includes(rejection.code)),
  );

/** The answers of served calls, altered: of one operation or of several. */
export const whenAccepted = (
  operations: Operation | readonly Operation[],
  alter: Alter,
  picker: Picker = all,
): Change =>
  answered(
    alter,
    picker,
    ({ rejection, operation }) => !rejection && [operations].flat().includes(operation),
  );

export function withStatus(status: number): Alter {
  return (answer) => ({ ...answer, status });
}

export function withHeaders(headers: Record<string, string>): Alter {
  return (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } });
}

export function withBody(make: (body: unknown, call: Call) => unknown): Alter {
  return (answer, call) => ({ ...answer, body: make(answer.body, call) });
}

/** Fields of the error object set; `undefined` takes a field away. */
export function withError(fields: Record<string, unknown>): Alter {
  return withBody((body) => ({
    error: { ...(isObject(body) && isObject(body.error) ? body.error : {}), ...fields },
  }));
}

/** Another code, with the status of that code. */
export function asCode(code: ErrorCode): Alter {
  return (answer, call) => withStatus(errors.status[code])(withError({ code })(answer, call), call);
}

/** A code that the contract does not have. */
export function asUnlisted(code: unknown, status: number): Alter {
  return (answer, call) => withStatus(status)(withError({ code })(answer, call), call);
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

/** The JSON text of the body, written otherwise. */
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

/** A redirect to another place. */
export function asRedirect(status: number, location: (call: Call) => string): Alter {
  return (answer, call) => ({
    ...answer,
    status,
    headers: { ...answer.headers, location: location(call) },
    raw: '',
  });
}

/** What a handler that crashed answers. */
export const asCrash: Alter = asUnlisted('internal_error', 500);
