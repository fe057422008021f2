import { isMetered } from '../credits/charge';
import { isAnothersBalance } from '../data/expectation';
import { cacheSignsIn } from '../response/intermediaries';
import type { Ask } from './guard';

/** The service may not have seen the request, or the balance may be an old one. */
export const cachedResponse: Ask = ({ expected, answers }) => {
  if (!isMetered(expected) || isAnothersBalance(expected)) return null;
  const signs = answers.map(({ exchange }) => cacheSignsIn(exchange.response?.headers ?? []));
  const found = signs.find((each) => each !== '');
  return found === undefined ? null : { verdict: 'inconclusive', reason: { kind: 'cached', signs: found } };
};
