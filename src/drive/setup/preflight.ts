import { setTimeout as pause } from 'node:timers/promises';
import { knownIds, requestTo } from '../../../spec/operations';
import { at } from '../../judge/data/json';
import { quoted } from '../../judge/data/quoted';
import type { Stop } from '../../judge/data/run';
import { shutOutBy } from '../../judge/response/account-state';
import {
  type Answer,
  body,
  errorOf,
  failsWith,
  formatRedirect,
  headerOf,
  isSuccess,
  observed,
} from '../../judge/response/answer';
import { delaysAfter, disturbanceIn, retryAdviceIn } from '../../judge/response/disturbance';
import { intermediaryOf, signatureIn } from '../../judge/response/intermediaries';
import { idsIn, idsOf, wordsIn } from '../../judge/response/models';
import { readText } from '../../judge/response/reading';
import { formatObservation } from '../../judge/texts/wording';
import { overriding } from '../http/headers';
import type { Http, WireFailure } from '../http/http';
import { join } from '../http/url';
import { withinBounds } from '../http/within-bounds';
import { userAgent } from '../run/session';
import { ownHeaders } from '../target-file/own-headers';
import { pagesFrom } from '../target-file/pages';
import { readBy, receivedOf } from '../target-file/read';
import {
  modelsAt,
  nextPage,
  pointerOf,
  type Received,
  type RequestSpec,
  type Target,
} from '../target-file/target';

/**
 * Why a run cannot begin; or else the service words in the model names, anything odd about the first response
 * (not masked), and how long it took.
 */
export type Preflight =
  | { stop: 'misconfigured' | 'unavailable'; lines: string[] }
  | { words: string[]; odd?: string; milliseconds: number };

interface Approach {
  http: Http;
  baseUrl: string;
  /** Null: sends a request without a key. */
  key: string | null;
  target: Target;
  runId: string;
  service?: string;
  /** Prints a line. */
  say: (line: string) => void;
}

interface FirstAnswer extends Required<Pick<Answer, 'status' | 'contentType' | 'headers' | 'reading'>> {
  milliseconds: number;
}

const { path: modelsPath } = requestTo('models');
const knownPaths = knownIds.map((each) => requestTo(each, 'unknown').path);

/**
 * Requests the models with the valid key and, if that is not accepted, the other endpoints of the contract.
 * The run stops only if nothing could be judged: there is no response at all, all endpoints properly reject
 * the key, all miss a header, or no response looks like that of an API. Anything else odd is left to the
 * checks.
 */
export async function preflight(approach: Approach): Promise<Preflight> {
  const first = await persistently(approach, modelsPath);
  if ('kind' in first) {
    const stop = first.kind === 'proxy' ? 'misconfigured' : 'unavailable';
    const usual = first.proxied && first.kind === 'connection' ? PROXY : remedies[first.kind];
    const remedy = first.remedy ?? usual;
    return { stop, lines: [`${approach.baseUrl}: ${first.reason}: ${remedy}`] };
  }
  const [, root, twice] = /^(.*)(\/v1(?:\/.*?[^/])?)\/*$/.exec(approach.baseUrl) ?? [];
  if (!isSuccess(first) && root !== undefined) {
    const above = await ask({ ...approach, baseUrl: root }, modelsPath);
    if (!('kind' in above) && isSuccess(above)) {
      const line = `BASE_URL ends in ${twice}, with which the paths of the contract begin already: remove it.`;
      return { stop: 'misconfigured', lines: [line] };
    }
  }
  const instead = withoutApi(first);
  if (instead !== null) {
    const isSame = (answer: FirstAnswer) => withoutApi(answer)?.what === instead.what;
    const who = instead.keyless ? [approach, { ...approach, key: null }] : [approach];
    if (await everyKnown(isSame, who)) {
      const asked = instead.keyless ? 'with and without the key' : 'with the key';
      const met = `${metIn(first)}${signatureIn(first.headers)}`;
      const base = redirectedBase(approach, modelsPath, first);
      const remedy = base === undefined ? instead.what : `set BASE_URL to ${base}`;
      const line = `${approach.baseUrl}: ${met} at every known endpoint, ${asked}: ${remedy}`;
      return { stop: instead.kind, lines: [line] };
    }
  }
  if (instead === null && isDisturbed(first) && (await everyKnown(isDisturbed, [approach])))
    return { stop: 'unavailable', lines: [`${approach.baseUrl}: ${metIn(first)} at every known endpoint`] };
  const ids = await listedOnAll(approach, first);
  const { milliseconds } = first;
  const words = await byErrors(approach, wordsIn(ids));
  if (isSuccess(first) && body(first) !== undefined)
    return showsService(approach, ids)
      ? { words, milliseconds, ...perhapsOther(approach, words) }
      : { stop: 'misconfigured', lines: [otherWord(words)] };
  return { words, milliseconds, odd: `GET /v1/models responded with ${metIn(first)}: is BASE_URL right?` };
}

/** The ids on a page of the models. */
function listedIn(answer: FirstAnswer, target: Target): string[] {
  const { models } = readBy(target, 'models', receivedOf(answer)).read;
  return Array.isArray(models) ? idsOf(models) : idsIn(body(answer), pointerOf(modelsAt(target)));
}

/** The ids on the pages of models until one has a service word: the tiers may be on several pages. */
async function listedOnAll(approach: Approach, first: FirstAnswer): Promise<string[]> {
  const { target } = approach;
  const next = nextPage(target);
  const ids: string[] = [];
  const following = (page: FirstAnswer) => (next && isSuccess(page) ? nextOf(next, page) : undefined);
  const asked = async (spec: RequestSpec) => {
    const answer = await ask(approach, spec.path, spec);
    return 'kind' in answer ? undefined : answer;
  };
  for await (const page of pagesFrom(first, following, asked)) {
    ids.push(...listedIn(page, target));
    if (wordsIn(ids).length > 0) break;
  }
  return ids;
}

/** Of several words, the first in the `type` of an error: the service's own (contract 1, 2.1). */
async function byErrors(approach: Approach, words: string[]): Promise<string[]> {
  if (words.length < 2) return words;
  const rejected = await ask({ ...approach, key: null }, modelsPath);
  const type = 'kind' in rejected ? undefined : at(body(rejected), '/error/type');
  const isOwn = (word: string) => Number(type === `${word}_error`);
  return words.toSorted((one, other) => isOwn(other) - isOwn(one));
}

/** A function that expects another shape returns no next page. */
function nextOf(
  next: (page: Received) => RequestSpec | undefined,
  page: FirstAnswer,
): RequestSpec | undefined {
  try {
    return next(receivedOf(page));
  } catch {
    return undefined;
  }
}

/** False if SERVICE is the word of no listed model, and all pages were read. */
function showsService({ service, target }: Approach, ids: string[]): boolean {
  const pages = nextPage(target) !== undefined;
  if (service === undefined || pages || ids.length === 0) return true;
  return ids.some((id) => id.startsWith(`${service}-text-`));
}

/** SERVICE may be wrong: of several words, the one in errors counts first. */
function perhapsOther({ service }: Approach, [first, ...more]: string[]): { odd?: string } {
  if (service === undefined || !more.includes(service)) return {};
  return {
    odd: `errors do not say ${service}_error, and models of ${first} are listed, too: is SERVICE right?`,
  };
}

function otherWord(words: string[]): string {
  const shown = words.length > 0 ? `, they show ${words.join(', ')}` : '';
  return `SERVICE is shown by no listed model (<service>-text-...)${shown}: correct or unset it.`;
}

const PROXY = 'are the proxy and the service running, is BASE_URL right, or should NO_PROXY name the host?';

const remedies: Record<WireFailure['kind'], string> = {
  connection: 'is the service running, and is BASE_URL right?',
  'time-out': 'is the service running, is BASE_URL right, or is TIMEOUT_MS too short?',
  oversize: 'is BASE_URL right?',
  malformed: 'is BASE_URL right, or does a gateway in front of the service change its responses?',
  proxy: 'is it named right, with user and password where it needs them, or should NO_PROXY name the host?',
};

/** Whether all endpoints respond like this, to this sender. */
async function everyKnown(is: (answer: FirstAnswer) => unknown, who: Approach[]): Promise<boolean> {
  for (const approach of who) {
    for (const path of knownPaths) {
      const answer = await ask(approach, path);
      if ('kind' in answer || !is(answer)) return false;
    }
  }
  return true;
}

const PATH = 'is BASE_URL that of the API: is something missing from its path, or too much?';
const PAGE = 'is BASE_URL that of the API, or is a login in front of it?';
const LIMIT = 'does a limiter reject them? REQUESTS_PER_MINUTE sends fewer.';
const HEADER = 'is a header needed? `headers` in the target file sends it. Or is BASE_URL another server?';
const KEY = 'is API_KEY right, or does a gateway in front ask for another header, or remove Authorization?';
const STRIPPED =
  'Authorization was sent and did not arrive: a gateway in front of the service removes it. Let it pass the header on.';

/** Why a run stops if every known endpoint responds like this. */
interface WithoutApi extends Pick<Stop, 'kind'> {
  /** What to do about it. Two responses are alike if this is the same. */
  what: string;
  /** True if requests without the key must get it as well: a service may check the key first. */
  keyless: boolean;
}

/** For a response from which nothing of the API can be judged; null for other responses. */
function withoutApi(answer: FirstAnswer): WithoutApi | null {
  const { status, reading } = answer;
  const { code } = errorOf(answer);
  const isJson = body(answer) !== undefined;
  const stop = (what: string, keyless = !isJson): WithoutApi => ({ kind: 'misconfigured', what, keyless });
  const between = intermediaryOf(answer, []);
  if (between !== undefined) return { kind: between.kind, what: between.remedy, keyless: true };
  const state = shutOutBy(answer);
  if (state) return stop(`API_KEY is rejected: ${state.remedy}.`);
  if (failsWith(answer, 401, 'missing_api_key')) return stop(STRIPPED);
  // These requests have no body, so only a header can be missing.
  if (status === 400 || status === 422)
    return stop(
      code === undefined && /too many|limit|quota/i.test(reading.start ?? '') ? LIMIT : HEADER,
      false,
    );
  if (status === 404 || status === 403) return (code ?? 'not_found') === 'not_found' ? stop(PATH) : null;
  if (status === 405 && code === undefined) return stop(PATH);
  if (status === 401 && code === undefined) return stop(KEY, true);
  return isJson || status >= 500 ? null : stop(PAGE);
}

/** `200 text/html: <!DOCTYPE html>`, `302 to https://login.example/`, or `422 invalid_request, "X-Space?"`. */
function metIn(answer: FirstAnswer): string {
  const to = formatRedirect(answer);
  if (to !== '') return answer.status + to;
  const { code, message } = errorOf(answer);
  const said = code === undefined || message === undefined ? '' : `, ${quoted(message)}`;
  return `${formatObservation(observed(answer))}${said}`;
}

/** The BASE_URL that a redirect of this path leads to; undefined for other responses. */
function redirectedBase(
  { baseUrl }: Approach,
  path: string,
  { status, headers }: FirstAnswer,
): string | undefined {
  const location = status >= 300 && status < 400 ? headerOf(headers, 'location') : null;
  if (location === null || !URL.canParse(location, baseUrl)) return undefined;
  const { origin, pathname } = new URL(location, baseUrl);
  const isElsewhere = pathname.endsWith(path) && join(baseUrl, path) !== origin + pathname;
  return isElsewhere ? origin + pathname.slice(0, -path.length) : undefined;
}

const isDisturbed = (answer: FirstAnswer) => disturbanceIn(answer, [], 'API_KEY') !== null;

/** The most that the first request waits in all, in seconds. */
const LONGEST_WAIT = 120;

/** Sends a request again after a failed connection or a disturbance, as the checks do (contract 7). */
async function persistently(approach: Approach, path: string): Promise<FirstAnswer | WireFailure> {
  let answer = await ask(approach, path);
  if ('kind' in answer && answer.kind === 'connection') {
    await pause(1000);
    answer = await ask(approach, path);
  }
  let left = LONGEST_WAIT;
  for (let attempt = 0; !('kind' in answer); attempt++) {
    const disturbance = disturbanceIn(answer, [], 'API_KEY');
    if (disturbance === null) break;
    const advice = retryAdviceIn({ response: answer });
    const delay = delaysAfter(disturbance, answer.status, advice, approach.target)[attempt];
    if (delay === undefined || delay > left) break;
    left -= delay;
    approach.say(`GET ${path} responded with ${answer.status}: it is sent again in ${delay} s`);
    await pause(delay * 1000);
    answer = await ask(approach, path);
  }
  return answer;
}

async function ask(
  { http, baseUrl, key, target, runId }: Approach,
  path: string,
  { method = 'GET', headers: further }: Partial<RequestSpec> = {},
): Promise<FirstAnswer | WireFailure> {
  const headers = overriding(
    { accept: 'application/json', 'user-agent': userAgent(runId) },
    ownHeaders(target, 'API_KEY'),
    further,
    key === null ? {} : { Authorization: `Bearer ${key}` },
  );
  const url = join(baseUrl, path);
  // The checks that read this page name the function of the target file.
  if (url === undefined) return { kind: 'malformed', reason: 'no path of the service' };
  const received = withinBounds(await http.send({ method, url, headers, body: null }));
  if ('kind' in received) return received;
  return {
    status: received.status,
    // Bytes that are no UTF-8 are judged later.
    reading: readText(received.body.toString()),
    contentType: headerOf(received.headers, 'content-type') ?? '',
    headers: received.headers,
    milliseconds: received.milliseconds,
  };
}
