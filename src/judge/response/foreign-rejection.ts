import { codes } from '../../../spec/contract';
import { type Answer, errorOf, failsWith } from './answer';

type Seen = Pick<Answer, 'status' | 'text' | 'contentType'>;

const statuses: ReadonlySet<number> = new Set(Object.values(codes));

/** A rejection (4xx) that is no error of the contract: something in front of the service may have sent it. */
export function isForeign({ status, text }: Pick<Seen, 'status' | 'text'>): boolean {
  const { code } = errorOf({ status, text });
  return status >= 400 && status < 500 && !(code !== undefined && Object.hasOwn(codes, code));
}

/** One that has not even a status of the contract, as a firewall sends it now and then, whatever is requested. */
export const hasForeignStatus = (answer: Seen): boolean => isForeign(answer) && !statuses.has(answer.status);

/**
 * Whether anybody got something that is no error of the contract, or a sender without a changed key was told that the
 * key is invalid.
 */
export const mayMeanShutOut = (answer: Seen, changedKey: boolean): boolean =>
  isForeign(answer) || (!changedKey && failsWith(answer, codes.invalid_api_key, 'invalid_api_key'));

/** What two rejections share if one cause sent them: `403 text/html`, or `401 invalid_api_key`. */
export const formOf = (answer: Seen): string =>
  `${answer.status} ${errorOf(answer).code ?? answer.contentType}`;
