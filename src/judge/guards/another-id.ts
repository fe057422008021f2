import { body } from '../answer';
import { identifierIn } from '../json';
import { idIn, partOfId } from '../located';
import { isSigned } from '../parts';
import { isNamed, pointersIn } from '../places';
import { unproved } from '../unproved';
import type { Ask } from './guard';

/** The target file finds an id elsewhere than under the contract's own name, where another one stands. */
export const anotherId: Ask = ({ expected, met, answer, context }) => {
  if (!met || expected.kind !== 'identifier' || isNamed(expected.at, expected.name)) return null;
  const part = partOfId(expected.name);
  const named = identifierIn(body(answer), expected.name);
  if (named === undefined || isSigned(part, context)) return null;
  if (String(named) === String(idIn(answer, expected.name, expected.at))) return null;
  return unproved(
    part,
    answer,
    pointersIn(answer, ({ name }) => name === expected.name),
  );
};
