import { stateOf } from '../../../spec/accounts';
import { codes } from '../../../spec/contract';
import type { Context } from '../data/evidence';
import type { Facts } from '../data/facts';
import { type Answer, errorOf, headerIn, isAccepted, isSuccess } from './answer';
import { hasErrorObject, isTemporary } from './intermediaries';

/**
 * Nothing of the contract: a rejection without an error object, or a success without a body. Something in front of the
 * service may have sent it, or the service. At an address that the contract does not know, any rejection is explained.
 */
export function isUnexplained(answer: Answer): boolean {
  const { operation, response } = answer.exchange;
  if (answer.status >= 400) return operation !== 'other' && !hasErrorObject(answer);
  return isSuccess(answer) && !isAccepted(answer) && response?.bodyBytes === 0;
}

/**
 * Whether something in front of the service sent it: as its status says, or a firewall's header (AWS WAF, Cloudflare), or
 * a request that is otherwise accepted and got the same.
 */
export function isOfIntermediary(
  answer: Answer,
  { words, facts }: Pick<Context, 'words' | 'facts'>,
): boolean {
  if (isTemporary(answer, words)) return !isProvoked(answer, facts);
  return isUnexplained(answer) && isOfGateway(answer, facts);
}

/** Its account now and then gets this status from the service, and nobody else met a response of this form. */
function isProvoked(answer: Answer, facts: Facts): boolean {
  const { variable } = answer.exchange;
  const state = variable === null ? undefined : stateOf(variable);
  const isMeant = state?.sometimes === true && codes[state.code] === answer.status;
  return isMeant && hasErrorObject(answer) && !isOfGateway(answer, facts);
}

export function isOfGateway(answer: Answer, { gateways }: Facts): boolean {
  const isChallenge = ['x-amzn-waf-action', 'cf-mitigated'].some(
    (name) => headerIn(answer.exchange, name) !== null,
  );
  return isChallenge || gateways.includes(statusAndType(answer));
}

/** What two rejections share if one cause sent them: `403 text/html`, or `401 invalid_api_key`. */
export function statusAndType(answer: Answer): string {
  const [mediaType = ''] = answer.contentType.toLowerCase().split(';');
  return `${answer.status} ${errorOf(answer).code ?? mediaType.trim()}`;
}
