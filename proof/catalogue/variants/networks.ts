import {
  type Alter,
  alterResponses,
  asEmpty,
  asHtml,
  asJson,
  asText,
  inOrder,
  nthCall,
  withHeaders,
} from '../../../mock/answers';
import type { Change } from '../../../mock/behaviour';
import type { Call, Check } from '../../../mock/call';
import mockTarget from '../../../tests/targets/mock';
import { beforeAll, type Variant } from './variant';

/** Calls that cost nothing. Accounts with errors of their own get no more: all advised retries might fail. */
const isFree = ({ rejection, operation, account }: Call) =>
  (rejection !== undefined || ['models', 'credits', 'job', 'run'].includes(operation)) &&
  !(account.rateLimit || account.flaky);

/** Something else responds in place of the service to every nth of these calls, in turn with each of these responses. */
const instead = (phrase: string, nth: number, ...alters: readonly Alter[]): Variant => ({
  phrase,
  change: alterResponses(
    (answer, call) => alters[Math.floor(call.number / nth) % alters.length]?.(answer, call) ?? answer,
    nthCall(nth, isFree),
  ),
  target: (given) => ({ ...given, retryDelays: [0.02, 0.05, 0.1, 0.2] }),
  deviates: /^errors\.elsewhere$/,
});

export const gatewayObjects = instead(
  'one response in fifteen from a gateway: 429, 502, 503 or 504 with an error object of its own',
  15,
  asJson({ error: { code: '504', message: 'An error occurred with your deployment' } }, 504),
  asJson({ error: { code: 'FUNCTION_INVOCATION_TIMEOUT', message: 'Timed out', type: 'timeout' } }, 504),
  asJson({ error: { message: 'No deployments available.', type: 'None', param: 'None', code: '429' } }, 429),
  asJson(
    { type: 'error', error: { type: 'BackendError', code: '503', message: 'reset before headers' } },
    503,
  ),
  asJson({ error: { message: 'Bad gateway', type: null, code: null } }, 502),
  asJson({ error: { message: 'Slow down', type: 'rate_limit_error', code: 'too_many' } }, 429),
);

export const challenged = instead(
  "one response in twenty a firewall's challenge: 403 with a page",
  20,
  inOrder(asHtml('Just a moment...', 403), withHeaders({ server: 'cloudflare' })),
);

/** A router without the route, or a firewall's challenge without a page. */
export const unexplained = instead(
  'one response in twenty from a router or firewall: 404 in plain text, or 202 without a body',
  20,
  asText('404 page not found\n', 404),
  inOrder(asEmpty(202), withHeaders({ 'x-amzn-waf-action': 'challenge' })),
);

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
  return beforeAll(requirePace);
};

export const limitedForAll: Variant = {
  phrase: 'a limit of twenty calls in a fifth of a second for all together, with and without a key',
  change: limitedTogether(20, 200),
  // Every check is tested: that wrong keys are limited does not end their checks.
  lack: { target: { ...mockTarget, retryDelays: [0.25, 0.3, 0.4] }, untested: /^$/ },
};
