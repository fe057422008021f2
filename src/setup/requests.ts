import { operationNames } from '../../spec/operations';
import { isWork } from '../../spec/works';
import { identityOf, type Request } from '../client/request';
import type { Session } from '../client/run/session';
import { tiers } from '../judge/response/models';
import { formatExpectation } from '../judge/texts/wording';
import type { PlannedCheck } from '../send/driver/driver';
import { inputs, isDescribed } from '../settings/operations';
import { listOf } from '../stimuli/lists';
import { type Planned, resolved, senderAs } from '../stimuli/plan';
import { partsOf, type StimulusName } from '../stimuli/stimulus';
import { assumed } from '../world/assumed';
import { type Needs, needsOf } from '../world/needs';
import type { Basis } from '../world/requests';

type Given = Pick<Session, 'keys' | 'target' | 'settings'>;

/** A request that a run sends whatever comes back, with the clauses that judge its response. */
interface ListedRequest {
  request: Request;
  claims: { clause: string; expected: string }[];
}

/** What a run sends: the listed requests, and about how many in all, with what checks rest on and with scripts. */
export interface PlannedRequests {
  listed: ListedRequest[];
  inAll: number;
  /** The AI requests that a service accepts which keeps the contract. */
  aiRequests: number;
}

/** About how many requests a script sends for one check beyond what others send, and how many of them use the AI. */
const scripts: Partial<Record<StimulusName, readonly [requests: number, ai: number]>> = {
  repeatedly: [3, 0],
  charged: [8, 0.6],
  rejectedWorkflows: [6, 0],
  untilLimited: [20, 0],
  untilFailed: [2, 1],
};
const oneRequest = [1, 0] as const;

/** The AI requests that only DEPTH=3 sends at an operation: each form of input for each tier, or further chains. */
const DEEP = 4;

/** What a run of these checks with these settings sends, if the service keeps the contract. */
export function plannedRequests(given: Given, checks: readonly PlannedCheck[]): PlannedRequests {
  const { depth } = given.settings;
  const basis = assumed(given, depth);
  const listed = new Map<string, ListedRequest>();
  const scripted = new Map<string, readonly [number, number]>();
  for (const { clause, check } of checks) {
    const name = JSON.stringify([check.at, check.as, check.send]);
    const withKind = resolved(check);
    const places = made(() => listOf(basis, withKind)) ?? null;
    if (
      places === null &&
      isDescribed(given.target, withKind.requestKind.operation) &&
      made(() => senderAs(basis, check))
    )
      scripted.set(name, scripts[partsOf(check.send)[0]] ?? oneRequest);
    for (const [, make] of places ?? [])
      for (const [key, request, expected] of requestsOf(made(make))) {
        const known = listed.get(key) ?? { request, claims: [] };
        known.claims.push({ clause, expected });
        listed.set(key, known);
      }
  }
  const needed = needsOf(
    given,
    checks.map(({ check }) => check),
  );
  const uses = usesIn(basis, needed);
  const looks = [...needed.operations].filter(isWork).length;
  const world = 4 + needed.keys.size + 2 * needed.accounts.size + 4 * uses + 3 * looks;
  const submissions = (['text', 'submit', 'workflow'] as const).filter((id) => isDescribed(given.target, id));
  const ofScripts = (part: 0 | 1) => [...scripted.values()].reduce((sum, each) => sum + each[part], 0);
  return {
    listed: [...listed.values()],
    inAll: listed.size + world + ofScripts(0),
    aiRequests: Math.round(
      uses + (uses > 0 ? ofScripts(1) : 0) + (depth < 3 ? 0 : DEEP * submissions.length),
    ),
  };
}

/** What these functions make, unless the target file describes no such request. */
function made<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function requestsOf(
  planned: Planned | Request | undefined,
): [key: string, request: Request, expected: string][] {
  if (planned === undefined) return [];
  if (!('probes' in planned)) return [[JSON.stringify(identityOf(planned)), planned, 'recorded']];
  const { probes, expected } = planned;
  return probes.flatMap(({ request, before, turn }): [string, Request, string][] =>
    [before && made(before), made(request)]
      .flatMap((one) => one ?? [])
      .map((one) => [JSON.stringify([identityOf(one), turn]), one, formatExpectation(expected)]),
  );
}

/** The accepted AI requests that checks rest on. */
function usesIn({ world, target }: Basis, { operations, tiers: eachTier, lengths }: Needs): number {
  const forms = inputs.filter(
    ({ id, operation }) => operations.has(id) && isDescribed(target, operation),
  ).length;
  const chains = operations.has('workflow') ? (world.chains?.usual.size ?? 0) : 0;
  return forms + (eachTier && target.text ? tiers.length - 1 : 0) + (lengths ? chains : Math.min(chains, 1));
}

/** A line for each listed request: operation, method and path, sender, what must come back, and the clauses. */
export const formatListed = ({ request, claims }: ListedRequest): string => {
  const { sender, operation, spec } = request;
  const expected = [...new Set(claims.map((claim) => claim.expected))].join('; ');
  const clauses = [...new Set(claims.map(({ clause }) => clause))].join(', ');
  return [
    operationNames[operation],
    `${spec.method ?? 'GET'} ${spec.path}`,
    sender.actor,
    expected,
    clauses,
  ].join('\t');
};
