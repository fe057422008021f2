import { type Answer, answerOf } from '../../src/judge/answer';
import type { Exchange } from '../../src/judge/evidence';
import { anExchange } from './reports-runs';

/** An answer made by hand, as the client hands it to a case; a body of undefined is an empty one. */
export function answered(status: number, json: unknown, overrides: Partial<Exchange> = {}): Answer {
  const text = json === undefined ? '' : JSON.stringify(json);
  const exchange = anExchange({ status, answer: text, path: '/v1/models', operation: 'other', ...overrides });
  const answer = answerOf(exchange);
  if (answer === null) throw new Error('an answer made by hand is whole');
  return answer;
}
