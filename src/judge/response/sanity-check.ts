import type { Exchange } from '../data/evidence';
import type { Doubt } from '../data/reason';
import { answerOf, body, isSuccess, saysAccepted } from './answer';

/**
 * Why no response of a target proves anything: it accepts no key, or also requests without one. An accepted
 * request of an account shows that rejections mean something; a rejected request without a key shows that
 * keys are checked.
 */
export function sanityCheck(exchanges: readonly Exchange[]): Doubt | null {
  if (!exchanges.some((each) => each.variable !== null && isAccepted(each))) return 'nothing accepted';
  return exchanges.some((each) => each.variable === null && isRejected(each)) ? null : 'nothing rejected';
}

function isRejected(exchange: Exchange): boolean {
  const { response } = exchange;
  if (response === null || response.status >= 500) return false;
  return response.status >= 400 || (isSuccess(response) && !saysAccepted(exchange));
}

/** A success with a JSON body (contract 1): a status alone shows nothing. */
function isAccepted(exchange: Exchange): boolean {
  const { response } = exchange;
  if (response === null || !isSuccess(response) || !saysAccepted(exchange)) return false;
  const answer = answerOf(exchange);
  return answer === null || body(answer) !== undefined;
}
