import type { Stop } from '../../reports/run';
import { told } from './answer';
import { disturbanceIn, restsAfter } from './disturbance';
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
  /** Null: asks without one. */
  key: string | null;
  target: Target;
  runId: string;
}

const known = ['/v1/models', '/v1/credits', '/v1/jobs/unknown'];

/**
 * Asks for the models with the valid key, and where that is not served for what else is known. Only what makes
 * every judgement impossible stops a run: no answer at all, a key that every known endpoint properly refuses, or
 * nothing of an API in any answer. Anything odd is left to the cases.
 */
export async function preflight(approach: Approach): Promise<Found> {
  const first = await persistently(approach, '/v1/models');
  if ('kind' in first) {
    const stop = first.kind === 'proxy' ? 'misconfigured' : 'unavailable';
    return { stop, lines: [`${approach.baseUrl}: ${first.reason}: ${remedies[first.kind]}`] };
  }
  if (refusesKey(first) && (await everyKnown(refusesKey, [approach]))) {
    const remedy = 'copy it anew, or reissue it.';
    return {
      stop: 'misconfigured',
      lines: [`API_KEY is refused by every known endpoint (401 invalid_api_key): ${remedy}`],
    };
  }
  if (!isSuccess(first) && /\/v1\/?$/.test(approach.baseUrl)) {
    const above = await ask({ ...approach, baseUrl: approach.baseUrl.replace(/\/v1\/?$/, '') }, '/v1/models');
    if (!('kind' in above) && isSuccess(above)) {
      const line = 'BASE_URL ends in /v1, with which the paths of the contract begin already: remove it.';
      return { stop: 'misconfigured', lines: [line] };
    }
  }
  const body = parse(first.body.toString());
  const met = metIn(first);
  const instead = standIn(first);
  if (instead !== null && (await everyKnown(standIn, [approach, { ...approach, key: null }]))) {
    const line = `${approach.baseUrl}: ${met} at every known endpoint, with and without the key: ${instead.remedy}`;
    return { stop: instead.kind, lines: [line] };
  }
  const words = wordsIn(idsIn(body, approach.target.models));
  if (isSuccess(first) && body !== undefined) return { words };
  return { words, odd: `GET /v1/models was answered ${met}: is BASE_URL right?` };
}

const isSuccess = ({ status }: WireAnswer) => status >= 200 && status < 300;

const remedies: Record<WireFailure['kind'], string> = {
  connection: 'is it up, and BASE_URL right?',
  'time-out': 'is it up, or TIMEOUT_MS too short?',
  oversize: 'is BASE_URL right?',
  proxy: 'is it named right, with user and password where it needs them, or should NO_PROXY name the host?',
};

/** Whether all that is known is answered so, by whoever asks. */
async function everyKnown(is: (answer: WireAnswer) => unknown, who: Approach[]): Promise<boolean> {
  for (const approach of who) {
    for (const path of known) {
      const answer = await ask(approach, path);
      if ('kind' in answer || !is(answer)) return false;
    }
  }
  return true;
}

/** For an answer that shows nothing of an API: why the run stops, and the remedy; null for any other. */
function standIn({ status, body }: WireAnswer): (Pick<Stop, 'kind'> & { remedy: string }) | null {
  const text = body.toString();
  if (parse(text) !== undefined) return null;
  if ([502, 503, 504].includes(status))
    return { kind: 'unavailable', remedy: 'is the API up behind its gateway?' };
  const elsewhere = status >= 300 && status < 400;
  if (!elsewhere && (status >= 500 || !/^\s*</.test(text))) return null;
  return { kind: 'misconfigured', remedy: 'is BASE_URL that of the API, or does a login stand before it?' };
}

/** `200 text/html: <!DOCTYPE html>`, or `302 to https://login.example/`. */
function metIn(answer: WireAnswer): string {
  const { status, body } = answer;
  const location = headerOf(answer, 'location');
  if (status >= 300 && status < 400 && location !== null) return `${status} to ${location}`;
  return told({ status, contentType: headerOf(answer, 'content-type') ?? '', text: body.toString() });
}

function headerOf({ headers }: WireAnswer, name: string): string | null {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? null;
}

/** Asks again where no connection was made, and where the answer is a disturbance, as the cases do (contract 7). */
async function persistently(approach: Approach, path: string): Promise<WireAnswer | WireFailure> {
  let answer = await ask(approach, path);
  if ('kind' in answer && answer.kind === 'connection') {
    await pause(1);
    answer = await ask(approach, path);
  }
  for (let attempt = 0; !('kind' in answer); attempt++) {
    const seen = {
      status: answer.status,
      text: answer.body.toString(),
      retryAfter: headerOf(answer, 'retry-after'),
    };
    const code = disturbanceIn(seen, 'API_KEY');
    const rest = code === null ? undefined : restsAfter(code, seen, approach.target)[attempt];
    if (rest === undefined) break;
    await pause(rest);
    answer = await ask(approach, path);
  }
  return answer;
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

function ask(
  { http, baseUrl, key, target, runId }: Approach,
  path: string,
): Promise<WireAnswer | WireFailure> {
  const headers = {
    accept: 'application/json',
    'user-agent': userAgent(runId),
    ...target.headers,
    ...(key !== null && { Authorization: `Bearer ${key}` }),
  };
  return http.send({ method: 'GET', url: join(baseUrl, path), headers, body: null });
}

function refusesKey(answer: WireAnswer): boolean {
  const body = parse(answer.body.toString());
  return (
    answer.status === 401 && isObject(body) && isObject(body.error) && body.error.code === 'invalid_api_key'
  );
}
