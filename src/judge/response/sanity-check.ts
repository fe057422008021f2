import type { Exchange } from '../data/evidence';
import { isSuccess, saysAccepted } from './answer';

/**
 * Why no response of a target proves anything: it accepts no key, or also requests without one. An accepted
 * request of an account shows that rejections mean something; a rejected request without a key shows that
 * keys are checked.
 */
export function sanityCheck(exchanges: readonly Exchange[]): string | null {
  if (!exchanges.some((each) => each.variable !== null && isAccepted(each)))
    return 'no request with a key was accepted, so no response proves anything';
  return exchanges.some((each) => each.variable === null && isRejected(each))
    ? null
    : 'no request without a key was rejected, so being accepted proves nothing';
}

function isRejected(exchange: Exchange): boolean {
  const { status = 0 } = exchange.response ?? {};
  return (status >= 400 && status < 500) || (isSuccess({ status }) && !saysAccepted(exchange));
}

/** A success with a JSON body (contract 1): a status alone shows nothing. */
function isAccepted(exchange: Exchange): boolean {
  const { status = 0, reading } = exchange.response ?? {};
  return isSuccess({ status }) && saysAccepted(exchange) && reading?.json !== undefined;
}
