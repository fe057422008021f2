import type { Answer, Call, Mock, Refusal } from './call';
import { codes, type ErrorCode, statuses } from './codes';

/** How the mock refuses: contract 2.1 and 7. */
export interface Errors {
  status: Readonly<Record<ErrorCode, number>>;
  message(refusal: Refusal, call: Call): string;
  /** `error.type`, from the service word. */
  type(word: string, refusal: Refusal): string;
}

export const errors: Errors = {
  status: statuses,
  message(refusal) {
    return codes[refusal.code].message(refusal.about);
  },
  type(word) {
    return `${word}_error`;
  },
};

/** The answer to a call that is not served. */
export function refuse(refusal: Refusal, call: Call, { behaviour: { errors, service } }: Mock): Answer {
  const error = {
    code: refusal.code,
    message: errors.message(refusal, call),
    type: errors.type(service.word, refusal),
  };
  return { status: errors.status[refusal.code], headers: {}, body: { error } };
}
