import { isWork, type Work } from '../../spec/works';
import { withAccept } from '../client/request';
import { otherRolesIn, otherSenderIn, ownerOf } from '../client/senders';
import { isSmokeDepth } from '../judge/verdict/depth';
import { freshName, nearIds, oddIds, unknownIds } from '../probes/ids';
import { carries } from '../wire/url';
import { type Basis, listedTiers, lookUpById, modelOf, sharedLookUp, sharedWork } from '../world/requests';
import {
  acceptWords,
  listed,
  type Planned,
  planned,
  plannedOf,
  type ResolvedCheck,
  rejection,
  repeated,
  typeAt,
  varied,
} from './plan';

/** Whose lookup a check sends. */
export function workAt({ at = 'job' }: Pick<ResolvedCheck, 'at'>): Work {
  if (isWork(at)) return at;
  throw new Error(`this stimulus sends lookups, and ${at} is none`);
}

export const otherIn = (basis: Basis) => otherSenderIn(basis, 'other account');

/** Whether a lookup carries this ID: not the empty one, and one that the target file puts into it unchanged. */
const isCarried = (basis: Basis, what: Work, id: string) =>
  id !== '' && carries(lookUpById(basis, ownerOf(basis), what, id).spec, id);

const families = { unknown: unknownIds, odd: oddIds, near: nearIds };

/** IDs of these families, which depend on an ID of the owner unless they are odd. */
export function madeOfIds(basis: Basis, check: ResolvedCheck, name: keyof typeof families): Planned {
  const what = workAt(check);
  return plannedOf(
    basis,
    check,
    {
      families: families[name],
      isMain: what === 'job',
      ...(name !== 'odd' && { of: () => sharedWork(basis, what).id }),
      bySecond: true,
      fits: ({ value }) => isCarried(basis, what, value),
      // Shared by a check of any rejection and one of the exact one.
      ...(name === 'odd' && { expected: rejection }),
      // What is near a wrong ID may be the right one.
      ...(name === 'near' && { owned: what }),
    },
    ({ value }, sender) => lookUpById(basis, varied(sender, value), what, value),
  );
}

/** The names of models as IDs. */
export function namesOfModels(basis: Basis, check: ResolvedCheck): Planned {
  const what = workAt(check);
  const names = listedTiers(basis.world).map((tier) => modelOf(basis.world, tier));
  const similar = names.slice(0, 1).map((name) => name.replace(/[^-]+$/, freshName('')));
  const ids = [...names, ...similar].filter((id) => isCarried(basis, what, id));
  const probes = listed(
    'the name of a model',
    ids.map((id) => [id, () => lookUpById(basis, ownerOf(basis), what, id)]),
  );
  return planned(check, probes, { expected: rejection });
}

/**
 * The ID of a run as that of a job, or the other way round, by the second account. It must not be accepted, whether the ID is
 * unknown or somebody else's. The contract does not say how an ID of another form is rejected.
 */
export function ofTheOtherKind(basis: Basis, check: ResolvedCheck): Planned {
  const what = workAt(check);
  const kind = what === 'job' ? 'run' : 'job';
  const id = sharedWork(basis, kind).id;
  const probes = listed('a job ID as a run ID, or the other way round', [
    [`the id of a ${kind} of another account`, () => lookUpById(basis, otherIn(basis), what, id)],
  ]);
  return planned(check, probes, { owned: kind });
}

/**
 * The shared job or run by the second account, with lookups of its owner between them. Both send the same Accept header each
 * time, since a cached response to one may be given to the other.
 */
export function foreignRepeatedly(basis: Basis, check: ResolvedCheck): Planned {
  const what = workAt(check);
  const last = isSmokeDepth(basis.setup.depth) ? 3 : 5;
  const probes = repeated(
    check,
    'repeated lookups',
    Array.from({ length: last + 1 }, (_, time) => [
      `after ${time} lookups by its owner, ${acceptWords(typeAt(time))}`,
      () => sharedLookUp(basis, withAccept(otherIn(basis), typeAt(time)), what),
      time === 0 || time === last
        ? undefined
        : () => sharedLookUp(basis, withAccept(ownerOf(basis), typeAt(time)), what),
    ]),
  );
  return planned(check, probes, { oneByOne: true, owned: what });
}

/** The shared job or run by accounts that cannot use the AI. The contract does not say how they are rejected. */
export function byAccountsWithoutAi(basis: Basis, check: ResolvedCheck): Planned {
  const what = workAt(check);
  const probes = listed(
    'another account that cannot use the AI',
    otherRolesIn(basis).map((role) => [role, () => sharedLookUp(basis, otherSenderIn(basis, role), what)]),
  );
  return planned(check, probes, { owned: what });
}
