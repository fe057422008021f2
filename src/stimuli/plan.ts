import type { Check } from '../drive/check/check';
import { type Request, type Sender, withAccept } from '../drive/client/request';
import { nobody, otherSenderIn, ownerOf } from '../drive/client/senders';
import { tryNow } from '../drive/evidence/recorder';
import { inputs, operationOf, type RequestKind } from '../drive/operations';
import { modelsAt, pointerOf } from '../drive/target-file/target';
import type { Expectation } from '../judge/data/expectation';
import { isAccepted } from '../judge/response/answer';
import type { Tier } from '../judge/response/models';
import { lacks } from '../judge/response/planned';
import { isSmokeDepth } from '../judge/verdict/depth';
import { family, hashOf, type Probe } from '../probes/family';
import { type PlannedProbe, type ProbeAccount, type ProbesAt, planProbes } from '../probes/plan';
import type { Planned } from '../send/send-probes';
import { type Basis, knownTiers, modelOf, requestOf } from '../world/requests';

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
export function expectedOf({ expect }: Check): Expectation {
  if ('recorded' in expect) return rejection;
  if ('each' in expect && typeof expect.each !== 'string') return expect.each;
  throw new Error(
    'the responses to this stimulus are judged one by one, and not with a value of the target file',
  );
}

/** How the probes of families become requests. */
interface Making
  extends Pick<Planned, 'expected'>,
    Partial<Omit<Planned, 'expected' | 'probes' | 'request' | 'place'>> {
  /** The request with this probe, of API_KEY or the second account. */
  request: (probe: Probe, sender: Sender) => Request;
  /** The second account also sends probes, if its key is given. */
  bySecondAccount?: boolean;
  /** What the probes are made from, if anything: a key, an id or the JSON of a request; empty if it is unknown. */
  of?: (sender: Sender) => string;
}

/** The probes of these families at an operation. */
export function plannedAt(
  basis: Basis,
  at: ProbesAt,
  { request, bySecondAccount = false, of, ...how }: Making,
): Planned {
  const senderFor = (variable: ProbeAccount['variable']) =>
    variable === 'API_KEY' ? ownerOf(basis) : otherSenderIn(basis, 'other account');
  const accountOf = (variable: ProbeAccount['variable']): ProbeAccount[] => {
    if (of === undefined) return [{ variable, of: '' }];
    const original = of(senderFor(variable));
    return original === '' ? [] : [{ variable, of: original }];
  };
  const hasSecond = bySecondAccount && basis.keys.OTHER_API_KEY !== undefined;
  const second = hasSecond ? tryNow(() => accountOf('OTHER_API_KEY')) : { value: [] };
  const accounts = [...accountOf('API_KEY'), ...('value' in second ? second.value : [])];
  return {
    billable: at.billable,
    place: at.place,
    probes: planProbes(at, accounts, basis.setup.depth),
    request: ({ probe, account }: PlannedProbe) => request(probe, senderFor(account.variable)),
    ...('why' in second && { untested: second.why }),
    ...how,
  };
}

/**
 * The service uses JSON (contract 1), so the response to a valid key with an Accept header without JSON is
 * not shown. An empty value stands for a request without Accept, which accepts everything (RFC 9110 12.5.1)
 * and is what the contract shows.
 */
const jsonTypes = ['application/json', '*/*', 'text/html, application/json;q=0.9, */*;q=0.8', ''];
const types = [...jsonTypes, 'text/html'];
export const memberBy = (among: readonly string[], value: string) =>
  among[hashOf(value) % among.length] as string;
/** The Accept headers, in turn. */
export const typeAt = (time: number) => jsonTypes[time % jsonTypes.length] as string;

/** A family whose probes are all sent at every operation. */
export const always = (name: string, everywhere: (of: string) => Probe[]) => family(name, { everywhere });

export const acceptWords = (type: string) => (type === '' ? 'no Accept' : `Accept: ${type}`);

export const byType = (value: string): Probe => ({ words: value, value });

const acceptProbes = (some: readonly string[]) => () =>
  some.map((value) => ({
    words: acceptWords(value),
    value,
    ...(value === types[0] && { plain: true as const }),
  }));

export const acceptHeaders = family('Accept header', {
  everywhere: acceptProbes([...types.slice(0, 1), ...types.slice(-1)]),
  once: acceptProbes(types),
});

/** The sender of a request that accepts JSON in one of several ways: the probes differ in it. */
export const varied = (sender: Sender, value: string): Sender =>
  withAccept(sender, memberBy(jsonTypes, value));

/** A sender with varied Accept headers: the response must not differ. */
export const withVariedAccept = (sender: Sender, value = ''): Sender => ({
  ...sender,
  headers: { accept: memberBy(types, value), ...sender.headers },
});

/** A family, and how a request is made from the value of each of its probes. */
export type Kinds = ReadonlyMap<string, (sender: Sender) => Request>;

/**
 * The kinds of request of this operation, by their form of input and tier; none at depth 1, or where it has no
 * input.
 */
export function kindsAt(basis: Basis, { name }: RequestKind): Kinds {
  const requestKind = inputs.find((each) => each.name === name);
  if (isSmokeDepth(basis.setup.depth) || requestKind === undefined) return new Map();
  const { operation } = requestKind;
  const made = tryNow(() => knownTiers(basis.world, operation));
  const tiers = 'value' in made ? made.value : [];
  const bothForms = basis.world.references.messages?.is !== undefined;
  return new Map(
    inputs
      .filter((each) => each.operation === operation && (bothForms || each.form === 'prompt'))
      .flatMap((each) =>
        tiers.map(
          (tier) =>
            [`${each.form} for ${tier}`, (sender: Sender) => requestOf(basis, each, sender, tier)] as const,
        ),
      ),
  );
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
