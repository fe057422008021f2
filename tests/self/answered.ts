import type { Answer } from '../engine/answer';
import type { Exchange } from '../engine/evidence';

/** An answer made by hand, as the client hands it to a case; a body of undefined is an empty one. */
export function answered(status: number, json: unknown, operation: Exchange['operation'] = 'other'): Answer {
  return {
    status,
    text: json === undefined ? '' : JSON.stringify(json),
    contentType: 'application/json',
    headerNames: ['content-type'],
    retryAfter: null,
    milliseconds: 1,
    exchange: {
      id: '0-1',
      actor: 'owner',
      variable: 'API_KEY',
      operation,
      request: { method: 'GET', url: 'https://api.example/v1/models', headers: [], body: null },
      response: null,
      judged: [],
    },
  };
}
