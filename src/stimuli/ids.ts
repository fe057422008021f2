import type { AccountRole } from '../../spec/accounts';
import { operationNames } from '../../spec/operations';
import { withAccept } from '../drive/client/request';
import { otherRolesIn, otherSenderIn, ownerOf } from '../drive/client/senders';
import type { CheckSession } from '../drive/evidence/recorder';
import { carries } from '../drive/http/url';
import { isSmokeDepth } from '../judge/verdict/depth';
import type { Family, Probe } from '../probes/family';
import { freshName, nearIds, oddIds, unknownIds } from '../probes/ids';
import { requireOwned } from '../send/own-work';
import type { Planned } from '../send/send-probes';
import { type Basis, listedTiers, lookUpById, modelOf, sharedLookUp } from '../world/requests';
import { requireSlot, type Work } from '../world/world';
import {
  acceptWords,
  always,
  byType,
  expectedOf,
  plannedAt,
  type ResolvedCheck,
  rejection,
  typeAt,
  varied,
} from './plan';

export function workOf({ at = 'job' }: Pick<ResolvedCheck, 'at'>): Work {
  if (at === 'job' || at === 'run') return at;
  throw new Error(`this stimulus sends lookups, and ${at} is none`);
}

const placeOf = (what: Work) => ({ place: operationNames[what], isMain: what === 'job', billable: false });

export const otherIn = (basis: Basis) => otherSenderIn(basis, 'other account');

export const sharedId = ({ world }: Basis, what: Work): string => requireSlot(world.works[what]).id;

/**
 * Ids that a lookup carries: not the empty one, and for a run those that the target file puts into it
 * unchanged. Ids of jobs are always encoded.
 */
const carriedAt = (basis: Basis, what: Work) => ({
  fits: ({ value }: Probe) =>
    value !== '' &&
    (what === 'job' ||
      basis.target.run === undefined ||
      carries(lookUpById(basis, ownerOf(basis), what, value).spec, value)),
});

/** What the owner may look up is asked for by others only once the owner has seen it. */
const ownedAs = (what: Work) => (session: CheckSession) => requireOwned(session, what);

const families: Record<'unknown' | 'odd' | 'near', readonly Family[]> = {
  unknown: unknownIds,
  odd: oddIds,
  near: nearIds,
};

/** Ids of these families, which depend on an id of the owner unless they are odd. */
export function madeOfIds(basis: Basis, check: ResolvedCheck, name: keyof typeof families): Planned {
  const what = workOf(check);
  return plannedAt(
    basis,
    { ...placeOf(what), families: families[name], ...carriedAt(basis, what) },
    {
      ...(name !== 'odd' && { of: () => sharedId(basis, what) }),
      // Shared by a check of any rejection and one of the exact one.
      expected: name === 'odd' ? rejection : expectedOf(check),
      bySecondAccount: true,
      // What is near a wrong ID may be the right one.
      ...(name === 'near' && { requires: ownedAs(what) }),
      request: ({ value }, sender) => lookUpById(basis, varied(sender, value), what, value),
    },
  );
}

/** The names of models as ids. */
export function namesOfModels(basis: Basis, check: ResolvedCheck): Planned {
  const what = workOf(check);
  const listed = listedTiers(basis.world).map((tier) => modelOf(basis.world, tier));
  const similar = listed.slice(0, 1).map((name) => name.replace(/[^-]+$/, freshName('')));
  const names = always('the name of a model', () => [...listed, ...similar].map(byType));
  return plannedAt(
    basis,
    { ...placeOf(what), families: [names], ...carriedAt(basis, what) },
    {
      expected: rejection,
      request: ({ value }) => lookUpById(basis, ownerOf(basis), what, value),
    },
  );
}

/**
 * The id of a run as that of a job, or the other way round, by the second account. It must not be accepted, whether the id is
 * unknown or somebody else's. The contract does not say how an id of another form is rejected.
 */
export function ofTheOtherKind(basis: Basis, check: ResolvedCheck): Planned {
  const what = workOf(check);
  const kind = what === 'job' ? 'run' : 'job';
  const id = sharedId(basis, kind);
  const swapped = always('a job ID as a run ID, or the other way round', () => [
    byType(`the id of a ${kind} of another account`),
  ]);
  return plannedAt(
    basis,
    { ...placeOf(what), families: [swapped] },
    {
      expected: expectedOf(check),
      requires: ownedAs(kind),
      request: () => lookUpById(basis, otherIn(basis), what, id),
    },
  );
}

/**
 * The shared job or run by the second account, with lookups of its owner between them. Both send the same Accept header each
 * time, since a cached response to one may be given to the other.
 */
export function foreignRepeatedly(basis: Basis, check: ResolvedCheck): Planned {
  const what = workOf(check);
  const last = isSmokeDepth(basis.setup.depth) ? 3 : 5;
  const times = Array.from(
    { length: last + 1 },
    (_, index) => `after ${index} lookups by its owner, ${acceptWords(typeAt(index))}`,
  );
  const typeOf = (value: string) => typeAt(times.indexOf(value));
  return plannedAt(
    basis,
    { ...placeOf(what), families: [always('repeated lookups', () => times.map(byType))] },
    {
      oneByOne: true,
      expected: expectedOf(check),
      requires: ownedAs(what),
      before: ({ probe: { value } }) =>
        [0, last].includes(times.indexOf(value))
          ? undefined
          : sharedLookUp(basis, withAccept(ownerOf(basis), typeOf(value)), what),
      request: ({ value }) => sharedLookUp(basis, withAccept(otherIn(basis), typeOf(value)), what),
    },
  );
}

/** The shared job or run by accounts that cannot use the AI. The contract does not say how they are rejected. */
export function byAccountsWithoutAi(basis: Basis, check: ResolvedCheck): Planned {
  const what = workOf(check);
  const roles = always('another account that cannot use the AI', () => otherRolesIn(basis).map(byType));
  return plannedAt(
    basis,
    { ...placeOf(what), families: [roles] },
    {
      expected: expectedOf(check),
      requires: ownedAs(what),
      request: ({ value }) => sharedLookUp(basis, otherSenderIn(basis, value as AccountRole), what),
    },
  );
}
