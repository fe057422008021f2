import { withAccept } from '../drive/client/request';
import { ownerOf } from '../drive/client/senders';
import { credits, inputs, operationsOf, placeFor } from '../drive/operations';
import { creditsAt, pointed } from '../drive/target-file/target';
import type { Expectation } from '../judge/data/expectation';
import { tiers } from '../judge/response/models';
import { isSmokeDepth } from '../judge/verdict/depth';
import { family } from '../probes/family';
import { ask } from '../send/ask';
import type { Planned } from '../send/send-probes';
import { type Basis, requestOf } from '../world/requests';
import { whileKept } from '../world/works';
import {
  acceptHeaders,
  acceptWords,
  always,
  byType,
  expectedOf,
  kindsAt,
  plannedAt,
  plannedTiers,
  type ResolvedCheck,
  senderAs,
  typeAt,
  varied,
} from './plan';

const success: Expectation = { kind: 'success' };

/** The same request several times over one connection, with varied Accept headers. */
export function repeatedly(basis: Basis, { requestKind }: ResolvedCheck): Planned {
  const { id, name } = requestKind;
  const work = id === 'job' || id === 'run' ? id : undefined;
  const times = Array.from({ length: isSmokeDepth(basis.setup.depth) ? 3 : 12 }, (_, index) => index + 1);
  const repeated = always('repeated reads', () =>
    times.map((time) => ({
      words: `read ${time}, ${acceptWords(typeAt(time))}`,
      value: `${time}`,
      plain: true as const,
    })),
  );
  const reader = { ...ownerOf(basis), connection: `again ${name}` };
  return plannedAt(
    basis,
    { ...placeFor(requestKind), families: [repeated] },
    {
      oneByOne: true,
      expected: requestKind === credits ? { kind: 'credits', ...pointed(creditsAt(basis.target)) } : success,
      request: ({ value }) => requestOf(basis, requestKind, withAccept(reader, typeAt(Number(value)))),
      send: (session, request, { probe: { value } }) =>
        work
          ? whileKept(session, work, (when) => ask(session, request, value + when))
          : ask(session, request, value),
    },
  );
}

/** The request with varied Accept headers, for each kind of request of the operation. */
export function acceptTypes(basis: Basis, check: ResolvedCheck): Planned {
  const { requestKind } = check;
  const sender = senderAs(basis, check);
  const kinds = kindsAt(basis, requestKind);
  const ofKinds = always('kind of AI request', () => [...kinds.keys()].map(byType));
  const families = [acceptHeaders, ...(kinds.size > 0 ? [ofKinds] : [])];
  return plannedAt(
    basis,
    { ...placeFor(requestKind), families },
    {
      expected: expectedOf(check),
      request: ({ value }) =>
        kinds.get(value)?.(sender) ?? requestOf(basis, requestKind, withAccept(sender, value)),
    },
  );
}

/** A request at each operation. */
export function everywhere(basis: Basis, check: ResolvedCheck): Planned {
  const described = operationsOf(basis.target);
  const places = described.map(({ name }) => byType(name));
  const all = family('each operation', { everywhere: () => places.slice(0, 3), once: () => places });
  return plannedAt(
    basis,
    { families: [all], place: 'any operation', billable: true },
    {
      expected: expectedOf(check),
      request: ({ value }) =>
        requestOf(basis, described.find(({ name }) => name === value) ?? credits, senderAs(basis, check)),
    },
  );
}

/** The request of another account for each tier and form of input. */
export function eachKind(basis: Basis, check: ResolvedCheck): Planned {
  const { requestKind } = check;
  const sender = senderAs(basis, check);
  const input = inputs.find((each) => each === requestKind);
  const planned = input ? plannedTiers(basis, sender, input.operation) : [];
  const any = { ...byType('any'), plain: true as const };
  const all = planned.length > 0 ? planned.map(byType) : [any];
  const kinds = family('kind of AI request', { everywhere: () => all.slice(0, 1), once: () => all });
  return plannedAt(
    basis,
    { ...placeFor(requestKind), families: [kinds] },
    {
      expected: expectedOf(check),
      request: ({ value }) =>
        requestOf(
          basis,
          requestKind,
          varied(sender, `${requestKind.name} ${value}`),
          tiers.find((tier) => tier === value),
        ),
    },
  );
}
