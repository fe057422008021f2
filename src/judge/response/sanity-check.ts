import type { Exchange } from '../data/evidence';
import type { Doubt } from '../data/reason';
import { answerOf, body, isSuccess } from './answer';

/**
 * Why no response of a target proves anything: it accepts no key, or also requests without one. An accepted
 * request of an account shows that rejections mean something; a rejected request without a key shows that
 * keys are checked.
 */
export function sanityCheck(exchanges: readonly Exchange[]): Doubt | null {
  if (!exchanges.some((each) => each.variable !== null && isAccepted(each))) return 'nothing accepted';
  const isRejected = ({ variable, response }: Exchange) =>
    variable === null && response !== null && response.status >= 400 && response.status < 500;
  return exchanges.some(isRejected) ? null : 'nothing rejected';
}

/** A success with a JSON body (contract 1): a status alone shows nothing. */
function isAccepted(exchange: Exchange): boolean {
  const { response } = exchange;
  if (response === null || !isSuccess(response)) return false;
  const answer = answerOf(exchange);
  return answer === null || body(answer) !== undefined;
}
