import { identifierIn } from '../data/json';
import { body } from '../response/answer';
import { isVerifiedEarlier } from '../response/parts';
import { isNamed, pointersIn } from '../response/pointers';
import { idIn, partOfId } from '../response/read-at';
import { unverified } from '../response/unverified';
import type { Ask } from './guard';

/**
 * The target file finds the id under another name than the contract's, while the response also has a
 * different id under the contract's name.
 */
export const conflictingIds: Ask = ({ expected, met, answer, context }) => {
  if (!met || expected.kind !== 'identifier' || isNamed(expected.at, expected.name)) return null;
  const part = partOfId(expected.name);
  const named = identifierIn(body(answer), expected.name);
  if (named === undefined || isVerifiedEarlier(part, context)) return null;
  if (String(named) === String(idIn(answer, expected.name, expected.at))) return null;
  return unverified(
    part,
    answer,
    pointersIn(answer, ({ name }) => name === expected.name),
  );
};
