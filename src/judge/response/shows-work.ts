import type { Exchange } from '../data/evidence';
import { walk } from '../data/json';
import { answerOf, body, isAccepted } from './answer';

/** Whether the request was accepted, and the JSON of its response has a text or a number: something of a job or run. */
export function showsWork(exchange: Exchange): boolean {
  const answer = answerOf(exchange);
  if (answer === null || !isAccepted(answer)) return false;
  return [...walk(body(answer))].some(
    ({ value }) => (typeof value === 'string' && value !== '') || typeof value === 'number',
  );
}
