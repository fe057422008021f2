import type { Request } from '../client/request';
import { ownerOf } from '../client/senders';
import { isSmokeDepth } from '../judge/verdict/depth';
import { freshId, idsInFront } from '../probes/ids';
import { credits, inputs, operationsOf } from '../settings/operations';
import { type Basis, lookUpById, otherRequest, requestOf } from '../world/requests';
import {
  byAccountsWithoutAi,
  foreignRepeatedly,
  madeOfIds,
  namesOfModels,
  ofTheOtherKind,
  workAt,
} from './ids';
import { bodies, nullFields, twoConditions, unlisted, withFields } from './inputs';
import { keyElsewhere, madeOfKeys, onConnection, senderOfHeader, withoutKey } from './keys';
import { type Planned, type ResolvedCheck, senderAs } from './plan';
import { acceptTypes, eachKind, everywhere } from './reads';
import { partsOf, type Stimuli, type StimulusName } from './stimulus';
import { mismatches, otherAlphabets } from './workflows';

/** The probes or requests of a stimulus at one place. What cannot be made there ends that place only. */
export type Place = readonly [name: string, make: () => Planned | Request];

type List<Name extends StimulusName> = (
  basis: Basis,
  check: ResolvedCheck,
  detail: Stimuli[Name],
) => readonly Place[] | null;

/** A stimulus at the place of its check alone. */
const here =
  <Name extends StimulusName>(
    make: (basis: Basis, check: ResolvedCheck, detail: Stimuli[Name]) => Planned | Request,
  ): List<Name> =>
  (basis, check, detail) => [[check.requestKind.name, () => make(basis, check, detail)]];

/**
 * The stimuli that are a list of requests, made from the world alone. Null where a script sends this form of it
 * (`send/scripts.ts`), since one request depends on the response to another.
 */
const lists: { [Name in StimulusName]?: List<Name> } = {
  once: (basis, check) =>
    check.as === undefined
      ? null
      : [[check.requestKind.name, () => requestOf(basis, check.requestKind, senderAs(basis, check))]],
  acceptTypes: here(acceptTypes),
  withoutKey: here(withoutKey),
  keyElsewhere: here(keyElsewhere),
  keys: here(madeOfKeys),
  header: here((basis, { requestKind }, header) =>
    requestOf(basis, requestKind, senderOfHeader(basis, header)),
  ),
  onConnection(basis, check, who) {
    const everywhere = isSmokeDepth(basis.setup.depth) ? [credits] : operationsOf(basis.target);
    const places = check.at === undefined ? everywhere : [check.requestKind];
    return places.map((requestKind) => [
      requestKind.name,
      () => onConnection(basis, { ...check, requestKind }, who),
    ]);
  },
  eachKind: (basis, check) =>
    check.as === undefined ? null : [[check.requestKind.name, () => eachKind(basis, check)]],
  everywhere: here(everywhere),
  foreign(basis, check, which) {
    if (which === 'repeatedly') return [['the second account', () => foreignRepeatedly(basis, check)]];
    if (which !== 'by accounts without AI') return null;
    return [['accounts without AI', () => byAccountsWithoutAi(basis, check)]];
  },
  ids(basis, check, which) {
    const { name } = check.requestKind;
    switch (which) {
      case 'unknown':
      case 'odd':
      case 'near':
        return [[name, () => madeOfIds(basis, check, which)]];
      case 'names of models':
        return [[name, () => namesOfModels(basis, check)]];
      case 'of the other kind':
        return [[name, () => ofTheOtherKind(basis, check)]];
      case 'fresh':
        return [[name, () => lookUpById(basis, senderAs(basis, check), workAt(check), freshId())]];
      case 'that proxies rewrite':
        return idsInFront()
          .slice(0, isSmokeDepth(basis.setup.depth) ? 3 : undefined)
          .map((id) => `/v1/jobs/${id}`)
          .map((path) => [`GET ${path}`, () => otherRequest(ownerOf(basis), path)]);
      default:
        return null;
    }
  },
  models: (basis, check, which) =>
    which === 'unlisted'
      ? [[check.requestKind.name, () => unlisted(basis, check)]]
      : inputs.map((kind) => [kind.name, () => unlisted(basis, check, kind, true)]),
  body(basis, check, which) {
    const { name } = check.requestKind;
    const more: Place[] =
      which === 'unusual' && check.at === 'workflow' ? [[name, () => nullFields(basis, check)]] : [];
    return [[name, () => bodies[which](basis, check)], ...more];
  },
  fields: here(withFields),
  twoConditions: here(twoConditions),
  mismatches: here(mismatches),
  otherAlphabets: here(otherAlphabets),
  request: here((basis, _, spec) => ({ sender: ownerOf(basis), operation: 'other', spec })),
  unknownRoute: here((basis) => otherRequest(ownerOf(basis), `/v1/${freshId()}`)),
};

/** What a check sends, by its places; null where a script sends it. */
export function listOf(basis: Basis, check: ResolvedCheck): readonly Place[] | null {
  const [name, detail] = partsOf(check.send);
  const list = lists[name] as List<typeof name> | undefined;
  return list?.(basis, check, detail as never) ?? null;
}
