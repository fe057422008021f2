import {
  type Alter,
  alterResponses,
  asEmpty,
  asHtml,
  asJson,
  asText,
  nthCall,
  withHeaders,
} from '../../../mock/answers';
import { type Change, overrideChapter } from '../../../mock/behaviour';
import type { Call, Check } from '../../../mock/call';
import mockTarget from '../../../tests/targets/mock';
import { beforeAll, type Variant } from './variant';

/** Calls that cost nothing. Accounts with errors of their own get no more: all advised retries might fail. */
const isFree = ({ rejection, operation, account }: Call) =>
  (rejection !== undefined || ['models', 'credits', 'job', 'run'].includes(operation)) &&
  !(account.rateLimit || account.flaky);

/** Responds in place of the service to every nth of these calls. */
const instead = (nth: number, alter: Alter): Change => alterResponses(alter, nthCall(nth, isFree));

const gatewayErrors: readonly (readonly [number, unknown])[] = [
  [504, { error: { code: '504', message: 'An error occurred with your deployment' } }],
  [504, { error: { code: 'FUNCTION_INVOCATION_TIMEOUT', message: 'Timed out', type: 'timeout' } }],
  [429, { error: { message: 'No deployments available.', type: 'None', param: 'None', code: '429' } }],
  [503, { type: 'error', error: { type: 'BackendError', code: '503', message: 'reset before headers' } }],
  [502, { error: { message: 'Bad gateway', type: null, code: null } }],
  [429, { error: { message: 'Slow down', type: 'rate_limit_error', code: 'too_many' } }],
];

const quick = { retryDelays: [0.02, 0.05, 0.1, 0.2] };

export const gatewayObjects: Variant = {
  phrase: 'one response in fifteen from a gateway: 429, 502, 503 or 504 with an error object of its own',
  change: instead(15, (answer, call) => {
    const [status, body] = gatewayErrors[Math.floor(call.number / 15) % gatewayErrors.length] ?? [504, {}];
    return asJson(body, status)(answer, call);
  }),
  target: (given) => ({ ...given, ...quick }),
  deviates: /^errors\.elsewhere$/,
};

const challenge: Alter = (answer, call) =>
  withHeaders({ server: 'cloudflare' })(asHtml('Just a moment...', 403)(answer, call), call);

export const challenged: Variant = {
  phrase: "one response in twenty a firewall's challenge: 403 with a page",
  change: instead(20, challenge),
  target: (given) => ({ ...given, ...quick }),
  deviates: /^errors\.elsewhere$/,
};

/** What comes in place of the service for a moment: a router without the route, or a firewall's challenge without a page. */
const elsewhere: readonly Alter[] = [
  asText('404 page not found\n', 404),
  (answer, call) => withHeaders({ 'x-amzn-waf-action': 'challenge' })(asEmpty(202)(answer, call), call),
];

export const unexplained: Variant = {
  phrase: 'one response in twenty from a router or firewall: 404 in plain text, or 202 without a body',
  change: instead(20, (answer, call) => {
    const alter = elsewhere[Math.floor(call.number / 20) % elsewhere.length] ?? elsewhere[0];
    return alter?.(answer, call) ?? answer;
  }),
  target: (given) => ({ ...given, ...quick }),
  deviates: /^errors\.elsewhere$/,
};

/** Text requests for a model that was asked for before get the stored response, at no charge. */
const storedUses = (header: Record<string, string>): Change => [
  ({ credits }) => {
    const asked = new Set<string>();
    const stored = new WeakSet<Call>();
    const isStored = (call: Call) => {
      const name = `${call.account.name} ${call.model}`;
      if (call.operation === 'text' && asked.has(name)) stored.add(call);
      asked.add(name);
      return stored.has(call);
    };
    return {
      credits: {
        charge(account, price, now, doneAt, call) {
          if (isStored(call)) call.price = 0;
          else credits.charge(account, price, now, doneAt, call);
        },
      },
    };
  },
  alterResponses(
    withHeaders(header),
    ({ operation, rejection, price }) => operation === 'text' && !rejection && price === 0,
  ),
];

export const cachedUses: Variant = {
  phrase: 'text requests that a cache in front of the service responds to, at no charge',
  change: storedUses({ 'cf-aig-cache-status': 'HIT' }),
  mayBeUntested: /^(credits\.use|models\.price)/,
};

/** Limits all requests together, whoever sends them, rejected ones included. */
const limitedTogether = (calls: number, milliseconds: number): Change => {
  const begun: number[] = [];
  const requirePace: Check = ({ now }) => {
    begun.push(now);
    const isWithin = begun.filter((at) => now - at < milliseconds).length <= calls;
    return isWithin ? undefined : { code: 'rate_limited', about: '' };
  };
  return overrideChapter('service', ({ checks }) => ({ checks: beforeAll(checks, requirePace) }));
};

export const limitedForAll: Variant = {
  phrase: 'a limit of twenty calls in a fifth of a second for all together, with and without a key',
  change: limitedTogether(20, 200),
  // Every check is tested: that wrong keys are limited does not end their checks.
  lack: { target: { ...mockTarget, retryDelays: [0.25, 0.3, 0.4] }, untested: /^$/ },
};
