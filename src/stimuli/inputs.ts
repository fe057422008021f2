import type { KeyVariable } from '../../spec/accounts';
import { type AiOperation, usesAi, type WithModel } from '../../spec/operations';
import { type Part, type PartName, partNames, parts, type TargetField } from '../../spec/target-file';
import type { Request, Sender } from '../drive/client/request';
import { nobody, ownerOf, senderWith } from '../drive/client/senders';
import { needs } from '../drive/evidence/recorder';
import { keepProbe } from '../drive/http/secrets';
import { type InputRequestKind, inputs, withBody, withInput } from '../drive/operations';
import type { TextFields } from '../drive/target-file/target';
import { isObject, parse } from '../judge/data/json';
import { isSmokeDepth } from '../judge/verdict/depth';
import {
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
import type { Planned } from '../send/send-probes';
import { namesIn } from '../world/fill';
import {
  type Basis,
  chainOf,
  fieldsOf,
  forms,
  LONG_TEXT,
  listedTiers,
  lookUpById,
  modelOf,
  referenceModel,
  requestWith,
  workflowRequest,
} from '../world/requests';
import { requireSlot } from '../world/world';
import {
  always,
  byType,
  expectedOf,
  memberBy,
  plannedAt,
  plannedTiers,
  type ResolvedCheck,
  senderAs,
  varied,
  withVariedAccept,
} from './plan';
import type { Stimuli } from './stimulus';

const withModel = ({ requestKind }: ResolvedCheck) => requestKind.operation as WithModel;

const aiOperation = ({ requestKind: { operation } }: ResolvedCheck): AiOperation => {
  if (usesAi(operation)) return operation;
  throw new Error(`this stimulus sends bodies, and ${operation} has none`);
};

const valid = (basis: Basis, what: AiOperation): Request =>
  what === 'workflow'
    ? workflowRequest(basis, ownerOf(basis), chainOf(basis, 'short'))
    : requestWith(basis, ownerOf(basis), what, fieldsOf(basis, what, 'prompt'));

/** A valid request of this account with another body, of which nothing is known. */
function otherBody(
  basis: Basis,
  what: AiOperation,
  sender: Sender,
  body: string,
  headers?: Record<string, string>,
): Request {
  const { operation, spec } = valid(basis, what);
  const sent = {
    ...spec,
    body: Buffer.from(body),
    ...(headers && { headers: { ...spec.headers, ...headers } }),
  };
  return { sender, operation, spec: sent };
}

const placeOf = ({ requestKind }: ResolvedCheck) => ({
  place: requestKind.name,
  isMain: requestKind === withBody[0],
  billable: true,
});

/** The JSON of an accepted request; empty if its body is none. */
function soundJson(basis: Basis, what: AiOperation): string {
  const { body } = valid(basis, what).spec;
  return Buffer.isBuffer(body) ? body.toString() : (JSON.stringify(body) ?? '');
}

/**
 * Bytes in place of the JSON of an accepted request. For an object, its fields replace those of an accepted
 * request.
 */
function bytes(basis: Basis, families: readonly Family[], check: ResolvedCheck): Planned {
  const what = aiOperation(check);
  return plannedAt(
    basis,
    { ...placeOf(check), families },
    {
      expected: expectedOf(check),
      bySecondAccount: true,
      of: () => soundJson(basis, what),
      request({ value }, account) {
        // The fields go where the target has its own, in an envelope or not.
        const fields = parse(value);
        const sender = varied(account, value);
        return what !== 'workflow' && isObject(fields)
          ? requestWith(basis, sender, what, fields)
          : otherBody(basis, what, sender, value);
      },
    },
  );
}

/** Bytes in place of the body of an accepted request, with this media type, until one is accepted. */
function oddBytes(
  basis: Basis,
  families: readonly Family[],
  check: ResolvedCheck,
  typeOf: (probe: Probe) => string,
): Planned {
  const what = aiOperation(check);
  return plannedAt(
    basis,
    { ...placeOf(check), families },
    {
      expected: expectedOf(check),
      oneByOne: true,
      of: () => soundJson(basis, what),
      request: (probe) =>
        otherBody(basis, what, ownerOf(basis), probe.value, { 'content-type': typeOf(probe) }),
    },
  );
}

/** Fields in place of those of an accepted request, until one is accepted. */
function oddFields(basis: Basis, families: readonly Family[], check: ResolvedCheck): Planned {
  const what = withModel(check);
  return plannedAt(
    basis,
    { ...placeOf(check), families },
    {
      expected: expectedOf(check),
      oneByOne: true,
      request({ value }) {
        const odd = JSON.parse(value);
        const { prompt, ...rest } = fieldsOf(basis, what, 'prompt');
        const fields = { ...rest, ...(!('messages' in odd) && { prompt }), ...odd };
        return requestWith(basis, ownerOf(basis), what, fields);
      },
    },
  );
}

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
  const namesOf = (account: KeyVariable | null) => {
    const own =
      account === null || account === 'API_KEY' ? undefined : requireSlot(world.recognised[account]);
    return [...requireSlot(world.listed).ids, ...(own ? namesIn(basis, own) : [])];
  };
  const placeIndex = inputs.indexOf(requestKind);
  return plannedAt(
    basis,
    {
      families: unlistedModels,
      isMain: placeIndex === 0,
      billable: true,
      place: requestKind.name,
      fits: ({ value }, { variable }) =>
        !namesOf(variable).includes(value) && isOrdinaryName(value) !== isOdd,
    },
    {
      expected: expectedOf(check),
      of({ account }) {
        namesOf(account);
        const models = modelsOf(basis, operation, listedTiers(world));
        return models[placeIndex % models.length] as string;
      },
      bySecondAccount: true,
      request: ({ value }, sender) =>
        requestWith(basis, varied(sender, value), operation, {
          ...fieldsOf(basis, operation, form),
          model: value,
        }),
    },
  );
}

/** A list of probes, or several. */
type Plans = (basis: Basis, check: ResolvedCheck) => (() => Planned)[];

/** With a model of each tier that API_KEY may use. */
function onlyModels(basis: Basis, check: ResolvedCheck): Planned {
  const what = withModel(check);
  const models = modelsOf(basis, what);
  return plannedAt(
    basis,
    { ...placeOf(check), families: [always('a model without input', () => models.map(byType))] },
    {
      expected: expectedOf(check),
      bySecondAccount: true,
      request: ({ value }, sender) => requestWith(basis, varied(sender, value), what, { model: value }),
    },
  );
}

/** With a model that API_KEY may use, since a plan may exclude one; at depth 1, that of the reference requests. */
function noInput(basis: Basis, check: ResolvedCheck): Planned {
  const what = withModel(check);
  const models = modelsOf(basis, what, isSmokeDepth(basis.setup.depth) ? [] : undefined);
  return plannedAt(
    basis,
    { ...placeOf(check), families: inputless },
    {
      expected: expectedOf(check),
      bySecondAccount: true,
      request: ({ value }, sender) =>
        requestWith(basis, varied(sender, value), what, {
          ...JSON.parse(value),
          model: memberBy(models, value),
        }),
    },
  );
}

export const bodies: Record<Stimuli['body'], Plans> = {
  'only a model': (basis, check) => [() => onlyModels(basis, check)],
  'no input': (basis, check) => [() => noInput(basis, check)],
  'neither input nor model': (basis, check) => [() => bytes(basis, empty, check)],
  'not JSON': (basis, check) => [() => bytes(basis, noJson, check)],
  /** For a workflow also null for each field of a valid one. */
  unusual: (basis, check) => [
    () => oddBytes(basis, oddBodies, check, ({ words: type }) => type),
    ...(aiOperation(check) === 'workflow'
      ? [() => oddBytes(basis, [nulls], check, () => 'application/json')]
      : []),
  ],
  'an input of another type': (basis, check) => [
    () => oddFields(basis, mistypedInputs(typeof basis.target.messages === 'string'), check),
  ],
  'an empty input': (basis, check) => [() => oddFields(basis, emptyInputs, check)],
  'a model of another type': (basis, check) => [() => oddFields(basis, mistypedModels, check)],
};

/** A text request with these fields, in which names in braces stand for values. */
export function withFields(basis: Basis, check: ResolvedCheck, fields: Stimuli['fields']): Request {
  const values: Record<string, unknown> = {
    ...basis.target,
    ...fieldsOf(basis, 'text', 'messages'),
    ...fieldsOf(basis, 'text', 'prompt'),
    megabyte: 'x'.repeat(1_100_000),
  };
  const filled: TextFields = {};
  const built: PartName[] = [];
  for (const [field, text] of Object.entries(fields)) {
    const name = /^\{(\w+)\}$/.exec(text)?.[1];
    filled[field] = name === undefined ? text : (values[name] ?? needs(name as TargetField));
    if (name !== undefined) built.push(...partNames.filter((part) => parts[part].field === name));
  }
  const request = requestWith(basis, senderAs(basis, check), 'text', filled);
  return { ...request, parts: [...(request.parts ?? []), ...(built as Part[])] };
}

/** No key or a wrong key with no JSON or an unknown ID; an unlisted model without an input or with a long one. */
export function twoConditions(basis: Basis, check: ResolvedCheck): Planned {
  const { API_KEY: key = '' } = basis.keys;
  const owner = ownerOf(basis);
  const wrong = senderWith('one character longer', `Bearer ${key}x`);
  keepProbe(key, 'one character longer', `${key}x`);
  const requests = new Map<string, () => Request>();
  /** The family of these two conditions, with a request at each operation. */
  const under = <What extends string>(name: string, at: readonly What[], made: (what: What) => Request) => {
    const probes = at.map((what) => {
      const probe = byType(`${name}: ${what}`);
      requests.set(probe.value, () => made(what));
      return probe;
    });
    return always(name, () => probes);
  };
  const bodies = withBody.map(({ operation }) => operation as AiOperation);
  const named = withInput.map(({ operation }) => operation);
  const model = freshName('model');
  const families = [
    ...Object.entries({ 'no key': nobody, 'a wrong key': wrong }).flatMap(([who, sender]) => [
      under(`${who}, no JSON`, bodies, (what) =>
        otherBody(basis, what, withVariedAccept(sender), soundJson(basis, what).slice(0, -3)),
      ),
      under(`${who}, unknown ID`, ['job', 'run'] as const, (what) =>
        lookUpById(basis, withVariedAccept(sender), what, freshId()),
      ),
    ]),
    under('unlisted model, no input', named, (what) => requestWith(basis, owner, what, { model })),
    ...forms.map((form) =>
      under(`unlisted model, long ${form}`, named, (what) =>
        requestWith(basis, owner, what, { ...fieldsOf(basis, what, form, undefined, LONG_TEXT), model }),
      ),
    ),
  ];
  return plannedAt(
    basis,
    { families, place: 'two conditions at once', billable: true },
    { expected: expectedOf(check), request: ({ value }) => (requests.get(value) as () => Request)() },
  );
}
