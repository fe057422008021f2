import { codes } from '../../../spec/contract';
import { type Answer, errorOf, failsWith, isAccepted, isSuccess } from './answer';
import { hasErrorObject } from './intermediaries';

type Seen = Pick<Answer, 'status' | 'text' | 'contentType'>;

/**
 * Nothing of the contract: a rejection without an error object, or a success without a body. Something in front of the
 * service may have sent it, or the service.
 */
export const isUnexplained = (answer: Answer): boolean =>
  answer.status >= 400
    ? !hasErrorObject(answer)
    : isSuccess(answer) && !isAccepted(answer) && answer.exchange.response?.bodyBytes === 0;

/**
 * Whether anybody got something that is nothing of the contract, or a sender without a changed key was told that the
 * key is invalid.
 */
export const mayMeanShutOut = (answer: Answer, changedKey: boolean): boolean =>
  isUnexplained(answer) || (!changedKey && failsWith(answer, codes.invalid_api_key, 'invalid_api_key'));

/** What two rejections share if one cause sent them: `403 text/html`, or `401 invalid_api_key`. */
export const formOf = (answer: Seen): string =>
  `${answer.status} ${errorOf(answer).code ?? answer.contentType}`;
