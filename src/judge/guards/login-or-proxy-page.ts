import { isKnownOperation } from '../../../spec/operations';
import { isOfSuccess } from '../data/expectation';
import { body, isAccepted, observed } from '../response/answer';
import { judgeExchange } from '../verdict/universal';
import type { Ask } from './guard';

/** A response that says there is nothing at this address is about the address. */
const NO_SUCH_PLACE = [404, 405];

/** The clause on error bodies is violated, and the response shows nothing else. */
export const loginOrProxyPage: Ask = ({ expected, answer, context }) => {
  const { exchange, status, reading } = answer;
  const { operation } = exchange;
  if (!isOfSuccess(expected) || isAccepted(answer) || !isKnownOperation(operation)) return null;
  const isPage = /^\s*</.test(reading.start ?? '') || (status >= 400 && body(answer) === undefined);
  if (NO_SUCH_PLACE.includes(status) || !isPage) return null;
  if (judgeExchange(exchange, context).violations.length === 0) return null;
  const what = `the accepted ${operation} request`;
  return { verdict: 'blocked', reason: { kind: 'not accepted', what, received: observed(answer) } };
};
