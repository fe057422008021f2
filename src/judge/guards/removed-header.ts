import { keyVariables } from '../../../spec/accounts';
import { failsWith, headerOf } from '../response/answer';
import type { Ask } from './guard';

/** A gateway removes the Authorization header of some requests. */
export const removedHeader: Ask = ({ answers, context: { facts } }) => {
  const asIfAbsent = answers.some(
    (answer) =>
      failsWith(answer, 401, 'missing_api_key') &&
      headerOf(answer.exchange.request.headers, 'authorization') !== null,
  );
  if (!asIfAbsent) return null;
  for (const variable of keyVariables) {
    const operation = facts.accounts[variable]?.headerRemovedAt;
    if (operation !== undefined)
      return { verdict: 'blocked', reason: { kind: 'header removed', variable, operation } };
  }
  return null;
};
