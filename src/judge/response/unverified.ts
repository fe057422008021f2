import type { Unjudged } from '../data/evidence';
import type { Pointer } from '../data/json';
import type { Reason } from '../data/reason';
import { type Answer, formatRedirect, observed } from './answer';

/**
 * A part of the target file that may be wrong.
 * @param foundAt where such a value is instead
 */
export function unverified(part: string, answer: Answer, foundAt: Pointer[] = []): Unjudged {
  const { response, threw: thrown } = answer.exchange;
  const threw = thrown?.[part];
  const redirect = response === null ? '' : formatRedirect(response);
  const reason: Reason = {
    kind: 'unverified',
    part,
    received: observed(answer),
    ...(redirect !== '' && { redirect: `${response?.status}${redirect}` }),
    ...(foundAt.length > 0 && { foundAt }),
    ...(threw !== undefined && { threw }),
  };
  return { verdict: 'blocked', reason };
}
