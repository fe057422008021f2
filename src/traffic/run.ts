import type { Entry } from 'har-format';
import { type ClauseId, ledger } from '../../spec/ledger';
import { isKnownOperation } from '../../spec/operations';
import { modelsAt, pointerOf, type Target } from '../drive/target';
import { readBy, receivedOf, storedRead } from '../drive/target-file/read';
import { type Answer, body } from '../judge/answer';
import { evaluate } from '../judge/evaluate';
import type { Assertion, Context, Evidence, Exchange } from '../judge/evidence';
import { groupedBy } from '../judge/grouped';
import { finderOf, type Inspect, inspectBy, type Secret } from '../judge/mask';
import { idsOf, listOf, wordsIn } from '../judge/models';
import type { Attempt, CheckRun, Run, Stop, Traffic } from '../judge/run';
import { storedBody, storedUrl, storeResponse } from '../judge/stored-response';
import { constantTypeOf, judgeExchange } from '../judge/universal';
import { everyAnswer, type Single, singleClauses, submissionOf } from './clauses';
import { type Captured, capturedIn, type NotRead } from './entries';
import { type Recognised, spellingsOf } from './operations';
import { credentialsOf, isCredential } from './secrets';

interface Capture {
  file: string;
  /** Null where no known endpoint was requested. */
  base: URL | null;
  target: Target;
  service?: string | undefined;
  secrets: readonly Secret[];
}

/** A response with its exchange, as recorded. */
interface JudgedEntry {
  match: Recognised;
  exchange: Exchange;
  answer: Answer;
}

/**
 * Captured traffic as a run: a check for each clause that a single response can violate, with all responses
 * that say something about it, and one check with all responses.
 */
export function capturedRunOf(entries: readonly Entry[], setting: Capture): Run {
  const { file, base, target, service } = setting;
  const singles = singleClauses(target, service);
  const { captured, unread } =
    base === null
      ? { captured: [], unread: entries.map((_, index): NotRead => ({ index, why: 'elsewhere' })) }
      : capturedIn(entries, base, spellingsOf(target));
  const find = finderOf(setting.secrets);
  const inspect: Inspect = (text) => inspectBy(find, text);
  const whole = captured.map((each) => judgedEntryOf(each, target, inspect));
  const context = contextOf(whole, singles, setting);
  const kept = whole.map((each): JudgedEntry => {
    const { exchange, answer } = each;
    if (!exchange.response?.cut) return each;
    return { ...each, exchange: { ...exchange, found: judgeExchange(exchange, context, answer) } };
  });
  const stop = stopOf(kept, base);
  const traffic: Traffic = {
    file,
    clauses: [...everyAnswer, ...singles.map(({ clause }) => clause)],
    read: captured.length,
    unread: counted(unread),
  };
  return {
    checks: stop === null ? checksOf(kept, singles, context, file) : [],
    traffic,
    filters: [],
    missingShards: [],
    shard: null,
    ending: 'passed',
    errors: [],
    stop,
  };
}

/** Request headers that say something about the response and contain no secret; of a credential only the scheme. */
const shown = /^(?:accept|accept-language|content-type|content-length|user-agent)$/i;

function judgedEntryOf(
  { index, time, request, received, ...match }: Captured,
  target: Target,
  inspect: Inspect,
): JudgedEntry {
  const { operation } = match;
  const part = submissionOf(target, match);
  const asked: Exchange = {
    id: `entry-${index}`,
    actor: 'client',
    variable: null,
    operation,
    request: {
      method: request.method,
      url: storedUrl(request.url.href, inspect),
      headers: request.headers.flatMap(([name, value]): [string, string][] => {
        if (isCredential(name)) return [[name, credentialShown(value, inspect)]];
        return shown.test(name) ? [[name, inspect(value).text]] : [];
      }),
      body: request.body === null ? null : storedBody(request.body, inspect),
    },
    entry: { index, time },
    ...(part !== null && { parts: [part] }),
    response: null,
  };
  const answer = storeResponse(asked, received, inspect);
  // A success of a known endpoint requested with a query, which the contract does not show.
  const isOpen = !match.exact && isKnownOperation(operation) && received.status < 300;
  const read = readBy(target, operation, receivedOf(answer, received.headers));
  const exchange: Exchange = {
    ...answer.exchange,
    ...(isOpen && { ambiguous: true }),
    ...storedRead(read, (text) => inspect(text).text),
  };
  return { match, exchange, answer: { ...answer, exchange } };
}

/** `Bearer [CLIENT_API_KEY]`. A key that is too short to be distinguished from other text is left out. */
function credentialShown(value: string, inspect: Inspect): string {
  const [credential] = credentialsOf(value);
  if (credential === undefined) return value;
  const { text, secrets } = inspect(credential);
  return value.replace(credential, secrets.length > 0 ? text : '[a credential]');
}

/** The clauses that every response is judged by, as shown by the responses. */
function contextOf(
  kept: readonly JudgedEntry[],
  singles: readonly Single[],
  { target, service }: Capture,
): Context {
  const listed = kept.flatMap(({ match, answer }) =>
    match.operation === 'models' ? wordsOf(answer, target) : [],
  );
  const words = service === undefined ? [...new Set(listed)] : [service];
  const answers = kept.map(({ answer }) => answer);
  const errorType = constantTypeOf(answers, { words });
  const models = pointerOf(modelsAt(target));
  const unsigned: Context = {
    words,
    ...(errorType !== undefined && { errorType }),
    ...(models !== undefined && { models }),
  };
  const verified = singles.flatMap((single) =>
    single.proves.length > 0 && kept.some((each) => isMet(single, each, unsigned)) ? single.proves : [],
  );
  return { ...unsigned, verifiedEarlier: [...new Set(verified)] };
}

function wordsOf(answer: Answer, target: Target): string[] {
  const found = listOf(answer, {}, pointerOf(modelsAt(target)));
  return 'list' in found ? wordsIn(idsOf(found.list)) : [];
}

function isMet({ expected }: Single, { answer, match }: JudgedEntry, context: Context): boolean {
  const expectation = expected(answer, match);
  if (expectation === null) return false;
  const { met, inconclusive } = evaluate(expectation, [answer], [answer.exchange], context);
  return met && inconclusive === undefined;
}

/** Why nothing is judged: nothing was read, or nothing that belongs to an API. */
function stopOf(kept: readonly JudgedEntry[], base: URL | null): Stop | null {
  const nothing = (line: string): Stop => ({ kind: 'unavailable', lines: [line] });
  if (base === null)
    return nothing(
      'nothing could be read: no request asks for a known endpoint; --base-url names the address',
    );
  if (kept.length === 0) return nothing(`nothing could be read below ${base.href}`);
  const isPage = ({ status, text }: Answer) => status < 500 && /^\s*</.test(text ?? '');
  return kept.every(({ answer }) => isPage(answer) && body(answer) === undefined)
    ? nothing(`every response below ${base.href} is a web page: is that the address of the API?`)
    : null;
}

function checksOf(
  kept: readonly JudgedEntry[],
  singles: readonly Single[],
  context: Context,
  file: string,
): CheckRun[] {
  const ids = Object.keys(ledger);
  return [
    checkRunOf(file, 'all that was captured', evidenceOf('unspecified.service.more', kept, context)),
    ...singles.flatMap((single) => singleCheck(single, kept, context, file) ?? []),
  ].sort((a, b) => ids.indexOf(a.clause) - ids.indexOf(b.clause));
}

/** The check of a clause that a single response can violate; null where no response says anything about it. */
function singleCheck(
  single: Single,
  kept: readonly JudgedEntry[],
  context: Context,
  file: string,
): CheckRun | null {
  const { clause, title, needs, expected } = single;
  if (needs !== undefined) {
    const inconclusive = { verdict: 'not tested', reason: { kind: 'needs', what: needs } } as const;
    return checkRunOf(file, title, { ...evidenceOf(clause, [], context), inconclusive });
  }
  const own: JudgedEntry[] = [];
  const assertions: Assertion[] = [];
  for (const each of kept) {
    const { answer, exchange, match } = each;
    const expectation = expected(answer, match);
    if (expectation === null) continue;
    const found = exchange.response?.cut && evaluate(expectation, [answer], [exchange], context);
    own.push(each);
    assertions.push({ expectation, exchanges: [exchange.id], ...(found && { found }) });
  }
  return own.length === 0
    ? null
    : checkRunOf(file, title, { ...evidenceOf(clause, own, context), assertions });
}

function checkRunOf(file: string, title: string, evidence: Evidence): CheckRun {
  const { clause, exchanges, inconclusive } = evidence;
  const { index = 0, time = '' } = exchanges[0]?.entry ?? {};
  const attempt: Attempt = {
    status: inconclusive === undefined ? 'passed' : 'skipped',
    errors: [],
    skipReason: null,
    evidence,
    started: Date.parse(time) || 0,
    milliseconds: 0,
  };
  return { clause, title, file, line: index, cost: 'free', attempts: [attempt] };
}

function evidenceOf(clause: ClauseId, kept: readonly JudgedEntry[], context: Context): Evidence {
  const exchanges = kept.map(({ exchange }) => exchange);
  return { clause, context, exchanges, assertions: [], observations: {}, waited: 0 };
}

function counted(unread: readonly NotRead[]): Traffic['unread'] {
  return groupedBy(unread, ({ why }) => why).map((own) => ({
    why: own[0].why,
    entries: own.length,
    at: own.map(({ index }) => index),
  }));
}
