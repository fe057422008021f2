import type { WithModel } from '../../spec/operations';
import { everyWork } from '../../spec/works';
import type { Request, Sender } from '../client/request';
import { isOwner, nobody, ownerOf, senderWith } from '../client/senders';
import { isObject, parse } from '../judge/data/json';
import { isAccepted } from '../judge/response/answer';
import { isSmokeDepth } from '../judge/verdict/depth';
import {
  eachModel,
  empty,
  emptyInputs,
  inputless,
  mistypedInputs,
  mistypedModels,
  noJson,
  nulls,
  oddBodies,
} from '../probes/bodies';
import type { Family, Probe } from '../probes/family';
import { freshId, freshName } from '../probes/ids';
import { isOrdinaryName, unlistedModels } from '../probes/models';
import { type InputRequestKind, inputs, type RequestKind, withBody, withInput } from '../settings/operations';
import type { TextFields } from '../settings/target-file/target';
import { keepProbe } from '../wire/secrets';
import { namesIn } from '../world/fill';
import {
  type Basis,
  fieldsOf,
  listedTiers,
  lookUpById,
  modelOf,
  referenceModel,
  requestOf,
  requestWith,
} from '../world/requests';
import { requireSlot } from '../world/world';
import {
  type Listed,
  listed,
  type Making,
  memberBy,
  type Planned,
  planned,
  plannedOf,
  plannedTiers,
  type ResolvedCheck,
  senderAs,
  varied,
} from './plan';
import type { Stimuli } from './stimulus';

const withModel = ({ requestKind }: ResolvedCheck) => requestKind.operation as WithModel;

/** The valid request of this operation with another body, of which nothing is known. */
function otherBody(basis: Basis, kind: RequestKind, sender: Sender, body: string, type?: string): Request {
  const { operation, spec } = requestOf(basis, kind, ownerOf(basis));
  const headers = type === undefined ? {} : { headers: { ...spec.headers, 'content-type': type } };
  return { sender, operation, spec: { ...spec, body: Buffer.from(body), ...headers } };
}

/** The JSON of an accepted request; empty if its body is none. */
function soundJson(basis: Basis, kind: RequestKind): string {
  const { body } = requestOf(basis, kind, ownerOf(basis)).spec;
  return Buffer.isBuffer(body) ? body.toString() : (JSON.stringify(body) ?? '');
}

const isMain = ({ requestKind }: ResolvedCheck) => requestKind === withBody[0];

/** Bytes in place of the JSON of an accepted request, with this media type if there is one. */
const bytes = (
  basis: Basis,
  check: ResolvedCheck,
  { typeOf, ...how }: Making & { typeOf?: (probe: Probe) => string },
): Planned =>
  plannedOf(
    basis,
    check,
    { isMain: isMain(check), of: () => soundJson(basis, check.requestKind), ...how },
    (probe, account) => {
      const { value } = probe;
      const sender = varied(account, value);
      const fields = parse(value);
      // The fields go where the target has its own, in an envelope or not.
      if (typeOf === undefined && isObject(fields))
        return requestWith(basis, sender, withModel(check), fields);
      return otherBody(basis, check.requestKind, sender, value, typeOf?.(probe));
    },
  );

/** Null for each field of a valid request, until one is accepted. */
export const nullFields = (basis: Basis, check: ResolvedCheck): Planned =>
  bytes(basis, check, { families: [nulls], oneByOne: true, typeOf: () => 'application/json' });

/** Fields in place of those of an accepted request, until one is accepted. */
const oddFields = (basis: Basis, check: ResolvedCheck, families: readonly Family[]): Planned =>
  plannedOf(basis, check, { families, isMain: isMain(check), oneByOne: true }, ({ value }) => {
    const odd = JSON.parse(value);
    const { prompt, ...rest } = fieldsOf(basis, withModel(check), 'prompt');
    const fields = { ...rest, ...(!('messages' in odd) && { prompt }), ...odd };
    return requestWith(basis, ownerOf(basis), withModel(check), fields);
  });

/** The models of the tiers that API_KEY may use, the cheapest first; where there are none, that of the reference requests. */
function modelsOf(basis: Basis, at: WithModel, tiers = plannedTiers(basis, ownerOf(basis), at)): string[] {
  const names = tiers.map((tier) => modelOf(basis.world, tier)).toReversed();
  return names.length > 0 ? names : [referenceModel(basis.world, at)];
}

/**
 * Requests for model names made from a listed one, each time of another tier. An odd name may also be
 * rejected as malformed.
 */
export function unlisted(
  basis: Basis,
  check: ResolvedCheck,
  requestKind = check.requestKind as InputRequestKind,
  isOdd = false,
): Planned {
  const { operation, form } = requestKind;
  const { world } = basis;
  const place = inputs.indexOf(requestKind);
  const listOfSecond = world.recognised.OTHER_API_KEY?.is;
  let known: string[] = [];
  return plannedOf(
    basis,
    { ...check, requestKind },
    {
      families: unlistedModels,
      isMain: place === 0,
      // Without its list, nobody knows which models are none of its own.
      bySecond: listOfSecond === undefined || isAccepted(listOfSecond),
      of(sender) {
        const own = listOfSecond && !isOwner(sender) ? namesIn(basis, listOfSecond) : [];
        known = [...requireSlot(world.listed).ids, ...own];
        const models = modelsOf(basis, operation, listedTiers(world));
        return models[place % models.length] as string;
      },
      fits: ({ value }) => !known.includes(value) && isOrdinaryName(value) !== isOdd,
    },
    ({ value }, sender) =>
      requestWith(basis, varied(sender, value), operation, {
        ...fieldsOf(basis, operation, form),
        model: value,
      }),
  );
}

/** Fields without an input, with one of these models unless they have one. */
const withoutInput = (
  basis: Basis,
  check: ResolvedCheck,
  families: readonly Family[],
  models: readonly string[],
): Planned =>
  plannedOf(basis, check, { families, isMain: isMain(check), bySecond: true }, ({ value }, sender) => {
    const fields = JSON.parse(value);
    const model = fields.model ?? memberBy(models, value);
    return requestWith(basis, varied(sender, value), withModel(check), { ...fields, model });
  });

/** With a model that API_KEY may use, since a plan may exclude one; at depth 1, that of the reference requests. */
const noInput = (basis: Basis, check: ResolvedCheck): Planned =>
  withoutInput(
    basis,
    check,
    inputless,
    modelsOf(basis, withModel(check), isSmokeDepth(basis.setup.depth) ? [] : undefined),
  );

/** With a model of each tier that API_KEY may use; the second account sends one of them. */
function onlyModels(basis: Basis, check: ResolvedCheck): Planned {
  const models = modelsOf(basis, withModel(check));
  return withoutInput(basis, check, [eachModel(models)], models);
}

export const bodies: Record<Stimuli['body'], (basis: Basis, check: ResolvedCheck) => Planned> = {
  'only a model': onlyModels,
  'no input': noInput,
  'neither input nor model': (basis, check) => bytes(basis, check, { families: empty, bySecond: true }),
  'not JSON': (basis, check) => bytes(basis, check, { families: noJson, bySecond: true }),
  // The media type is the name of the probe.
  unusual: (basis, check) =>
    bytes(basis, check, { families: [oddBodies], oneByOne: true, typeOf: ({ words }) => words }),
  'an input of another type': (basis, check) =>
    oddFields(basis, check, mistypedInputs(typeof basis.target.messages === 'string')),
  'an empty input': (basis, check) => oddFields(basis, check, emptyInputs),
  'a model of another type': (basis, check) => oddFields(basis, check, mistypedModels),
};

/** A text request with these fields, in which names in braces stand for values. */
export function withFields(basis: Basis, check: ResolvedCheck, fields: Stimuli['fields']): Request {
  const values: TextFields = {
    ...fieldsOf(basis, 'text', 'messages'),
    ...fieldsOf(basis, 'text', 'prompt'),
    megabyte: 'x'.repeat(1_100_000),
  };
  const filled = Object.entries(fields).map(([field, text]) => {
    const [, name] = /^\{(\w+)\}$/.exec(text) ?? [];
    return [field, name === undefined ? text : values[name]];
  });
  return requestWith(basis, senderAs(basis, check), 'text', Object.fromEntries(filled));
}

/** No key or a wrong key with no JSON or an unknown ID; an unlisted model without an input. */
export function twoConditions(basis: Basis, check: ResolvedCheck): Planned {
  const { API_KEY: key = '' } = basis.keys;
  const wrong = senderWith('one character longer', `Bearer ${key}x`);
  keepProbe(key, 'one character longer', `${key}x`);
  const model = freshName('model');
  const requests = [
    ...Object.entries({ 'no key': nobody, 'a wrong key': wrong }).flatMap(([who, sender]): Listed[] => [
      ...withBody.map(
        (kind): Listed => [
          `${who}, no JSON: ${kind.operation}`,
          () => otherBody(basis, kind, sender, soundJson(basis, kind).slice(0, -3)),
        ],
      ),
      ...everyWork.map(
        (what): Listed => [`${who}, unknown ID: ${what}`, () => lookUpById(basis, sender, what, freshId())],
      ),
    ]),
    ...withInput.map(
      ({ operation }): Listed => [
        `unlisted model, no input: ${operation}`,
        () => requestWith(basis, ownerOf(basis), operation, { model }),
      ],
    ),
  ];
  const place = 'two conditions at once';
  return planned(check, listed(place, requests), { place, billable: true });
}
