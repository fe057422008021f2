import { isMetered } from '../credits/charge';
import { isAnothersBalance } from '../data/expectation';
import { cacheSignsIn } from '../response/intermediaries';
import type { Ask } from './guard';

/** The service may not have seen the request, or the balance may be an old one. */
export const cachedResponse: Ask = ({ expected, answers }) => {
  if (!isMetered(expected) || isAnothersBalance(expected)) return null;
  const signs = answers.map(({ exchange }) => cacheSignsIn(exchange.response?.headers ?? []));
  const found = signs.find((each) => each !== '');
  if (found === undefined) return null;
  const words = `a cache in front of the service responded (${found}), which says nothing about charges: switch it off for this run, or send what it does not store, such as a header from \`headers\` of the target file`;
  return { verdict: 'inconclusive', reason: { kind: 'words', words } };
};
