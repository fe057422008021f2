import { answerOf, body, isSuccess } from './answer';
import type { Exchange } from './evidence';
import type { Doubt } from './reason';

/**
 * Why nothing that a target answers proves anything: it accepts no key, or also who has none. An accepted request
 * of an account shows that refusals are meant, a refused request of nobody's that keys are looked at.
 */
export function sanityCheck(exchanges: readonly Exchange[]): Doubt | null {
  // Captured traffic is that of a client at work: who had which key is not told.
  if (exchanges.some(({ entry }) => entry !== undefined)) return null;
  if (!exchanges.some((each) => each.variable !== null && isAccepted(each))) return 'nothing accepted';
  const isRejected = ({ variable, response }: Exchange) =>
    variable === null && response !== null && response.status >= 400 && response.status < 500;
  return exchanges.some(isRejected) ? null : 'nothing rejected';
}

/** A success with a body that is JSON (contract 1): a status alone shows nothing. */
function isAccepted(exchange: Exchange): boolean {
  const { response } = exchange;
  if (response === null || !isSuccess(response)) return false;
  const answer = answerOf(exchange);
  return answer === null || body(answer) !== undefined;
}
