import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from '../../judge/data/evidence';
import { suiteInfo } from '../../judge/data/suite-info';
import type { KnownFailure } from '../../judge/faults/known-failures';
import type { Depth } from '../../judge/verdict/depth';
import type { Keys, Settings } from '../../settings/settings';
import type { Target } from '../../settings/target-file/target';
import { type Http, openHttp } from '../../wire/http';
import { proxyFor } from '../../wire/proxies';
import { keepSecret, keysIn } from '../../wire/secrets';
import { chainsFor } from '../../world/chains';
import { emptyWorld, type World } from '../../world/world';
import type { Recording } from '../evidence/recorder';
import type { Request } from '../request';
import { mostAiRequests } from './budget';
import { Coordinator } from './coordinator';
import { RunFacts } from './facts';

/** What global setup finds out before a run. */
export interface RunSetup {
  depth: Depth;
  /** The address of the target, mock or not. */
  baseUrl: string;
  mock: boolean;
  /** The name of the run in User-Agent headers and on the page. */
  id: string;
  /** The service words of the model names, or SERVICE; empty until the models were read. */
  words: string[];
  /** The parts of the target file that were verified before and saved; `*` for all, as for that of the mock. */
  verifiedEarlier: string[];
  /** True if every check is selected. */
  whole?: boolean;
  /** The list of known failures. */
  known?: readonly KnownFailure[];
}

/** What every request of the run needs. */
export interface Session {
  setup: RunSetup;
  settings: Settings;
  keys: Keys;
  target: Target;
  http: Http;
  coordinator: Coordinator;
  facts: RunFacts;
  /** All exchanges, in the order of their responses. */
  sent: Exchange[];
  /** The request of each exchange, by its id. */
  requests: Map<string, Request>;
  /** Everything that was asked for, by its identity in JSON, with what was recorded. Who needs it waits for it. */
  store: Map<string, Promise<Recording<unknown>>>;
  /** What the checks rest on; empty until it is filled. */
  world: World;
  /** Waits for the requests that are in flight. */
  close(): Promise<void>;
}

export function userAgent(runId: string): string {
  const { name, version } = suiteInfo.suite;
  return `${name}/${version} (run ${runId})`;
}

/** The session of a run with this target and these accounts. Their secrets are masked from here on. */
export function sessionOf(
  setup: RunSetup,
  settings: Settings,
  target: Target,
  keys: Session['keys'] = settings.keys,
): Session {
  const proxy = setup.mock ? undefined : proxyFor(new URL(setup.baseUrl), process.env);
  // A server may echo a key that no setting reads.
  const secrets = { ...keysIn(process.env), ...keys, 'the password of the proxy': proxy?.password };
  for (const [name, value] of Object.entries(secrets)) if (value) keepSecret(name, value);
  const http = openHttp(settings.timeoutMs, proxy);
  const coordinator = new Coordinator({
    ...settings,
    maxAiRequests: mostAiRequests({ settings, target, keys }),
    byDefault: settings.maxAiRequests === undefined,
  });
  let closed: Promise<void> | undefined;
  const end = async () => {
    coordinator.stop();
    // Requests in flight end within their time limit.
    await Promise.race([coordinator.idle(), pause(settings.timeoutMs, undefined, { ref: false })]);
    await http.close();
  };
  return {
    setup,
    settings,
    keys,
    target,
    http,
    coordinator,
    facts: new RunFacts(),
    sent: [],
    requests: new Map(),
    store: new Map(),
    world: emptyWorld(chainsFor(target, setup.depth)),
    close() {
      closed ??= end();
      return closed;
    },
  };
}

/** A new session with the same setup. */
export const sessionAgain = ({ setup, settings, target, keys }: Session): Session =>
  sessionOf(setup, settings, target, keys);
