import { type Answer, errorOf, isAccepted, isSuccess } from './answer';
import { hasErrorObject } from './intermediaries';

/**
 * Nothing of the contract: a rejection without an error object, or a success without a body. Something in front of the
 * service may have sent it, or the service.
 */
export const isUnexplained = (answer: Answer): boolean =>
  answer.status >= 400
    ? !hasErrorObject(answer)
    : isSuccess(answer) && !isAccepted(answer) && answer.exchange.response?.bodyBytes === 0;

/** Whether a firewall says that it sent this in place of the service: AWS WAF, Cloudflare. */
export const isChallenge = ({ headers = [] }: Answer): boolean =>
  headers.some(([name]) => /^(?:x-amzn-waf-action|cf-mitigated)$/i.test(name));

/** What two rejections share if one cause sent them: `403 text/html`, or `401 invalid_api_key`. */
export const formOf = (answer: Answer): string =>
  `${answer.status} ${errorOf(answer).code ?? answer.contentType}`;
