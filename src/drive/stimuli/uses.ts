import { isDeepStrictEqual } from 'node:util';
import type { AiOperation, WithModel } from '../../../spec/operations';
import { operationNames } from '../../../spec/operations';
import { type Part, type PartName, partNames, parts, type TargetField } from '../../../spec/target-file';
import type { Expectation, Unfinished } from '../../judge/data/expectation';
import { whyUncharged } from '../../judge/guards/unfinished-work';
import { type Answer, type Charge, errorOf, isAccepted, observed } from '../../judge/response/answer';
import { classifyMessage, namesConnection } from '../../judge/response/message-naming';
import { type Tier, tiers } from '../../judge/response/models';
import { isInvalidWorkflow } from '../../judge/response/parts';
import { isFullDepth, isSmokeDepth } from '../../judge/verdict/depth';
import type { FaultPlace, FaultyChain, Flaw, Workflow } from '../../probes/chains';
import { countable, type Family } from '../../probes/family';
import { reworded } from '../../probes/reworded';
import { coveringChains, faultyChains, otherNames } from '../../probes/sampled-chains';
import { ask } from '../ask/ask';
import { accepting, type Request, type Sender } from '../client/request';
import { ownerOf } from '../client/senders';
import { rejectOverdue } from '../credits/meter';
import {
  endUndecided,
  type NamedAct,
  needs,
  recordUntested,
  tryEach,
  tryFurther,
  tryOne,
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
  plannedTiers,
  requestWith,
  submission,
  systemMessageUse,
  textUse,
  useOfKind,
} from '../named/uses';
import {
  chainWith,
  faultyChainIn,
  faultySubmissionOf,
  mismatches,
  validChain,
  workflow as validWorkflow,
  workflowUse,
} from '../named/workflows';
import { inputs, placeFor, type RequestKind } from '../operations';
import { perSession } from '../run/per-session';
import { partOf } from '../target-file/described';
import { connectionsIn } from '../target-file/parts';
import { type Block, creditsOf, type TextFields } from '../target-file/target';
import { as, byType, jsonTypes, kindsOf, memberBy, placeOf, rejected } from './common';
import { invalidWorkflow } from './expected';
import { runProbes } from './probes';

/** The greatest number of valid chains besides those of the reference requests. */
const chainsAt = (depth: number) =>
  isSmokeDepth(depth) ? 0 : isFullDepth(depth) ? Number.POSITIVE_INFINITY : 2;

const OTHER_WORDS = ', in other words';

/** The response to a faulty workflow. */
export interface RejectedUse extends Answer {
  chain: FaultyChain;
  /** The message about the same fault at another connection, where this one names nothing known. */
  elsewhere?: string | undefined;
}

/** AI requests: each kind, what it costs, valid chains and faulty ones. */
export const useProbes = perSession((session) => {
  const { target, run } = session;
  const owner = ownerOf(session);
  const submitted = async (request: Request & { chain: FaultyChain }): Promise<RejectedUse> => ({
    ...(await ask(session, request)),
    chain: request.chain,
  });
  const faulty = (flaw: Flaw, place: FaultPlace) =>
    submitted(faultySubmissionOf(session, owner, chainWith(session, flaw, place)));
  /** The same fault at each position where it is possible. */
  const everywhere = async (flaw: Flaw) => {
    const rejections: RejectedUse[] = [];
    for (const place of ['early', 'late'] as const)
      if (faultyChainIn(session, flaw, place) !== null) rejections.push(await faulty(flaw, place));
    return rejections;
  };
  /**
   * A target that gives the same rejection elsewhere, and accepts a block without this input, may not know
   * the name at all.
   */
  const needsInput = async (rejection: RejectedUse, flaw: Flaw) => {
    if (!isAccepted(rejection)) return;
    if (faultyChainIn(session, flaw, 'early') === null) return;
    const elsewhere = await faulty(flaw, 'early');
    if (inputOf(elsewhere.chain) === inputOf(rejection.chain) || !isRejectedFor(elsewhere.chain, elsewhere))
      return;
    const { sound, connection } = rejection.chain;
    const without = sound.map((block) => {
      const { [connection.input]: _, ...inputs } = block.inputs;
      return block.name === connection.consumer ? { ...block, inputs } : block;
    });
    const part = `workflow.blockTypes (${inputOf(rejection.chain)})`;
    if (isAccepted(await workflowUse(session, without)))
      endUndecided('blocked', { kind: 'unverified', part, received: observed(rejection) });
  };
  /** Accepted AI requests with these forms of input, each for these tiers. */
  const placesOf = (what: WithModel, asked: [Form, readonly Tier[]][]) =>
    asked.flatMap(([form, tiers]) =>
      tiers.map(
        (tier) =>
          [`${placeOf[what]}, ${form} for ${tier}`, () => useOfKind(session, what, form, tier)] as const,
      ),
    );
  type Send = () => Promise<Answer>;
  /**
   * AI requests of each tier and form of input, or the valid workflow; and the same in other words, where
   * these can vary.
   */
  const eachUse = async (what: AiOperation): Promise<[name: string, Send, Send | null][]> => {
    if (what === 'workflow') {
      const chain = validChain(session, 'short');
      const other = inOtherWords(chain, ` (${run.id})`);
      return [
        [operationNames.workflow, () => validWorkflow(session), other && (() => workflowUse(session, other))],
      ];
    }
    const at = what === 'submit' && !target.job?.submit ? 'text' : what;
    const tiers = await knownTiers(session, at);
    const kinds = kindsOf(tiers);
    const each = (
      isSmokeDepth(run.depth) ? kinds.filter((_, index) => index === tiers.length - 1) : kinds
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
  const workflows = (families: Family[], expected: Expectation, entire: Family[] = []) =>
    runProbes<RejectedUse>(session, {
      families,
      entire,
      billable: true,
      place: operationNames.workflow,
      expected,
      bySecondAccount: true,
      request: ({ value }, account) =>
        faultySubmissionOf(session, as(session, account, value), JSON.parse(value)),
      send: (request) => submitted(request as Request & { chain: FaultyChain }),
    });
  /** For the doctor: valid chains with each block type that the usual chains do not have. */
  const otherTypes = (workflow: Workflow) => {
    const sent = (['short', 'long'] as const).flatMap((which) => typesIn(validChain(session, which)));
    const others = (chain: readonly Block[]) => typesIn(chain).filter((type) => !sent.includes(type));
    return coveringChains(workflow, Number.POSITIVE_INFINITY, others);
  };
  const sampled = (flaw: Flaw): Promise<RejectedUse[]> => {
    const families = faultyChains(() => partOf(target, 'workflow'), flaw, run.depth, run.seed);
    const open = flaw === 'self' || flaw === 'no-block';
    return workflows(families, open ? rejected : invalidWorkflow);
  };
  return {
    /** An AI request of this sender for each tier and form of input. */
    async kinds(sender: Sender, requestKind: RequestKind, expected: Expectation) {
      const input = inputs.find((each) => each === requestKind);
      if (input === undefined) return [await ask(session, await requestKind.request(session, sender))];
      const planned = await plannedTiers(session, sender, input.operation, input.form);
      const kinds = countable('kind of AI request', () =>
        (planned.length > 0 ? planned : ['any']).map(byType),
      );
      return runProbes(session, {
        ...placeFor(requestKind),
        families: [kinds],
        expected,
        request: ({ value }) =>
          requestKind.request(
            session,
            accepting(sender, memberBy(jsonTypes, `${requestKind.name} ${value}`)),
            tiers.find((tier) => tier === value),
          ),
      });
    },
    /**
     * An accepted AI request for each tier and form of input. At depth 1, the shared one, after those that
     * were rejected as an unknown model.
     */
    async accepted(what: WithModel) {
      if (what === 'submit' && !target.job?.submit) return [await submission(session)];
      if (isSmokeDepth(run.depth)) {
        const last = await (what === 'text' ? textUse(session) : submission(session));
        const known = await knownTiers(session, what);
        const unknown = (await listedTiers(session)).filter((tier) => !known.includes(tier));
        const ofUnknown = () => tryEach(placesOf(what, [['prompt', unknown]]));
        return [...(await tryFurther('models that are said not to exist', ofUnknown)), last];
      }
      return tryEach(
        placesOf(
          what,
          forms.map((form) => [form, tiers]),
        ),
        true,
      );
    },
    /** Those of them, or the valid workflow, for which readings show whether they were charged. */
    async charged(what: AiOperation) {
      const { resolution, settlesWithin } = creditsOf(target);
      // As far as the run has come: other tasks use the AI meanwhile.
      const allIn = () => resolution !== undefined && settlesWithin !== undefined && !isCoarse(session);
      let unfinished: Unfinished | undefined;
      let unaccepted: Answer | undefined;
      const readIn = async (use: Send, again: Send | null): Promise<Answer[]> => {
        const first = await use();
        if (!isAccepted(first)) {
          unaccepted ??= first;
          return [];
        }
        // A cached response may cost nothing. In other words it is a new AI request.
        const last = first.charge?.seen || !allIn() ? first : await again?.();
        unfinished ??= last?.charge?.unfinished;
        if (!last || !isAccepted(last) || !isChargeKnown(last.charge, allIn())) return [];
        if (!last.charge?.seen) await rejectOverdue(session, what, last);
        return [last];
      };
      const each = (await eachUse(what)).map(
        // Nothing else may use the account until its charge is in: a late charge would be attributed to
        // another request.
        ([name, use, again]) =>
          [name, () => session.coordinator.withLock('API_KEY', () => readIn(use, again))] as const,
      );
      const readable = (await tryEach(each, true)).flat();
      if (readable.length > 0) return readable;
      if (unfinished) return endUndecided('not tested', whyUncharged(unfinished));
      if (unaccepted) {
        const received = observed(unaccepted);
        return endUndecided('not tested', { kind: 'not accepted', what: 'the AI request', received });
      }
      return endUndecided('not tested', { kind: 'unsettled', coarse: isCoarse(session) });
    },
    /** Pairs of AI requests for this tier and for pro, for each operation and form of input. */
    async prices(tier: Tier): Promise<Answer[][]> {
      const first = await pricePairs(session, tier);
      if (isSmokeDepth(run.depth)) return [first];
      const pairsOf = (at: WithModel, form: Form): NamedAct<Answer[]> => [
        `the price of ${placeOf[at]} with ${form}`,
        () => pricePairs(session, tier, at, form),
      ];
      const submitted = target.job?.submit ? forms.map((form) => pairsOf('submit', form)) : [];
      const places = [pairsOf('text', 'messages'), ...submitted];
      const others = await tryFurther('prices elsewhere', () => tryEach(places, true));
      return [first, ...others.filter((pairs) => pairs.every(({ charge }) => charge !== undefined))];
    },
    /** Valid chains in which each kind of block reads each kind that it may; at full depth, all of them. */
    async chains() {
      const workflow = partOf(target, 'workflow');
      const most = chainsAt(run.depth);
      const first = await validWorkflow(session);
      const chains = run.depth === 0 ? otherTypes(workflow) : coveringChains(workflow, most);
      const places = chains.map(
        (chain) => [typesIn(chain).join(' > '), () => workflowUse(session, chain)] as const,
      );
      return [first, ...(await tryFurther('other chains', () => tryEach(places, true)))];
    },
    /** A text request with these fields. A name in braces stands for a value: see `Stimuli`. */
    async withFields(sender: Sender, fields: Readonly<Record<string, string>>): Promise<Answer> {
      const values: Record<string, unknown> = {
        ...target,
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
      const request = requestWith(session, sender, 'text', filled);
      return ask(session, { ...request, parts: [...(request.parts ?? []), ...(built as Part[])] });
    },
    /** The chain with this fault, sent once for all checks of its rejection. */
    async faulty(flaw: Flaw, place: FaultPlace): Promise<RejectedUse> {
      const rejection = await faulty(flaw, place);
      await needsInput(rejection, flaw);
      return isRejectedFor(rejection.chain, rejection)
        ? rejection
        : withElsewhere(rejection, await everywhere(flaw));
    },
    /** A faulty chain for each pair of kinds of which the second does not accept the first. */
    async mismatches() {
      const pairs = countable('every two kinds that do not match', () =>
        mismatches(session).map((chain) => ({
          words: `${chain.connection.input} reads ${chain.connection.field}`,
          value: JSON.stringify(chain),
        })),
      );
      return workflows([pairs], invalidWorkflow, [pairs]);
    },
    /**
     * A faulty workflow with names in other alphabets, until one is accepted. The contract does not say how
     * they are rejected.
     */
    async otherAlphabets() {
      const workflow = partOf(target, 'workflow');
      const { blocks } = chainWith(session, 'later', 'late');
      return runProbes(session, {
        families: workflow.blockName ? [] : [otherNames(blocks)],
        billable: true,
        place: operationNames.workflow,
        expected: rejected,
        request: ({ value }) => ({
          sender: owner,
          operation: 'workflow',
          spec: workflow.submit(JSON.parse(value)),
        }),
      });
    },
    /** Workflows with faulty connections of this kind. */
    workflows: sampled,
    /** Those of them with one faulty connection. */
    async single(flaw: Flaw): Promise<RejectedUse[]> {
      const single = (await sampled(flaw)).filter(({ chain }) => !chain.several);
      const unnamed = single.find((rejection) => !isRejectedFor(rejection.chain, rejection));
      if (unnamed === undefined) return single;
      const tried = await tryOne(async () => {
        await needsInput(unnamed, flaw);
        return everywhere(flaw);
      });
      if ('value' in tried)
        return single.map((rejection) => withElsewhere(rejection, [...single, ...tried.value]));
      const named = single.filter((rejection) => isRejectedFor(rejection.chain, rejection));
      const { verdict, reason } = tried.why;
      if (named.length === 0) return endUndecided(verdict, reason);
      recordUntested(`${single.length - named.length} of ${single.length} workflows`, tried.why);
      return named;
    },
  };
});

/** The index of the block that reads at the faulty connection, and of that connection among all of the workflow. */
function placesIn({ chain: { blocks, connection } }: RejectedUse): number[] {
  const { consumer, input } = connection;
  return [
    blocks.findIndex(({ name }) => name === consumer),
    connectionsIn(blocks).findIndex((each) => each.consumer === consumer && each.input === input),
  ];
}

/**
 * A rejection with the message of another one: of the same fault at another block and another connection by
 * number, which names nothing known either. A target that names some connections in known words must name
 * all.
 */
function withElsewhere(rejection: RejectedUse, others: readonly RejectedUse[]): RejectedUse {
  const own = placesIn(rejection);
  const other = others.find(
    (each) =>
      isInvalidWorkflow(each) &&
      !isRejectedFor(each.chain, each) &&
      placesIn(each).every((place, index) => place !== own[index]),
  );
  return { ...rejection, elsewhere: other && errorOf(other).message };
}

/** The input at which a chain is faulty, as `write.prompt`. */
const inputOf = ({ sound, connection }: FaultyChain) =>
  `${sound.find(({ name }) => name === connection.consumer)?.type}.${connection.input}`;

const typesIn = (chain: readonly Block[]) => chain.map(({ type }) => type);

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

/** True if the workflow was rejected for this connection, and not for another one. */
function isRejectedFor(chain: FaultyChain, answer: Answer): boolean {
  if (!isInvalidWorkflow(answer)) return false;
  const { others, positions } = namesConnection({ chain }, false);
  const how = classifyMessage(errorOf(answer).message ?? '', chain.connection, others, positions);
  return how === 'names' || how === 'position';
}
