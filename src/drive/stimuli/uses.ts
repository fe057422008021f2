import { isDeepStrictEqual } from 'node:util';
import { type AiOperation, operationNames, type WithModel } from '../../../spec/operations';
import { type Part, type PartName, partNames, parts, type TargetField } from '../../../spec/target-file';
import type { Unfinished } from '../../judge/data/expectation';
import { whyUncharged } from '../../judge/guards/unfinished-work';
import { type Answer, type Charge, isAccepted, observed } from '../../judge/response/answer';
import { type Tier, tiers } from '../../judge/response/models';
import { isSmokeDepth } from '../../judge/verdict/depth';
import { family } from '../../probes/family';
import { reworded } from '../../probes/reworded';
import { ask } from '../ask/ask';
import { rejectOverdue } from '../credits/meter';
import {
  type CheckSession,
  endUnjudged,
  type NamedAct,
  needs,
  tryEach,
  tryFurther,
} from '../evidence/recorder';
import { listedTiers } from '../named/models';
import { pricePairs } from '../named/prices';
import {
  type Form,
  fieldsOf,
  forms,
  hasRoles,
  isCoarse,
  knownTiers,
  LONG_TEXT,
  OTHER_WORDS,
  plannedTiers,
  requestWith,
  submission,
  systemMessageUse,
  textUse,
  tierUse,
  useOfKind,
} from '../named/uses';
import { validChain, workflow as validWorkflow, workflowUse } from '../named/workflows';
import { inputs, placeFor } from '../operations';
import { runProbes } from '../probes/run-probes';
import { type Block, creditsOf, type TextFields } from '../target-file/target';
import { byType, expectedOf, type StimulusFunctions, senderAs, varied } from './common';

/** Accepted AI requests with these forms of input, each for these tiers. */
export const usesOf = (
  session: CheckSession,
  what: WithModel,
  forms: readonly Form[],
  tiers: readonly Tier[],
) =>
  forms.flatMap((form) =>
    tiers.map(
      (tier): NamedAct<Answer> => [
        `${operationNames[what]}, ${form} for ${tier}`,
        () => useOfKind(session, what, form, tier),
      ],
    ),
  );

/**
 * An accepted AI request of API_KEY for each tier and form of input. At depth 1, the shared one, after those that
 * were rejected as an unknown model.
 */
export async function acceptedUses(session: CheckSession, what: WithModel): Promise<Answer[]> {
  if (what === 'submit' && !session.target.job?.submit) return [await submission(session)];
  if (!isSmokeDepth(session.setup.depth)) return tryEach(session, usesOf(session, what, forms, tiers), true);
  const last = await (what === 'text' ? textUse(session) : submission(session));
  const known = await knownTiers(session, what);
  const unknown = (await listedTiers(session)).filter((tier) => !known.includes(tier));
  const ofUnknown = () => tryEach(session, usesOf(session, what, ['prompt'], unknown));
  return [...(await tryFurther(session, 'models that are said not to exist', ofUnknown)), last];
}

type Send = () => Promise<Answer>;

/**
 * AI requests of each tier and form of input, or the valid workflow; and the same in other words, where
 * these can vary.
 */
const eachUse = async (
  session: CheckSession,
  what: AiOperation,
): Promise<[name: string, Send, Send | null][]> => {
  const { target, setup } = session;
  if (what === 'workflow') {
    const chain = validChain(session, 'short');
    const other = inOtherWords(chain, ` (${setup.id})`);
    return [
      [operationNames.workflow, () => validWorkflow(session), other && (() => workflowUse(session, other))],
    ];
  }
  const at = what === 'submit' && !target.job?.submit ? 'text' : what;
  const tiers = await knownTiers(session, at);
  const kinds = forms.flatMap((form) => tiers.map((tier) => [form, tier] as const));
  const each = (
    isSmokeDepth(setup.depth) ? kinds.filter((_, index) => index === tiers.length - 1) : kinds
  ).map(([form, tier]): [string, Send, Send | null] => [
    `${form} for ${tier}`,
    () => useOfKind(session, at, form, tier),
    form === 'messages' && isDeepStrictEqual(reworded(target.messages, ' '), target.messages ?? null)
      ? null
      : () => useOfKind(session, at, form, tier, OTHER_WORDS),
  ]);
  const cheapest = tiers.at(-1);
  if (what !== 'text' || cheapest === undefined) return each;
  const long = (words = '') => useOfKind(session, at, 'prompt', cheapest, words + LONG_TEXT);
  const system = (words?: string) => systemMessageUse(session, cheapest, words);
  return [
    ...each,
    ['a long prompt', () => long(), () => long(OTHER_WORDS)],
    ...(hasRoles(target.messages)
      ? [['a system message', () => system(), () => system(OTHER_WORDS)] as [string, Send, Send]]
      : []),
  ];
};

/** The requests with an input, or the valid workflow, for which readings show whether they were charged. */
export async function chargedOfEachKind(session: CheckSession, what: AiOperation): Promise<Answer[]> {
  const { resolution } = creditsOf(session.target);
  // As far as the run has come.
  const allIn = () => resolution !== undefined && !isCoarse(session);
  let unfinished: Unfinished | undefined;
  let unaccepted: Answer | undefined;
  const readIn = async (use: Send, repeat: Send | null): Promise<Answer[]> => {
    const first = await use();
    if (!isAccepted(first)) {
      unaccepted ??= first;
      return [];
    }
    // A cached response may cost nothing. In other words it is a new AI request.
    const last = first.charge?.seen || !allIn() ? first : await repeat?.();
    unfinished ??= last?.charge?.unfinished;
    if (!last || !isAccepted(last) || !isChargeKnown(last.charge, allIn())) return [];
    if (!last.charge?.seen) await rejectOverdue(session, what, last);
    return [last];
  };
  const each = (await eachUse(session, what)).map(
    ([name, use, repeat]) => [name, () => readIn(use, repeat)] as const,
  );
  const readable = (await tryEach(session, each, true)).flat();
  if (readable.length > 0) return readable;
  if (unfinished) return endUnjudged('not tested', whyUncharged(unfinished));
  if (unaccepted) {
    const received = observed(unaccepted);
    return endUnjudged('not tested', { kind: 'not accepted', what: 'the AI request', received });
  }
  return endUnjudged('not tested', { kind: 'unsettled', coarse: isCoarse(session) });
}

/** AI requests: each kind, and what it costs. */
export const useStimuli = {
  async eachKind(session, check) {
    const { requestKind } = check;
    if (check.as === undefined) return acceptedUses(session, requestKind.operation as WithModel);
    const sender = senderAs(session, check);
    const input = inputs.find((each) => each === requestKind);
    if (input === undefined) return ask(session, await requestKind.request(session, sender));
    const planned = await plannedTiers(session, sender, input.operation, input.form);
    const all = (planned.length > 0 ? planned : ['any']).map(byType);
    const kinds = family('kind of AI request', { everywhere: () => all.slice(0, 1), once: () => all });
    return runProbes(
      session,
      { ...placeFor(requestKind), families: [kinds] },
      {
        expected: expectedOf(check),
        request: (session, { value }) =>
          requestKind.request(
            session,
            varied(sender, `${requestKind.name} ${value}`),
            tiers.find((tier) => tier === value),
          ),
      },
    );
  },
  tier: (session, _, tier) => tierUse(session, tier),
  async pricePairs(session, { at }, tier) {
    const { target, setup } = session;
    const first = await pricePairs(session, tier);
    if (at !== undefined || isSmokeDepth(setup.depth)) return [first];
    const pairsOf = (at: WithModel, form: Form): NamedAct<Answer[]> => [
      `the price of ${operationNames[at]} with ${form}`,
      () => pricePairs(session, tier, at, form),
    ];
    const submitted = target.job?.submit ? forms.map((form) => pairsOf('submit', form)) : [];
    const places = [pairsOf('text', 'messages'), ...submitted];
    const others = await tryFurther(session, 'prices elsewhere', () => tryEach(session, places, true));
    return [first, ...others.filter((pairs) => pairs.every(({ charge }) => charge !== undefined))];
  },
  async fields(session, check, fields) {
    const values: Record<string, unknown> = {
      ...session.target,
      ...(await fieldsOf(session, 'text', 'messages')),
      ...(await fieldsOf(session, 'text', 'prompt')),
      megabyte: 'x'.repeat(1_100_000),
    };
    const filled: TextFields = {};
    const built: PartName[] = [];
    for (const [field, text] of Object.entries(fields)) {
      const name = /^\{(\w+)\}$/.exec(text)?.[1];
      filled[field] = name === undefined ? text : (values[name] ?? needs(name as TargetField));
      if (name !== undefined) built.push(...partNames.filter((part) => parts[part].field === name));
    }
    const request = requestWith(session, senderAs(session, check), 'text', filled);
    return ask(session, { ...request, parts: [...(request.parts ?? []), ...(built as Part[])] });
  },
} satisfies Partial<StimulusFunctions>;

/** It is known whether it was charged: either a charge was seen, or one would have been. */
const isChargeKnown = (charge: Charge | undefined, allIn: boolean) =>
  charge !== undefined && (charge.seen || (allIn && !charge.unfinished));

/** A chain with more in each literal that is prose; null where none is. */
function inOtherWords(chain: readonly Block[], more: string): Block[] | null {
  const others = chain.map((block) => ({
    ...block,
    inputs: Object.fromEntries(
      Object.entries(block.inputs).map(([input, source]) => [
        input,
        'literal' in source ? { literal: reworded(source.literal, more) } : source,
      ]),
    ),
  }));
  return isDeepStrictEqual(others, chain) ? null : others;
}
