import { failsWith, headerOf } from '../response/answer';
import type { Ask } from './guard';

/** A gateway removes the Authorization header of some requests. */
export const removedHeader: Ask = ({ answers, context }) => {
  const { headerRemoved } = context.facts;
  const asIfAbsent = answers.some(
    (answer) =>
      failsWith(answer, 401, 'missing_api_key') &&
      headerOf(answer.exchange.request.headers, 'authorization') !== null,
  );
  return asIfAbsent && headerRemoved ? { verdict: 'blocked', reason: headerRemoved } : null;
};
