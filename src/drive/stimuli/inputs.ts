import type { AiOperation, WithModel } from '../../../spec/operations';
import type { Expectation } from '../../judge/data/expectation';
import { isObject } from '../../judge/data/json';
import { type Answer, parse } from '../../judge/response/answer';
import type { Tier } from '../../judge/response/models';
import { isSmokeDepth } from '../../judge/verdict/depth';
import {
  almostJson,
  empty,
  emptyInputs,
  inputless,
  mistypedInputs,
  mistypedModels,
  noJson,
  nulls,
  oddBodies,
} from '../../probes/bodies';
import { countable, type Family, type Probe } from '../../probes/family';
import { freshId } from '../../probes/ids';
import { amongWhiteSpace, isOrdinaryName, unlistedModels } from '../../probes/models';
import type { Request, Sender } from '../client/request';
import { nobody, ownerOf, senderWith } from '../client/senders';
import { tryEach } from '../evidence/recorder';
import { keepProbe } from '../http/secrets';
import { listedTiers, listedToEither, modelOf, unlistedModel } from '../named/models';
import { validRequest } from '../named/references';
import {
  type Form,
  fieldsOf,
  forms,
  LONG_TEXT,
  plannedTiers,
  referenceModel,
  requestWith,
} from '../named/uses';
import { lookUpById } from '../named/work';
import { type InputRequestKind, inputs } from '../operations';
import { perSession } from '../run/per-session';
import { as, bodies, byType, memberBy, placeOf, rejected, senderFor, somebody } from './common';
import { malformed, notListed, unlistedOrMalformed, withoutModel } from './expected';
import { runProbes } from './probes';

/** At depth 1, one name family in this many is sent to other requests than text requests with a prompt. */
const FEW = 16;

/** The content of requests: models, fields, bodies, bytes, and two conditions at once. */
export const inputProbes = perSession((session) => {
  const { keys, target, run } = session;
  const owner = ownerOf(session);
  const valid = (what: AiOperation) => validRequest(session, owner, what);
  /** A valid request of this account with another body, of which nothing is known. */
  const withBody = async (
    what: AiOperation,
    sender: Sender,
    body: string,
    headers?: Record<string, string>,
  ) => {
    const { operation, spec } = await valid(what);
    const sent = {
      ...spec,
      body: Buffer.from(body),
      ...(headers && { headers: { ...spec.headers, ...headers } }),
    };
    return { sender, operation, spec: sent };
  };
  const key = keys.API_KEY ?? '';
  const placeFor = (what: AiOperation) => ({
    place: placeOf[what],
    placeIndex: bodies.indexOf(what),
    billable: true,
  });
  /** The JSON of an accepted request; empty if its body is none. */
  const soundJson = async (what: AiOperation) => {
    const { body } = (await valid(what)).spec;
    return Buffer.isBuffer(body) ? body.toString() : (JSON.stringify(body) ?? '');
  };
  /**
   * Bytes in place of the JSON of an accepted request. For an object, its fields replace those of an accepted
   * request.
   */
  const bytes = (families: readonly Family[], what: AiOperation, expected: Expectation) =>
    runProbes(session, {
      ...placeFor(what),
      families,
      expected,
      oneFamilyIn: what === 'text' ? 1 : 6,
      entire: isSmokeDepth(run.depth) ? [] : [almostJson],
      bySecondAccount: true,
      of: () => soundJson(what),
      request({ value }, account) {
        // The fields go where the target has its own, in an envelope or not.
        const fields = parse(value);
        const sender = as(session, account, value);
        return what !== 'workflow' && isObject(fields)
          ? requestWith(session, sender, what, fields)
          : withBody(what, sender, value);
      },
    });
  /** Bytes in place of the body of an accepted request, with this media type, until one is accepted. */
  const oddBytes = (families: Family[], what: AiOperation, typeOf: (probe: Probe) => string) =>
    runProbes(session, {
      ...placeFor(what),
      families,
      oneByOne: true,
      // Some may be accepted, which costs an AI request.
      membersPerShare: isSmokeDepth(run.depth) ? 0 : 9,
      expected: rejected,
      of: () => soundJson(what),
      request: (probe) => withBody(what, owner, probe.value, { 'content-type': typeOf(probe) }),
    });
  /** Fields in place of those of an accepted request, until one is accepted. */
  const oddFields = (families: readonly Family[], what: WithModel, expected: Expectation) =>
    runProbes(session, {
      ...placeFor(what),
      families,
      oneByOne: true,
      oneFamilyIn: families.length,
      expected,
      async request({ value }) {
        const odd = JSON.parse(value);
        const { prompt, ...rest } = await fieldsOf(session, what, 'prompt');
        const fields = { ...rest, ...(!('messages' in odd) && { prompt }), ...odd };
        return requestWith(session, owner, what, fields);
      },
    });
  /** The models of these tiers, the cheapest first; where there are none, the one of the reference requests. */
  const modelsOf = async (at: WithModel, tiers: readonly Tier[]) => {
    const names: string[] = [];
    for (const tier of tiers) names.unshift(await modelOf(session, tier));
    return names.length > 0 ? names : [await referenceModel(session, at)];
  };
  /**
   * Those that API_KEY may use, since a plan may exclude a model. At depth 1, the one of the reference
   * requests.
   */
  const usableModels = async (at: WithModel) =>
    modelsOf(at, isSmokeDepth(run.depth) ? [] : await plannedTiers(session, owner, at, 'prompt'));
  /**
   * Requests for model names made from a listed one, each time of another tier. An odd name may also be
   * rejected as malformed.
   */
  const unlisted = (requestKind: InputRequestKind, names: 'ordinary' | 'odd') => {
    let listed: string[] = [];
    const placeIndex = inputs.indexOf(requestKind);
    const few = unlistedModels.filter(
      (family, index) => index === 0 || family === amongWhiteSpace || (index + placeIndex) % FEW === 1,
    );
    return runProbes(session, {
      families: placeIndex > 0 && isSmokeDepth(run.depth) ? few : unlistedModels,
      placeIndex,
      oneFamilyIn: 3,
      billable: true,
      place: requestKind.name,
      expected: names === 'odd' ? unlistedOrMalformed : notListed,
      fits: ({ value }) => !listed.includes(value) && isOrdinaryName(value) === (names === 'ordinary'),
      async of(account) {
        listed = await listedToEither(session, senderFor(session, account));
        const models = await modelsOf(requestKind.operation, await listedTiers(session));
        return models[placeIndex % models.length] as string;
      },
      bySecondAccount: true,
      async request({ value }, account) {
        const { operation, form } = requestKind;
        const fields = { ...(await fieldsOf(session, operation, form)), model: value };
        return requestWith(session, as(session, account, value), operation, fields);
      },
    });
  };
  return {
    unlisted: (requestKind: InputRequestKind) => unlisted(requestKind, 'ordinary'),
    /** The same for odd names. */
    async oddModels(): Promise<Answer[]> {
      const answers = await tryEach(
        inputs.map((requestKind) => [requestKind.name, () => unlisted(requestKind, 'odd')] as const),
      );
      return answers.flat();
    },
    /** Requests with a model of each tier that API_KEY may use, and nothing else. */
    async bare(what: WithModel) {
      const models = await modelsOf(what, await plannedTiers(session, owner, what, 'prompt'));
      const alone = countable('a model without input', () => models.map(byType));
      return runProbes(session, {
        ...placeFor(what),
        families: [alone],
        entire: [alone],
        expected: malformed,
        bySecondAccount: true,
        request: ({ value }, account) =>
          requestWith(session, as(session, account, value), what, { model: value }),
      });
    },
    /** Fields beside a listed model, none of which is an input. */
    async inputless(what: WithModel) {
      const models = await usableModels(what);
      return runProbes(session, {
        ...placeFor(what),
        families: inputless,
        oneFamilyIn: 2,
        expected: malformed,
        bySecondAccount: true,
        request: ({ value }, account) =>
          requestWith(session, as(session, account, value), what, {
            ...JSON.parse(value),
            model: memberBy(models, value),
          }),
      });
    },
    /** Bodies with neither an input nor a model. */
    empty: (what: WithModel) => bytes(empty, what, withoutModel),
    /** Texts that are not JSON. */
    noJson: (what: AiOperation) => bytes(noJson, what, malformed),
    /**
     * Bodies that the contract does not mention, until one is accepted. For a workflow also null for each
     * field of a valid one.
     */
    async bodies(what: AiOperation): Promise<Answer[]> {
      const odd = await oddBytes(oddBodies, what, ({ words: type }) => type);
      const json = () => 'application/json';
      return what === 'workflow' ? [...odd, ...(await oddBytes([nulls], what, json))] : odd;
    },
    /** Inputs or models of another type, and empty inputs, until one is accepted. */
    mistyped: (what: WithModel) =>
      oddFields(mistypedInputs(typeof target.messages === 'string'), what, malformed),
    emptyInputs: (what: WithModel) => oddFields(emptyInputs, what, rejected),
    mistypedModels: (what: WithModel) => oddFields(mistypedModels, what, rejected),
    /**
     * Two conditions at once: no key or a wrong key with no JSON or an unknown ID; an unlisted model without
     * an input or with a long one.
     */
    conditions() {
      const cut = async (what: AiOperation, sender: Sender) => {
        const { spec } = await valid(what);
        return withBody(what, sender, JSON.stringify(spec.body).slice(0, -3));
      };
      const unlisted = async (what: WithModel) =>
        requestWith(session, owner, what, { model: await unlistedModel(session) });
      const long = async (what: WithModel, form: Form) => {
        const fields = await fieldsOf(session, what, form, undefined, LONG_TEXT);
        return requestWith(session, owner, what, { ...fields, model: await unlistedModel(session) });
      };
      const wrong = senderWith('one character longer', `Bearer ${key}x`);
      keepProbe(key, 'one character longer', `${key}x`);
      const under = <What>(name: string, at: readonly What[], made: (what: What) => Promise<Request>) => ({
        name,
        members: at.map((what) => ({ ...byType(`${name}: ${what}`), request: () => made(what) })),
      });
      const both = [
        ...Object.entries({ 'no key': nobody, 'a wrong key': wrong }).flatMap(([who, sender]) => {
          const varied = somebody(sender);
          return [
            under(`${who}, no JSON`, bodies, (what) => cut(what, varied)),
            under(`${who}, unknown ID`, ['job', 'run'] as const, (what) =>
              lookUpById(session, varied, what, freshId()),
            ),
          ];
        }),
        under('unlisted model, no input', ['text', 'submit'], unlisted),
        ...forms.map((form) =>
          under(`unlisted model, long ${form}`, ['text', 'submit'] as const, (what) => long(what, form)),
        ),
      ];
      const families = both.map(({ name, members }) => countable(name, () => members));
      const requests = new Map(
        both.flatMap((each) => each.members).map(({ value, request }) => [value, request]),
      );
      return runProbes(session, {
        families,
        place: 'two conditions at once',
        billable: true,
        expected: rejected,
        request: ({ value }) => (requests.get(value) as () => Promise<Request>)(),
      });
    },
  };
});
