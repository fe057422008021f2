import type { Exchange } from '../../src/judge/data/evidence';
import { type Answer, answerOf } from '../../src/judge/response/answer';
import { anExchange } from './reports-runs';

/** Builds an answer as checks get it from the client. If `json` is undefined, the body is empty. */
export function answered(status: number, json: unknown, overrides: Partial<Exchange> = {}): Answer {
  const text = json === undefined ? '' : JSON.stringify(json);
  const exchange = anExchange({ status, answer: text, path: '/v1/models', operation: 'other', ...overrides });
  const answer = answerOf(exchange);
  if (answer === null) throw new Error('an answer made by hand is whole');
  return answer;
}
