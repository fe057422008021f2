import { charge, isMetered, measurementsIn } from '../credits/charge';
import type { Reason } from '../data/reason';
import { answerOf, isAccepted, observed } from '../response/answer';
import type { Ask, Question } from './guard';

/**
 * An AI request or a reading was rejected, or there is nothing to compare at the pointer of the target file;
 * or there is no pointer.
 */
export const unreadableCredits: Ask = (question) => {
  const { expected, answers } = question;
  const measured = isMetered(expected) ? charge(expected, answers) : null;
  if (measured === null || !('unread' in measured)) return null;
  return { verdict: 'not tested', reason: whyUnread(question, measured.unread) };
};

function whyUnread({ expected, answer, answers, around }: Question, detail: string): Reason {
  const { variable } = answer.exchange;
  // Requests that must cost nothing are rejected.
  const isRejected = expected.kind === 'uncharged';
  const asked = isRejected
    ? measurementsIn(answers).flatMap(({ before, after }) => [before, after])
    : answers;
  const readings = around.filter((each) => each.operation === 'credits' && each.variable === variable);
  const rejected = [...asked, ...readings.flatMap((each) => answerOf(each) ?? [])].find(
    (each) => !isAccepted(each),
  );
  if (rejected !== undefined) {
    const reading = isRejected || rejected.exchange.operation === 'credits';
    const what = reading ? 'a reading of the credits' : 'the AI request';
    return { kind: 'not accepted', what, received: observed(rejected) };
  }
  const isPointed = 'at' in expected && expected.at !== undefined;
  const pointer = isPointed || readings.some(({ read }) => read?.credits !== undefined);
  if (pointer || ('settled' in expected && expected.settled))
    return { kind: 'credits', how: 'unreadable', pointer };
  return { kind: 'needs', what: 'credits', detail };
}
