import type { Answer, Call, Mock, Rejection } from './call';
import { codes, statuses } from './codes';

/** Error responses: contract 2.1 and 7. */
export const errors = {
  /** Keeps errors.message.string. */
  message: ({ code, about }: Rejection, _call: Call): string => codes[code].message(about),
  /** Builds `error.type` from the service word. Keeps errors.type.constant, errors.type.service. */
  type: (word: string, _rejection: Rejection) => `${word}_error`,
};

/**
 * Builds the response to a rejected call. Keeps errors.body.single-field, errors.object.fields, errors.code.status,
 * errors.code.listed.
 */
export function reject(rejection: Rejection, call: Call, { behaviour: { errors, service } }: Mock): Answer {
  const error = {
    code: rejection.code,
    message: errors.message(rejection, call),
    type: errors.type(service.word, rejection),
  };
  return { status: statuses[rejection.code], headers: {}, body: { error } };
}
