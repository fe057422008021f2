import { setTimeout as pause } from 'node:timers/promises';
import { type KnownOperation, knownIds, requestTo } from '../../spec/operations';
import { recordSeparately } from '../client/evidence/recorder';
import { RunFacts } from '../client/run/facts';
import type { Session } from '../client/run/session';
import { send } from '../client/send';
import { nobody, ownerOf } from '../client/senders';
import { quoted } from '../judge/data/quoted';
import type { Stop } from '../judge/data/run';
import { shutOutBy } from '../judge/response/account-state';
import {
  type Answer,
  answerOf,
  body,
  errorOf,
  failsWith,
  formatRedirect,
  headerOf,
  isSuccess,
  observed,
} from '../judge/response/answer';
import { delaysAfter, disturbanceIn, retryAdviceIn } from '../judge/response/disturbance';
import { intermediaryOf, signatureIn } from '../judge/response/intermediaries';
import { idsIn, wordsIn } from '../judge/response/models';
import { formatObservation } from '../judge/texts/wording';
import { modelsAt, nextPage, pointerOf } from '../settings/target-file/target';
import type { WireFailure } from '../wire/http';
import { join } from '../wire/url';
import { namesIn } from '../world/fill';
import { plainRead } from '../world/reads';

/** Anything odd about the models that were read, not masked. */
export interface Reached {
  odd?: string;
}

/**
 * Reads the models, which the world begins with, and sets the service words of the session. Unless they are accepted,
 * the other endpoints of the contract are read, too. The run stops only if nothing could be judged: there is no response
 * at all, all endpoints properly reject the key, all miss a header, or no response looks like that of an API. Anything else
 * odd is left to the checks.
 * @param say prints a line
 */
export async function reach(
  session: Session,
  say: (line: string) => void = () => {},
): Promise<Stop | Reached> {
  const { baseUrl } = session.setup;
  const first = await persistently(session, say);
  if ('kind' in first) return unreachable(baseUrl, first);
  const { last, ids } = isSuccess(first) ? await listed(session, first) : { last: first, ids: [] };
  const stop = await whyNoApi(session, last);
  if (stop !== null) return stop;
  const words = wordsIn(ids);
  const { service } = session.settings;
  session.setup.words = service === undefined ? words : [service];
  if (!isSuccess(last) || body(last) === undefined)
    return { odd: `GET /v1/models responded with ${metIn(last)}: is BASE_URL right?` };
  return showsService(session, ids) ? {} : { kind: 'misconfigured', lines: [otherWord(words)] };
}

/** The most that the first read waits in all, in seconds. */
const LONGEST_WAIT = 120;

/** Reads the models, again after a failed connection or a disturbance, as the checks do (contract 7). */
async function persistently(session: Session, say: (line: string) => void): Promise<Answer | WireFailure> {
  let left = LONGEST_WAIT;
  for (let attempt = 0; ; attempt++) {
    const answer = await readOnce(session);
    const delay = delaysFor(session, answer)[attempt];
    if (delay === undefined || delay > left) return answer;
    left -= delay;
    if (!('kind' in answer))
      say(`GET /v1/models responded with ${answer.status}: it is sent again in ${delay} s`);
    await pause(delay * 1000);
  }
}

function delaysFor({ target }: Session, answer: Answer | WireFailure): number[] {
  if ('kind' in answer) return answer.kind === 'connection' ? [1] : [];
  const disturbance = disturbanceIn(answer, [], 'API_KEY');
  const advice = retryAdviceIn(answer.exchange);
  return disturbance === null ? [] : delaysAfter(disturbance, answer.status, advice, target);
}

/** A read of API_KEY, or without a key. It is sent once, and is no part of what the run judges and counts. */
async function readOnce(
  session: Session,
  operation: KnownOperation = 'models',
  sender = ownerOf(session),
): Promise<Answer | WireFailure> {
  const aside = { ...session, sent: [], requests: new Map(), facts: new RunFacts() };
  const request = { sender, operation, spec: requestTo(operation, 'unknown'), sending: {} };
  const { value, evidence } = await recordSeparately(aside, (own) => send({ ...request, session: own }, 0));
  if (value !== undefined) return value;
  const { reason } = evidence.unjudged ?? {};
  throw new Error(reason?.kind === 'broke down' ? reason.error : 'no request can be sent');
}

/** The list of models as the world reads it, on all its pages: its last response, and the IDs. */
async function listed(session: Session, first: Answer): Promise<{ last: Answer; ids: string[] }> {
  const { value, evidence } = await recordSeparately(session, async (own) => {
    const last = await plainRead(own, 'models');
    return { last, ids: namesIn(own, last) };
  });
  if (value !== undefined) return value;
  const last = evidence.exchanges.flatMap((each) => answerOf(each) ?? []).at(-1) ?? first;
  return { last, ids: isSuccess(last) ? idsIn(body(last), pointerOf(modelsAt(session.target))) : [] };
}

function unreachable(baseUrl: string, { kind, reason, remedy, proxied }: WireFailure): Stop {
  const usual = proxied && kind === 'connection' ? PROXY : remedies[kind];
  const line = `${baseUrl}: ${reason}: ${remedy ?? usual}`;
  return { kind: kind === 'proxy' ? 'misconfigured' : 'unavailable', lines: [line] };
}

const PROXY = 'are the proxy and the service running, is BASE_URL right, or should NO_PROXY name the host?';

const remedies: Record<WireFailure['kind'], string> = {
  connection: 'is the service running, and is BASE_URL right?',
  'time-out': 'is the service running, is BASE_URL right, or is TIMEOUT_MS too short?',
  oversize: 'is BASE_URL right?',
  malformed: 'is BASE_URL right, or does a gateway in front of the service change its responses?',
  proxy: 'is it named right, with user and password where it needs them, or should NO_PROXY name the host?',
};

/** Why nothing of the API can be judged, if all known endpoints respond like this one; else null. */
async function whyNoApi(session: Session, answer: Answer): Promise<Stop | null> {
  const { baseUrl } = session.setup;
  const instead = withoutApi(answer);
  if (instead === null) return null;
  const { kind, what, keyless } = instead;
  if (!(await everyKnown(session, (each) => withoutApi(each)?.what === what, keyless))) return null;
  const asked = keyless ? 'with and without the key' : 'with the key';
  const met = `${metIn(answer)}${signatureIn(headersOf(answer))}`;
  const base = redirectedBase(baseUrl, answer);
  const [version] = /\/v1(?:\/.*?[^/])?(?=\/*$)/.exec(baseUrl) ?? [];
  const twice =
    version && `BASE_URL ends in ${version}, with which the paths of the contract begin already: remove it.`;
  const remedy =
    base === undefined ? ([PATH, PAGE].includes(what) && twice) || what : `set BASE_URL to ${base}`;
  return { kind, lines: [`${baseUrl}: ${met} at every known endpoint, ${asked}: ${remedy}`] };
}

/** Whether all endpoints respond like this with the key, and without it as well. */
async function everyKnown(
  session: Session,
  is: (answer: Answer) => boolean,
  keyless: boolean,
): Promise<boolean> {
  for (const sender of keyless ? [ownerOf(session), nobody] : [ownerOf(session)])
    for (const operation of knownIds) {
      const answer = await readOnce(session, operation, sender);
      if ('kind' in answer || !is(answer)) return false;
    }
  return true;
}

/** False if SERVICE is the word of no listed model, and all pages were read. */
function showsService({ settings: { service }, target }: Session, ids: readonly string[]): boolean {
  if (service === undefined || nextPage(target) !== undefined || ids.length === 0) return true;
  return ids.some((id) => id.startsWith(`${service}-text-`));
}

function otherWord(words: string[]): string {
  const shown = words.length > 0 ? `, they show ${words.join(', ')}` : '';
  return `SERVICE is shown by no listed model (<service>-text-...)${shown}: correct or unset it.`;
}

const PATH = 'is BASE_URL that of the API: is something missing from its path, or too much?';
const PAGE = 'is BASE_URL that of the API, or is a login in front of it?';
const LIMIT = 'does a limiter reject them? REQUESTS_PER_MINUTE sends fewer.';
const LATER = 'start the run again once it has passed.';
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
function withoutApi(answer: Answer): WithoutApi | null {
  const { status, reading } = answer;
  const { code } = errorOf(answer);
  const isJson = body(answer) !== undefined;
  const stop = (what: string, keyless = !isJson): WithoutApi => ({ kind: 'misconfigured', what, keyless });
  const between = intermediaryOf(answer, []);
  if (between !== undefined) return { kind: between.kind, what: between.remedy, keyless: true };
  if (disturbanceIn(answer, [], 'API_KEY') !== null)
    return { kind: 'unavailable', what: LATER, keyless: false };
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
  // Bytes that are no text are no page, so the checks judge them.
  return isJson || status >= 500 || reading.start === null ? null : stop(PAGE);
}

const headersOf = ({ exchange }: Answer) => exchange.response?.headers ?? [];

/** `200 text/html: <!DOCTYPE html>`, `302 to https://login.example/`, or `422 invalid_request, "X-Space?"`. */
function metIn(answer: Answer): string {
  const to = formatRedirect({ status: answer.status, headers: headersOf(answer) });
  if (to !== '') return answer.status + to;
  const { code, message } = errorOf(answer);
  const said = code === undefined || message === undefined ? '' : `, ${quoted(message)}`;
  return `${formatObservation(observed(answer))}${said}`;
}

/** The BASE_URL that a redirect of GET /v1/models leads to; undefined for other responses. */
function redirectedBase(baseUrl: string, answer: Answer): string | undefined {
  const { path } = requestTo('models');
  const isRedirect = answer.status >= 300 && answer.status < 400;
  const location = isRedirect ? headerOf(headersOf(answer), 'location') : null;
  if (location === null || !URL.canParse(location, baseUrl)) return undefined;
  const { origin, pathname } = new URL(location, baseUrl);
  const isElsewhere = pathname.endsWith(path) && join(baseUrl, path) !== origin + pathname;
  return isElsewhere ? origin + pathname.slice(0, -path.length) : undefined;
}
