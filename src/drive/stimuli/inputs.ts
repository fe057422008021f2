import type { KeyVariable } from '../../../spec/accounts';
import type { AiOperation, WithModel } from '../../../spec/operations';
import { isObject, parse } from '../../judge/data/json';
import type { Tier } from '../../judge/response/models';
import { isSmokeDepth } from '../../judge/verdict/depth';
import {
  empty,
  emptyInputs,
  inputless,
  mistypedInputs,
  mistypedModels,
  noJson,
  nulls,
  oddBodies,
} from '../../probes/bodies';
import type { Family, Probe } from '../../probes/family';
import { freshId } from '../../probes/ids';
import { isOrdinaryName, unlistedModels } from '../../probes/models';
import type { ProbesAt } from '../../probes/plan';
import type { Request, Sender } from '../client/request';
import { nobody, ownerOf, senderWith } from '../client/senders';
import { type CheckSession, tryEach } from '../evidence/recorder';
import { keepProbe } from '../http/secrets';
import { listedTiers, listedToEither, modelOf, unlistedModel } from '../named/models';
import { validRequest } from '../named/references';
import { fieldsOf, forms, LONG_TEXT, plannedTiers, referenceModel, requestWith } from '../named/uses';
import { lookUpById } from '../named/work';
import { type InputRequestKind, inputs, withBody, withInput } from '../operations';
import { runProbes } from '../probes/run-probes';
import {
  always,
  byType,
  expectedOf,
  memberBy,
  type ResolvedCheck,
  type Send,
  type StimulusFunctions,
  varied,
  withVariedAccept,
} from './common';
import type { Stimuli } from './stimulus';

const aiOperation = ({ requestKind }: ResolvedCheck) => requestKind.operation as AiOperation;
const withModel = ({ requestKind }: ResolvedCheck) => requestKind.operation as WithModel;

const valid = (session: CheckSession, what: AiOperation) => validRequest(session, ownerOf(session), what);

/** A valid request of this account with another body, of which nothing is known. */
const otherBody = async (
  session: CheckSession,
  what: AiOperation,
  sender: Sender,
  body: string,
  headers?: Record<string, string>,
) => {
  const { operation, spec } = await valid(session, what);
  const sent = {
    ...spec,
    body: Buffer.from(body),
    ...(headers && { headers: { ...spec.headers, ...headers } }),
  };
  return { sender, operation, spec: sent };
};
const probesAt = (check: ResolvedCheck) => ({
  place: check.requestKind.name,
  isMain: check.requestKind === withBody[0],
  billable: true,
});
/** The JSON of an accepted request; empty if its body is none. */
const soundJson = async (session: CheckSession, what: AiOperation) => {
  const { body } = (await valid(session, what)).spec;
  return Buffer.isBuffer(body) ? body.toString() : (JSON.stringify(body) ?? '');
};
/**
 * Bytes in place of the JSON of an accepted request. For an object, its fields replace those of an accepted
 * request.
 */
const bytes = (session: CheckSession, families: readonly Family[], check: ResolvedCheck) => {
  const what = aiOperation(check);
  return runProbes(
    session,
    { ...probesAt(check), families },
    {
      expected: expectedOf(check),
      bySecondAccount: true,
      of: (session) => soundJson(session, what),
      request(session, { value }, account) {
        // The fields go where the target has its own, in an envelope or not.
        const fields = parse(value);
        const sender = varied(account, value);
        return what !== 'workflow' && isObject(fields)
          ? requestWith(session, sender, what, fields)
          : otherBody(session, what, sender, value);
      },
    },
  );
};
/** Bytes in place of the body of an accepted request, with this media type, until one is accepted. */
const oddBytes = (
  session: CheckSession,
  families: readonly Family[],
  check: ResolvedCheck,
  typeOf: (probe: Probe) => string,
) => {
  const what = aiOperation(check);
  return runProbes(
    session,
    { ...probesAt(check), families },
    {
      expected: expectedOf(check),
      oneByOne: true,
      of: (session) => soundJson(session, what),
      request: (session, probe) =>
        otherBody(session, what, ownerOf(session), probe.value, { 'content-type': typeOf(probe) }),
    },
  );
};
/** Fields in place of those of an accepted request, until one is accepted. */
const oddFields = (session: CheckSession, families: readonly Family[], check: ResolvedCheck) => {
  const what = withModel(check);
  return runProbes(
    session,
    { ...probesAt(check), families },
    {
      expected: expectedOf(check),
      oneByOne: true,
      async request(session, { value }) {
        const odd = JSON.parse(value);
        const { prompt, ...rest } = await fieldsOf(session, what, 'prompt');
        const fields = { ...rest, ...(!('messages' in odd) && { prompt }), ...odd };
        return requestWith(session, ownerOf(session), what, fields);
      },
    },
  );
};
/** The models of these tiers, the cheapest first; where there are none, the one of the reference requests. */
const modelsOf = async (session: CheckSession, at: WithModel, tiers: readonly Tier[]) => {
  const names: string[] = [];
  for (const tier of tiers) names.unshift(await modelOf(session, tier));
  return names.length > 0 ? names : [await referenceModel(session, at)];
};
/**
 * Requests for model names made from a listed one, each time of another tier. An odd name may also be
 * rejected as malformed.
 */
const unlisted = (
  session: CheckSession,
  check: ResolvedCheck,
  requestKind: InputRequestKind,
  isOdd = false,
) => {
  const listed: Partial<Record<KeyVariable, string[]>> = {};
  const placeIndex = inputs.indexOf(requestKind);
  const probes: ProbesAt = {
    families: unlistedModels,
    isMain: placeIndex === 0,
    billable: true,
    place: requestKind.name,
    fits: ({ value }, { variable }) => !listed[variable]?.includes(value) && isOrdinaryName(value) !== isOdd,
  };
  return runProbes(session, probes, {
    expected: expectedOf(check),
    async of(session, sender) {
      if (sender.variable !== null) listed[sender.variable] = await listedToEither(session, sender);
      const models = await modelsOf(session, requestKind.operation, await listedTiers(session));
      return models[placeIndex % models.length] as string;
    },
    bySecondAccount: true,
    async request(session, { value }, sender) {
      const { operation, form } = requestKind;
      const fields = { ...(await fieldsOf(session, operation, form)), model: value };
      return requestWith(session, varied(sender, value), operation, fields);
    },
  });
};
const models: Record<Stimuli['models'], Send> = {
  unlisted: (session, check) => unlisted(session, check, check.requestKind as InputRequestKind),
  async malformed(session, check) {
    const answers = await tryEach(
      session,
      inputs.map(
        (requestKind) => [requestKind.name, () => unlisted(session, check, requestKind, true)] as const,
      ),
    );
    return answers.flat();
  },
};

const bodies: Record<Stimuli['body'], Send> = {
  /** With a model of each tier that API_KEY may use. */
  async 'only a model'(session, check) {
    const what = withModel(check);
    const models = await modelsOf(
      session,
      what,
      await plannedTiers(session, ownerOf(session), what, 'prompt'),
    );
    const alone = always('a model without input', () => models.map(byType));
    return runProbes(
      session,
      { ...probesAt(check), families: [alone] },
      {
        expected: expectedOf(check),
        bySecondAccount: true,
        request: (session, { value }, sender) =>
          requestWith(session, varied(sender, value), what, { model: value }),
      },
    );
  },
  /** With a model that API_KEY may use, since a plan may exclude one; at depth 1, that of the reference requests. */
  async 'no input'(session, check) {
    const what = withModel(check);
    const isOne = isSmokeDepth(session.setup.depth);
    const tiers = isOne ? [] : await plannedTiers(session, ownerOf(session), what, 'prompt');
    const models = await modelsOf(session, what, tiers);
    return runProbes(
      session,
      { ...probesAt(check), families: inputless },
      {
        expected: expectedOf(check),
        bySecondAccount: true,
        request: (session, { value }, sender) =>
          requestWith(session, varied(sender, value), what, {
            ...JSON.parse(value),
            model: memberBy(models, value),
          }),
      },
    );
  },
  'neither input nor model': (session, check) => bytes(session, empty, check),
  'not JSON': (session, check) => bytes(session, noJson, check),
  /** For a workflow also null for each field of a valid one. */
  async unusual(session, check) {
    const odd = await oddBytes(session, oddBodies, check, ({ words: type }) => type);
    const json = () => 'application/json';
    return aiOperation(check) === 'workflow'
      ? [...odd, ...(await oddBytes(session, [nulls], check, json))]
      : odd;
  },
  'an input of another type': (session, check) =>
    oddFields(session, mistypedInputs(typeof session.target.messages === 'string'), check),
  'an empty input': (session, check) => oddFields(session, emptyInputs, check),
  'a model of another type': (session, check) => oddFields(session, mistypedModels, check),
};

/** The content of requests: models, fields, bodies, bytes, and two conditions at once. */
export const inputStimuli = {
  models: (session, check, which) => models[which](session, check),
  body: (session, check, which) => bodies[which](session, check),
  /**
   * No key or a wrong key with no JSON or an unknown ID; an unlisted model without an input or with a long one.
   */
  async twoConditions(session, check) {
    const { API_KEY: key = '' } = session.keys;
    const owner = ownerOf(session);
    const wrong = senderWith('one character longer', `Bearer ${key}x`);
    keepProbe(key, 'one character longer', `${key}x`);
    const bodies = withBody.map(({ operation }) => operation);
    const named = withInput.map(({ operation }) => operation);
    const unlisted = async (session: CheckSession) => ({ model: await unlistedModel(session) });
    type Make = (session: CheckSession) => Request | Promise<Request>;
    const requests = new Map<string, Make>();
    /** The family of these two conditions, with a request at each operation. */
    const under = <What extends string>(
      name: string,
      at: readonly What[],
      made: (session: CheckSession, what: What) => Request | Promise<Request>,
    ) => {
      const probes = at.map((what) => {
        const probe = byType(`${name}: ${what}`);
        requests.set(probe.value, (session) => made(session, what));
        return probe;
      });
      return always(name, () => probes);
    };
    const families = [
      ...Object.entries({ 'no key': nobody, 'a wrong key': wrong }).flatMap(([who, sender]) => [
        under(`${who}, no JSON`, bodies, async (session, what) => {
          const { spec } = await valid(session, what);
          return otherBody(session, what, withVariedAccept(sender), JSON.stringify(spec.body).slice(0, -3));
        }),
        under(`${who}, unknown ID`, ['job', 'run'] as const, (session, what) =>
          lookUpById(session, withVariedAccept(sender), what, freshId()),
        ),
      ]),
      under('unlisted model, no input', named, async (session, what) =>
        requestWith(session, owner, what, await unlisted(session)),
      ),
      ...forms.map((form) =>
        under(`unlisted model, long ${form}`, named, async (session, what) => {
          const fields = await fieldsOf(session, what, form, undefined, LONG_TEXT);
          return requestWith(session, owner, what, { ...fields, ...(await unlisted(session)) });
        }),
      ),
    ];
    return runProbes(
      session,
      { families, place: 'two conditions at once', billable: true },
      {
        expected: expectedOf(check),
        request: (session, { value }) => (requests.get(value) as Make)(session),
      },
    );
  },
} satisfies Partial<StimulusFunctions>;
