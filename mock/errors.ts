import { type Answer, type Call, type ErrorCode, type Mock, type Refusal, statuses } from './call';

/** How the mock refuses: contract 2.1 and 7. */
export interface Errors {
  status: Readonly<Record<ErrorCode, number>>;
  message(refusal: Refusal, call: Call): string;
  /** `error.type`, from the service word. */
  type(word: string, refusal: Refusal): string;
}

const sentences: Readonly<Record<ErrorCode, (about: string) => string>> = {
  missing_api_key: () => 'Send your key in the Authorization header.',
  invalid_api_key: () => 'The key is wrong or inactive.',
  insufficient_credits: (about) => `Too few credits are left: ${about}.`,
  model_not_found: (about) => `There is no model ${about}.`,
  not_found: (about) => `There is no ${about} of yours.`,
  no_backend_account: () => 'The AI usage settings of this account are not connected.',
  invalid_request: (about) => `The request is malformed: ${about}.`,
  invalid_workflow: (about) => `The workflow cannot run: ${about}.`,
  rate_limited: () => 'Too many calls within a short time.',
  daily_quota_exceeded: () => "The day's usage is used up.",
  upstream_error: () => 'AI processing failed. Repeat the request.',
};

export const errors: Errors = {
  status: statuses,
  message(refusal) {
    return sentences[refusal.code](refusal.about);
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
