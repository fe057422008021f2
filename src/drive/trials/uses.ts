import { isDeepStrictEqual } from 'node:util';
import type { AiOperation, WithModel } from '../../../spec/operations';
import { type Part, type PartName, partNames, parts, type TargetField } from '../../../spec/target-file';
import { type Answer, type Charge, errorOf, isServed, observed } from '../../judge/answer';
import { isBrief, isExhaustive } from '../../judge/draws';
import { type Expectation, failure, type Unfinished } from '../../judge/expectation';
import { whyUncharged } from '../../judge/guards/unfinished-work';
import { type Tier, tiers } from '../../judge/models';
import { isInvalidWorkflow } from '../../judge/parts';
import {
  type FaultPlace,
  type FaultyChain,
  type Flaw,
  faultyChain,
  type Workflow,
} from '../../probes/chains';
import { coveringChains, faultyChains, otherNames } from '../../probes/drawn-chains';
import { countable, type Family } from '../../probes/family';
import { reworded } from '../../probes/reworded';
import { type Actor, isRefusedFor } from '../actors';
import { partOf } from '../baselines';
import {
  inconclusive,
  needs,
  noteUntested,
  type Place,
  tryBeyond,
  tryPlace,
  tryPlaces,
} from '../case/recorder';
import { memoOf } from '../client/memo';
import { refuseOverdue } from '../credits/meter';
import { type Form, forms, hasRoles, LONG } from '../given';
import { type Asking, inputs, placeFor } from '../operations';
import { type Block, creditsOf, type TextFields } from '../target';
import { connectionsIn } from '../target-file/parts';
import { byType, type Common, jsonTypes, kindsOf, memberBy, placeOf, refused } from './common';
import { trial } from './trial';

/** The most sound chains beside those of the baselines. */
export const chainsAt = (depth: number) =>
  isBrief(depth) ? 0 : isExhaustive(depth) ? Number.POSITIVE_INFINITY : 2;

const OTHERWISE = ', in other words';

/** The answer to a faulty workflow. */
export interface RefusedUse extends Answer {
  chain: FaultyChain;
  /** The message of the same fault at another connection, where this one names nothing that is known. */
  elsewhere?: string | undefined;
}

/** Of AI requests: each kind, what it costs, sound chains and faulty ones. */
export function useTrials({ baseline, given, session, owner, as, bothAt }: Common) {
  const { target, run } = session;
  const faultyUses = memoOf<[Flaw, FaultPlace], RefusedUse>(session);
  const usesOfFields = memoOf<[words: string, fields: Readonly<Record<string, string>>], Answer>(session);
  /** What shows that the target reads workflows as we spell them was made with the answer: each case judges by it. */
  const proved = async (refusal: RefusedUse, flaw: Flaw) => {
    if (isRefusedFor(refusal.chain, refusal)) return;
    await baseline.meant(refusal.chain, refusal);
    if (isServed(refusal)) await needsInput(refusal, flaw);
  };
  const faulty = (flaw: Flaw, place: FaultPlace) =>
    faultyUses([flaw, place], async () => {
      const chain = given.faulty(flaw, place);
      return { ...(await owner().workflow(chain)), chain };
    });
  /** The same fault at each place where there can be one. */
  const everywhere = async (flaw: Flaw) => {
    const refusals: RefusedUse[] = [];
    for (const place of ['early', 'late'] as const)
      if (faultyChain(partOf(target, 'workflow'), flaw, place) !== null)
        refusals.push(await faulty(flaw, place));
    return refusals;
  };
  /** Whoever refuses the same elsewhere, and takes a block without this input, may know none of that name. */
  const needsInput = async (refusal: RefusedUse, flaw: Flaw) => {
    if (faultyChain(partOf(target, 'workflow'), flaw, 'early') === null) return;
    const elsewhere = await faulty(flaw, 'early');
    if (inputOf(elsewhere.chain) === inputOf(refusal.chain) || !isRefusedFor(elsewhere.chain, elsewhere))
      return;
    const { sound, connection } = refusal.chain;
    const without = sound.map((block) => {
      const { [connection.input]: _, ...inputs } = block.inputs;
      return block.name === connection.consumer ? { ...block, inputs } : block;
    });
    const part = `workflow.blockTypes (${inputOf(refusal.chain)})`;
    if (isServed(await baseline.twin(without, `without ${part}`)))
      inconclusive('blocked', { kind: 'unproved', part, received: observed(refusal) });
  };
  /** Accepted uses with these forms of the input, each for these tiers. */
  const placesOf = (what: WithModel, asked: [Form, readonly Tier[]][]) =>
    asked.flatMap(([form, tiers]) =>
      tiers.map(
        (tier) => [`${placeOf[what]}, ${form} for ${tier}`, () => baseline.kind(what, form, tier)] as const,
      ),
    );
  type Send = () => Promise<Answer>;
  /** Uses of each tier and form of the input, or the sound workflow; and the same in other words, where these can vary. */
  const eachUse = async (what: AiOperation): Promise<[name: string, Send, Send | null][]> => {
    if (what === 'workflow') {
      const chain = given.chain('short');
      const other = inOtherWords(chain, ` (${run.id})`);
      return [['a workflow', baseline.workflow, other && (() => baseline.twin(other, 'in other words'))]];
    }
    const at = what === 'submit' && !target.job?.submit ? 'text' : what;
    const tiers = await given.knownTiers(at);
    const kinds = kindsOf(tiers);
    const each = (isBrief(run.depth) ? kinds.filter((_, index) => index === tiers.length - 1) : kinds).map(
      ([form, tier]): [string, Send, Send | null] => [
        `${form} for ${tier}`,
        () => baseline.kind(at, form, tier),
        form === 'messages' && isDeepStrictEqual(reworded(target.messages, ' '), target.messages ?? null)
          ? null
          : () => baseline.kind(at, form, tier, OTHERWISE),
      ],
    );
    const cheapest = tiers.at(-1);
    if (what !== 'text' || cheapest === undefined) return each;
    const long = (words = '') => baseline.kind(at, 'prompt', cheapest, words + LONG);
    const system = (words?: string) => baseline.withSystemMessage(cheapest, words);
    return [
      ...each,
      ['a long prompt', () => long(), () => long(OTHERWISE)],
      ...(hasRoles(target.messages)
        ? [['a system message', () => system(), () => system(OTHERWISE)] as [string, Send, Send]]
        : []),
    ];
  };
  const workflows = (families: Family[], expected: Expectation, entire: Family[] = []) =>
    trial<RefusedUse>(session, {
      families,
      entire,
      spends: true,
      place: 'a workflow',
      expected,
      byBoth: bothAt('workflow'),
      async send({ value }, account) {
        const chain = JSON.parse(value) as FaultyChain;
        return { ...(await as(account, value).workflow(chain)), chain };
      },
    });
  /** For the doctor: sound chains with each type of block that the usual ones do not have. */
  const otherTypes = (workflow: Workflow) => {
    const sent = (['short', 'long'] as const).flatMap((which) => typesIn(given.chain(which)));
    const others = (chain: readonly Block[]) => typesIn(chain).filter((type) => !sent.includes(type));
    return coveringChains(workflow, Number.POSITIVE_INFINITY, others);
  };
  const drawn = (flaw: Flaw): Promise<RefusedUse[]> => {
    const families = faultyChains(() => partOf(target, 'workflow'), flaw, run.depth, run.seed);
    const open = flaw === 'self' || flaw === 'no-block';
    return workflows(families, open ? refused : failure(400, 'invalid_workflow'));
  };
  return {
    /** A AI request by somebody, for each tier and with each form of the input. */
    async kinds(actor: Actor, asking: Asking, expected: Expectation) {
      const input = inputs.find((each) => each === asking);
      if (input === undefined) return [await asking.ask(actor, given)];
      const kinds = countable('a kind of use', (planned) => (planned || 'any').split(' ').map(byType));
      return trial(session, {
        ...placeFor(asking),
        families: [kinds],
        expected,
        of: async () => (await given.plannedTiers(actor, input.operation, input.form)).join(' '),
        send: async ({ value }) =>
          asking.ask(
            actor.accepting(memberBy(jsonTypes, `${asking.place} ${value}`)),
            given,
            tiers.find((tier) => tier === value),
          ),
      });
    },
    /**
     * An accepted AI request for each tier and form of the input; in pull requests, the one that all build on, behind
     * those that were said to be for no model.
     */
    async served(what: WithModel) {
      if (what === 'submit' && !target.job?.submit) return [await baseline.submission()];
      if (isBrief(run.depth)) {
        const last = await (what === 'text' ? baseline.text() : baseline.submission());
        const known = await given.knownTiers(what);
        const unknown = (await given.tiers()).filter((tier) => !known.includes(tier));
        const ofUnknown = () => tryPlaces(placesOf(what, [['prompt', unknown]]));
        return [...(await tryBeyond('models that are said not to exist', ofUnknown)), last];
      }
      return tryPlaces(
        placesOf(
          what,
          forms.map((form) => [form, tiers]),
        ),
        true,
      );
    },
    /** Those of them, or the sound workflow, of which readings tell whether they were charged. */
    async charged(what: AiOperation) {
      const { resolution, settlesWithin } = creditsOf(target);
      // As far as the run has come by then: others use the AI meanwhile.
      const allIn = () => resolution !== undefined && settlesWithin !== undefined && !baseline.isCoarse();
      let unfinished: Unfinished | undefined;
      let unserved: Answer | undefined;
      const readIn = async (use: Send, again: Send | null): Promise<Answer[]> => {
        const first = await use();
        if (!isServed(first)) {
          unserved ??= first;
          return [];
        }
        // What a target kept from before may cost nothing: in other words it is another AI request.
        const last = first.charge?.seen || !allIn() ? first : await again?.();
        unfinished ??= last?.charge?.unfinished;
        if (!last || !isServed(last) || !tells(last.charge, allIn())) return [];
        if (!last.charge?.seen) await refuseOverdue(session, what, last);
        return [last];
      };
      const each = (await eachUse(what)).map(
        // Nobody else uses the account until its charge is in: what comes late would be taken for another's.
        ([name, use, again]) =>
          [name, () => session.coordinator.withLock('API_KEY', () => readIn(use, again))] as const,
      );
      const readable = (await tryPlaces(each, true)).flat();
      if (readable.length > 0) return readable;
      if (unfinished) return inconclusive('not tested', whyUncharged(unfinished));
      if (unserved) {
        const received = observed(unserved);
        return inconclusive('not tested', { kind: 'not served', what: 'the AI request', received });
      }
      return inconclusive('not tested', { kind: 'unsettled', coarse: baseline.isCoarse() });
    },
    /** Pairs of uses for this tier and for pro, for each operation and form of the input. */
    async prices(tier: Tier): Promise<Answer[][]> {
      const first = await baseline.pricePairs(tier);
      if (isBrief(run.depth)) return [first];
      const pairsOf = (at: WithModel, form: Form): Place<Answer[]> => [
        `the price of ${placeOf[at]} with ${form}`,
        () => baseline.pricePairs(tier, at, form),
      ];
      const submitted = target.job?.submit ? forms.map((form) => pairsOf('submit', form)) : [];
      const places = [pairsOf('text', 'messages'), ...submitted];
      const others = await tryBeyond('prices elsewhere', () => tryPlaces(places, true));
      return [first, ...others.filter((pairs) => pairs.every(({ charge }) => charge !== undefined))];
    },
    /** Sound chains in which each kind of block reads each that it may: in a long night, all of them. */
    async chains() {
      const workflow = partOf(target, 'workflow');
      const most = chainsAt(run.depth);
      const first = await baseline.workflow();
      const chains = run.depth === 0 ? otherTypes(workflow) : coveringChains(workflow, most);
      const places = chains.map((chain) => [typesIn(chain).join(' > '), () => baseline.twin(chain)] as const);
      return [first, ...(await tryBeyond('other chains', () => tryPlaces(places, true)))];
    },
    /** A text request with these fields, in which a name in braces stands for what has it: see `Stimuli`. */
    async withFields(actor: Actor, fields: Readonly<Record<string, string>>): Promise<Answer> {
      const values: Record<string, unknown> = {
        ...target,
        ...(await given.fields('text', 'messages')),
        ...(await given.fields('text', 'prompt')),
        megabyte: 'x'.repeat(1_100_000),
      };
      const filled: TextFields = {};
      const built: PartName[] = [];
      for (const [field, text] of Object.entries(fields)) {
        const name = /^\{(\w+)\}$/.exec(text)?.[1];
        filled[field] = name === undefined ? text : (values[name] ?? needs(name as TargetField));
        if (name !== undefined) built.push(...partNames.filter((part) => parts[part].field === name));
      }
      return usesOfFields([actor.words, fields], () => actor.text(filled, built as Part[]));
    },
    /** The chain with this fault, sent once for all that is asked of its refusal. */
    async faulty(flaw: Flaw, place: FaultPlace): Promise<RefusedUse> {
      const refusal = await faulty(flaw, place);
      await proved(refusal, flaw);
      return isRefusedFor(refusal.chain, refusal) ? refusal : withElsewhere(refusal, await everywhere(flaw));
    },
    /** A faulty chain for each pair of kinds of which the second does not accept the first. */
    async mismatches() {
      const pairs = countable('kinds that do not match', () =>
        given.mismatches().map((chain) => ({
          words: `${chain.connection.input} reads ${chain.connection.field}`,
          value: JSON.stringify(chain),
        })),
      );
      return workflows([pairs], failure(400, 'invalid_workflow'), [pairs]);
    },
    /** A faulty workflow with names in other alphabets, until one is served: what they are answered is open. */
    async otherAlphabets() {
      const workflow = partOf(target, 'workflow');
      const { blocks } = given.faulty('later', 'late');
      return trial(session, {
        families: workflow.blockName ? [] : [otherNames(blocks)],
        spends: true,
        place: 'a workflow',
        expected: refused,
        send: ({ value }) => owner().bytes('workflow', workflow.submit(JSON.parse(value))),
      });
    },
    /** Workflows with connections that are wrong in this way. */
    workflows: drawn,
    /** Those of them that have one such connection. */
    async single(flaw: Flaw): Promise<RefusedUse[]> {
      const single = (await drawn(flaw)).filter(({ chain }) => !chain.several);
      const unnamed = single.find((refusal) => !isRefusedFor(refusal.chain, refusal));
      if (unnamed === undefined) return single;
      const tried = await tryPlace(async () => {
        await proved(unnamed, flaw);
        return everywhere(flaw);
      });
      if ('value' in tried)
        return single.map((refusal) => withElsewhere(refusal, [...single, ...tried.value]));
      const named = single.filter((refusal) => isRefusedFor(refusal.chain, refusal));
      const { verdict, reason } = tried.why;
      if (named.length === 0) return inconclusive(verdict, reason);
      noteUntested(`${single.length - named.length} of ${single.length} workflows`, tried.why);
      return named;
    },
  };
}

/** The place of the block that reads at the faulty connection, and of that connection among all of the workflow. */
function placesIn({ chain: { blocks, connection } }: RefusedUse): number[] {
  const { consumer, input } = connection;
  return [
    blocks.findIndex(({ name }) => name === consumer),
    connectionsIn(blocks).findIndex((each) => each.consumer === consumer && each.input === input),
  ];
}

/**
 * A refusal with the message of another of the same fault, at another block and another connection by number, which names
 * nothing that is known either: whoever names some connections in known words is held to them.
 */
function withElsewhere(refusal: RefusedUse, others: readonly RefusedUse[]): RefusedUse {
  const own = placesIn(refusal);
  const other = others.find(
    (each) =>
      isInvalidWorkflow(each) &&
      !isRefusedFor(each.chain, each) &&
      placesIn(each).every((place, index) => place !== own[index]),
  );
  return { ...refusal, elsewhere: other && errorOf(other).message };
}

/** The input at which a chain is faulty, as `write.prompt`. */
const inputOf = ({ sound, connection }: FaultyChain) =>
  `${sound.find(({ name }) => name === connection.consumer)?.type}.${connection.input}`;

const typesIn = (chain: readonly Block[]) => chain.map(({ type }) => type);

/** Whether it was charged is known: it was seen, or it would have been. */
const tells = (charge: Charge | undefined, allIn: boolean) =>
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
