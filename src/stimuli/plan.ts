import { usesAi } from '../../spec/operations';
import type { Work } from '../../spec/works';
import type { Check } from '../check/check';
import { type Request, type Sender, withAccept } from '../client/request';
import { nobody, otherSenderIn, ownerOf } from '../client/senders';
import type { Expectation } from '../judge/data/expectation';
import { uniqueBy } from '../judge/data/grouped';
import { isAccepted } from '../judge/response/answer';
import type { Tier } from '../judge/response/models';
import { lacks } from '../judge/response/planned';
import { type Depth, isSmokeDepth } from '../judge/verdict/depth';
import { type Family, family, type Probe, probe } from '../probes/family';
import { type InputRequestKind, inputs, operationOf, type RequestKind } from '../settings/operations';
import { modelsAt, pointerOf } from '../settings/target-file/target';
import { type Basis, knownTiers, modelOf } from '../world/requests';

/** A probe with its request. */
export interface PlannedProbe extends Probe {
  /** The name of its family in reports. */
  family: string;
  /** The account that sends it, or whose key it is made from. */
  variable: 'API_KEY' | 'OTHER_API_KEY';
  /** Makes its request; ends the probe where that is impossible. */
  request: () => Request;
  /** Makes what is sent before it over the same connection, and judged by nobody. */
  before?: (() => Request) | undefined;
  /** It is sent even if an equal request was. */
  turn?: string;
}

/** Probes at one operation. */
export interface Planned {
  place: string;
  /** What each response must be. */
  expected: Expectation;
  /** Whether an accepted probe costs credits: then it is the last. */
  billable: boolean;
  probes: readonly PlannedProbe[];
  /** The probes are sent one after another. */
  oneByOne?: true;
  /** The owner must have seen this job or run before anybody else asks for it. */
  owned?: Work;
  /** What the owner looks up, which the service may delete after a while. */
  kept?: Work;
  /** What besides the contract may be the reason for a response: wrong keys may shut out the client. */
  doubt?: 'wrong keys' | 'unknown headers';
}

/** A check with its operation looked up. */
export interface ResolvedCheck extends Check {
  requestKind: RequestKind;
}

/** Without an operation, a check is at the list of models. */
export const resolved = (check: Check): ResolvedCheck => ({
  ...check,
  requestKind: operationOf(check.at ?? 'models'),
});

/** The sender that a check names. Without its key, the check is not tested. */
export function senderAs(basis: Basis, { as }: Pick<Check, 'as'>): Sender {
  if (as === undefined) return ownerOf(basis);
  return as === 'nobody' ? nobody : otherSenderIn(basis, as);
}

export const rejection: Expectation = { kind: 'rejection' };

/** What is expected of each response. Where a check only records, each probe may be rejected. */
function expectedOf({ expect }: Check): Expectation {
  if ('recorded' in expect) return rejection;
  if ('each' in expect && typeof expect.each !== 'string') return expect.each;
  throw new Error(
    'the responses to this stimulus are judged one by one, and not with a value of the target file',
  );
}

/** These probes at the operation of a check. */
export const planned = (
  check: ResolvedCheck,
  probes: readonly PlannedProbe[],
  more: Partial<Planned> = {},
): Planned => ({
  place: check.requestKind.name,
  billable: usesAi(check.requestKind.operation),
  expected: more.expected ?? expectedOf(check),
  probes,
  ...more,
});

/** A probe of API_KEY in words: a request, and what is sent before it over the same connection. */
export type Listed = readonly [words: string, request: () => Request, before?: (() => Request) | undefined];

export const listed = (family: string, requests: readonly Listed[]): PlannedProbe[] =>
  requests.map(([words, request, before]) => {
    return { words, value: words, family, variable: 'API_KEY', request, before };
  });

/** As `listed`, for probes that are sent even if an equal request was. */
export const repeated = (
  { requestKind }: ResolvedCheck,
  family: string,
  requests: readonly Listed[],
): PlannedProbe[] =>
  listed(family, requests).map((each) => ({
    ...each,
    turn: JSON.stringify([requestKind.name, family, each.words]),
  }));

export interface Making extends Partial<Planned> {
  families: readonly Family[];
  /** This operation gets the probes that one operation gets at any depth. */
  isMain?: boolean;
  /** What the probes are made from, if anything: a key, an ID or the JSON of a request; empty if it is unknown. */
  of?: (sender: Sender) => string;
  /** The second account also sends probes, if its key is given. */
  bySecond?: boolean;
  /** Whether a probe is what its family says; by default all are. */
  fits?: (probe: Probe, sender: Sender, of: string) => boolean;
}

/** The probes of these families at the operation of a check, each once by its value, and the request of each. */
export function plannedOf(
  basis: Basis,
  check: ResolvedCheck,
  { families, isMain = false, of, bySecond = false, fits = () => true, ...more }: Making,
  request: (probe: Probe, sender: Sender) => Request,
): Planned {
  const probesOf = (variable: PlannedProbe['variable']): PlannedProbe[] => {
    const sender = variable === 'API_KEY' ? ownerOf(basis) : otherSenderIn(basis, 'other account');
    const original = of?.(sender) ?? '';
    if (of !== undefined && original === '') return [];
    const all = families.flatMap((each) =>
      each
        .probes(original)
        .slice(0, countOf(each, variable, isMain, basis.setup.depth))
        .filter((probe) => fits(probe, sender, original))
        .map((probe) => ({ ...probe, family: each.name, variable, request: () => request(probe, sender) })),
    );
    return uniqueBy(all, ({ value }) => value);
  };
  const hasSecond = bySecond && basis.keys.OTHER_API_KEY !== undefined;
  return planned(check, [...probesOf('API_KEY'), ...(hasSecond ? probesOf('OTHER_API_KEY') : [])], more);
}

/** How many probes of a family an account sends. A server may keep a rule for one account only, so the second sends some. */
function countOf(
  { everywhere, once }: Family,
  variable: PlannedProbe['variable'],
  isMain: boolean,
  depth: Depth,
): number {
  if (!isSmokeDepth(depth)) return variable === 'API_KEY' ? Number.POSITIVE_INFINITY : once;
  if (variable !== 'API_KEY') return Math.min(1, everywhere);
  return isMain && depth > 0 ? once : everywhere;
}

/**
 * The service uses JSON (contract 1), so the response to a valid key with an Accept header without JSON is
 * not shown. An empty value stands for a request without Accept, which accepts everything (RFC 9110 12.5.1)
 * and is what the contract shows.
 */
const jsonTypes = ['application/json', '*/*', 'text/html, application/json;q=0.9, */*;q=0.8', ''];
const types = [...jsonTypes, 'text/html'];
/** One of these, always the same for a value. */
export const memberBy = (among: readonly string[], value: string) =>
  among[Buffer.from(value).reduce((sum, byte) => sum + byte, 0) % among.length] as string;
/** The Accept headers, in turn. */
export const typeAt = (time: number) => jsonTypes[time % jsonTypes.length] as string;

export const acceptWords = (type: string) => (type === '' ? 'no Accept' : `Accept: ${type}`);

export const acceptHeaders = family('Accept header', { everywhere: 2 }, () =>
  ['application/json', 'text/html', ...types].map((value, index) => ({
    ...probe(acceptWords(value), value),
    ...(index === 0 && { plain: true as const }),
  })),
);

/** The sender of a request that accepts JSON in one of several ways: the probes differ in it. */
export const varied = (sender: Sender, value: string): Sender =>
  withAccept(sender, memberBy(jsonTypes, value));

/** As `varied`, and also without JSON, for what must be rejected: the response must not differ. */
export const withVariedAccept = (sender: Sender, value: string): Sender =>
  withAccept(sender, memberBy(types, value));

/** With DEPTH=3, this operation with its other form of input, if it has one that is accepted. */
export function otherFormsAt({ setup, world }: Basis, { id, operation }: RequestKind): InputRequestKind[] {
  if (isSmokeDepth(setup.depth) || world.references.messages?.is === undefined) return [];
  return inputs.filter((each) => each.operation === operation && each.id !== id);
}

/** The tiers that API_KEY may use and that are in this sender's own list, since a plan may exclude a model. */
export function plannedTiers(basis: Basis, { account }: Sender, at: 'text' | 'submit'): Tier[] {
  const { world, target } = basis;
  const list = account === null || account === 'API_KEY' ? undefined : world.recognised[account]?.is;
  const mayUse = (tier: Tier) => {
    const own = world.tiers[tier];
    return own === undefined || (own.is !== undefined && isAccepted(own.is));
  };
  const isWithheld = (tier: Tier) =>
    list !== undefined &&
    isAccepted(list) &&
    lacks(list, modelOf(world, tier), { facts: basis.facts.known }, pointerOf(modelsAt(target)));
  return knownTiers(world, at).filter((tier) => mayUse(tier) && !isWithheld(tier));
}
