import { isWork } from '../../spec/works';
import { withAccept } from '../client/request';
import { ownerOf } from '../client/senders';
import { isSmokeDepth } from '../judge/verdict/depth';
import { credits, inputs, operationsOf } from '../settings/operations';
import { creditsAt, pointed } from '../settings/target-file/target';
import { type Basis, requestOf } from '../world/requests';
import {
  acceptHeaders,
  acceptWords,
  listed,
  otherFormsAt,
  type Planned,
  planned,
  plannedOf,
  plannedTiers,
  type ResolvedCheck,
  repeated,
  senderAs,
  typeAt,
  varied,
} from './plan';

/** The same request several times over one connection, with varied Accept headers. */
export function repeatedly(basis: Basis, check: ResolvedCheck): Planned {
  const { requestKind } = check;
  const reader = { ...ownerOf(basis), connection: `again ${requestKind.name}` };
  const probes = repeated(
    check,
    'repeated reads',
    Array.from({ length: isSmokeDepth(basis.setup.depth) ? 3 : 12 }, (_, index) => [
      `read ${index + 1}, ${acceptWords(typeAt(index + 1))}`,
      () => requestOf(basis, requestKind, withAccept(reader, typeAt(index + 1))),
    ]),
  );
  return planned(
    check,
    probes.map((each) => ({ ...each, plain: true })),
    {
      oneByOne: true,
      expected:
        requestKind === credits
          ? { kind: 'credits', ...pointed(creditsAt(basis.target)) }
          : { kind: 'success' },
      ...(isWork(requestKind.id) && { kept: requestKind.id }),
    },
  );
}

/** The request with varied Accept headers, and with its other form of input. */
export function acceptTypes(basis: Basis, check: ResolvedCheck): Planned {
  const { requestKind } = check;
  const sender = senderAs(basis, check);
  const made = plannedOf(
    basis,
    check,
    { families: [acceptHeaders], isMain: requestKind === credits },
    ({ value }) => requestOf(basis, requestKind, withAccept(sender, value)),
  );
  const ofForms = listed(
    'form of input',
    otherFormsAt(basis, requestKind).map((kind) => [kind.form, () => requestOf(basis, kind, sender)]),
  );
  return { ...made, probes: [...made.probes, ...ofForms] };
}

/** A request at each operation. */
export function everywhere(basis: Basis, check: ResolvedCheck): Planned {
  const places = operationsOf(basis.target).map(
    (kind) => [kind.name, () => requestOf(basis, kind, senderAs(basis, check))] as const,
  );
  const few = isSmokeDepth(basis.setup.depth) ? places.slice(0, 3) : places;
  return planned(check, listed('each operation', few), { place: 'any operation', billable: true });
}

/** The request of another account for each tier and form of input. */
export function eachKind(basis: Basis, check: ResolvedCheck): Planned {
  const { requestKind } = check;
  const sender = senderAs(basis, check);
  const input = inputs.find((each) => each === requestKind);
  const tiers = input ? plannedTiers(basis, sender, input.operation) : [];
  const few = isSmokeDepth(basis.setup.depth) ? tiers.slice(0, 1) : tiers;
  const probes = listed(
    'kind of AI request',
    (few.length > 0 ? few : [undefined]).map((tier) => {
      const words = tier ?? 'any';
      return [
        words,
        () => requestOf(basis, requestKind, varied(sender, `${requestKind.name} ${words}`), tier),
      ];
    }),
  );
  return planned(check, tiers.length > 0 ? probes : probes.map((each) => ({ ...each, plain: true })));
}
