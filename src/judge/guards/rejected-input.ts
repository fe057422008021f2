import { variableOf } from '../../../spec/accounts';
import { usesAi } from '../../../spec/operations';
import type { Exchange } from '../data/evidence';
import { factsOf } from '../data/facts';
import { pairOf } from '../response/account-state';
import {
  type Answer,
  answerOf,
  errorOf,
  failsWith,
  isAccepted,
  observed,
  wasAccepted,
} from '../response/answer';
import type { Ask, FollowUpsOf, Question } from './guard';
import { takesNoMessages } from './job-with-messages';

export const rejectedInput: Ask = (question) => {
  const { answer, around, context } = question;
  if (!isInQuestion(question)) return null;
  const { id, operation, variable } = answer.exchange;
  const part = inputOf(answer);
  if (part === undefined && !bySecondAccount(question)) return null;
  const others = around.filter((each) => each.id !== id && each.operation === operation);
  const alike = others.filter((each) => each.variable === 'API_KEY' && inputOf({ exchange: each }) === part);
  const [sound] = alike
    .filter((each) => factsOf(each, context).preparation)
    .flatMap((each) => answerOf(each) ?? [])
    .filter((each) => pairOf(each) === pairOf(answer));
  if (part !== undefined && sound && !alike.some(wasAccepted))
    return part === 'text.prompt'
      ? blocked('the accepted text request with a prompt', sound)
      : takesNoMessages(sound);
  const own =
    bySecondAccount(question) &&
    others.find((each) => each.variable === variable && factsOf(each, context).preparation);
  const valid = own ? answerOf(own) : null;
  return valid && !isAccepted(valid) ? blocked(`the accepted request of ${variable}`, valid) : null;
};

const blocked = (what: string, answer: Answer) =>
  ({
    verdict: 'blocked',
    reason: { kind: 'not accepted', what, received: observed(answer) },
  }) as const;

export const followUpsOfInput: FollowUpsOf = (question) => {
  if (!isInQuestion(question)) return [];
  const part = inputOf(question.answer);
  const isOfMessages = part === 'text.messages' && failsWith(question.answer, 422, 'invalid_request');
  return isOfMessages || bySecondAccount(question) ? ['valid request'] : [];
};

/** The input of a text request, or the messages of a job: the contract does not say that jobs take messages. */
function inputOf({ exchange: { operation, parts = [] } }: { exchange: Exchange }) {
  if (operation === 'text' && parts.includes('text.prompt')) return 'text.prompt' as const;
  const onlyMessages = operation === 'submit' && parts.includes('text.messages');
  return onlyMessages ? ('text.messages' as const) : undefined;
}

/** A rejection for which the input, or the account, may be the reason. */
function isInQuestion({ expected, met, answer }: Question): boolean {
  const { operation, variable } = answer.exchange;
  if (expected.kind !== 'failure' && expected.kind !== 'rejection') return false;
  if (!usesAi(operation) || isAccepted(answer)) return false;
  // Whether jobs take messages is asked only if it may explain a difference.
  if (met && variable === 'API_KEY' && operation === 'submit') return false;
  return errorOf(answer).code !== undefined;
}

/** The account may be the reason why the second account is rejected in another way. */
const bySecondAccount = ({ met, answer: { exchange } }: Question) =>
  !met && variableOf[exchange.actor as 'other account'] === 'OTHER_API_KEY';
