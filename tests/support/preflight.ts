import { told } from './answer';
import type { Http, WireAnswer, WireFailure } from './http';
import { isObject } from './json';
import { parse } from './judge';
import { idsIn, wordsIn } from './models';
import { userAgent } from './session';
import type { Target } from './target';
import { join } from './url';

/**
 * Why a run cannot begin; or the service words that the model names show, and what is odd about the first
 * answer, not masked.
 */
export type Found =
  | { stop: 'misconfigured' | 'unavailable'; lines: string[] }
  | { words: string[]; odd?: string };

interface Approach {
  http: Http;
  baseUrl: string;
  key: string;
  target: Target;
  runId: string;
}

/**
 * Asks the known endpoints once with the valid key. Only what makes every judgement impossible stops a run:
 * no answer at all, or a key that every known endpoint properly refuses. Anything odd is left to the cases.
 */
export async function preflight(approach: Approach): Promise<Found> {
  const first = await persistently(approach, '/v1/models');
  if ('kind' in first) {
    const stop = first.kind === 'proxy' ? 'misconfigured' : 'unavailable';
    return { stop, lines: [`${approach.baseUrl}: ${first.reason}: ${remedies[first.kind]}`] };
  }
  if (refusesKey(first)) {
    const others = [await ask(approach, '/v1/credits'), await ask(approach, '/v1/jobs/unknown')];
    if (others.every((answer) => !('kind' in answer) && refusesKey(answer))) {
      return {
        stop: 'misconfigured',
        lines: [
          'API_KEY is refused by every known endpoint (401 invalid_api_key): copy it anew, or reissue it.',
        ],
      };
    }
  }
  const text = first.body.toString();
  const body = parse(text);
  const words = wordsIn(idsIn(body, approach.target.models));
  if (first.status >= 200 && first.status < 300 && body !== undefined) return { words };
  const contentType = first.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const met = told({ status: first.status, contentType, text });
  return { words, odd: `GET /v1/models was answered ${met}: is BASE_URL right?` };
}

const remedies: Record<WireFailure['kind'], string> = {
  connection: 'is it up, and BASE_URL right?',
  'time-out': 'is it up, or TIMEOUT_MS too short?',
  oversize: 'is BASE_URL right?',
  proxy: 'is it named right, with user and password where it needs them, or should NO_PROXY name the host?',
};

async function persistently(approach: Approach, path: string): Promise<WireAnswer | WireFailure> {
  const answer = await ask(approach, path);
  if (!('kind' in answer) || answer.kind !== 'connection') return answer;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return ask(approach, path);
}

function ask(
  { http, baseUrl, key, target, runId }: Approach,
  path: string,
): Promise<WireAnswer | WireFailure> {
  const headers = {
    accept: 'application/json',
    'user-agent': userAgent(runId),
    ...target.headers,
    Authorization: `Bearer ${key}`,
  };
  return http.send({ method: 'GET', url: join(baseUrl, path), headers, body: null });
}

function refusesKey(answer: WireAnswer): boolean {
  const body = parse(answer.body.toString());
  return (
    answer.status === 401 && isObject(body) && isObject(body.error) && body.error.code === 'invalid_api_key'
  );
}
