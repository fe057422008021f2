import type { Unjudged } from '../data/evidence';
import { type Answer, failsWith, observed } from '../response/answer';
import type { Ask } from './guard';
import { firstUnverifiedPart } from './unverified-part';

export const jobWithMessages: Ask = (question) => {
  const { answer } = question;
  if (answer.exchange.operation !== 'submit' || !failsWith(answer, 422, 'invalid_request')) return null;
  return firstUnverifiedPart(question) === 'text.messages' ? takesNoMessages(answer) : null;
};

/** The contract does not show the fields of a job, and `messages` need not be among them. */
export function takesNoMessages(answer: Answer): Unjudged {
  const what = 'the accepted submission of a job with messages';
  return { verdict: 'not tested', reason: { kind: 'not accepted', what, received: observed(answer) } };
}
