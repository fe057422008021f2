import { operationNames } from '../../../spec/operations';
import { type Expectation, rejectedWith } from '../../judge/data/expectation';
import { type Answer, isAccepted, observed } from '../../judge/response/answer';
import { isNamed } from '../../judge/response/message-naming';
import { isInvalidWorkflow } from '../../judge/response/parts';
import { otherNames } from '../../probes/block-names';
import { chainsWithOtherTypes, variedChains } from '../../probes/chains';
import type { Family } from '../../probes/family';
import {
  type FaultPlace,
  type FaultyChain,
  type Flaw,
  faultElsewhere,
  faultyChains,
  isElsewhere,
} from '../../probes/faulty-chains';
import { ask } from '../ask/ask';
import { once } from '../client/once';
import { ownerOf } from '../client/senders';
import { type CheckSession, endUnjudged, tryEach, tryFurther } from '../evidence/recorder';
import { submission } from '../named/uses';
import {
  chainsOfRun,
  chainWith,
  faultyChainIn,
  faultySubmissionOf,
  furtherChains,
  mismatches,
  validChain,
  workflow as validWorkflow,
  workflowUse,
} from '../named/workflows';
import { runProbes } from '../probes/run-probes';
import { partOf } from '../target-file/described';
import type { Block } from '../target-file/target';
import { always, expectedOf, type StimulusFunctions, varied } from './common';
import { acceptedUses } from './uses';

/** The chains among which those for the doctor are chosen. */
const CHAINS = 12;

/** Shared by checks of the rejection and of its message. */
const expectedFor = (flaw: Flaw): Expectation =>
  flaw === 'self' || flaw === 'no-block' ? { kind: 'rejection' } : rejectedWith(400, 'invalid_workflow');

/** The response to a faulty workflow. */
export interface RejectedUse extends Answer {
  chain: FaultyChain;
  /** The rejection of the same fault at another connection. */
  elsewhere?: RejectedUse | undefined;
}

const withChain = (session: CheckSession, answer: Answer): RejectedUse => {
  const chain = session.requests.get(answer.exchange.id)?.chain as FaultyChain;
  return { ...answer, chain };
};
const faulty = async (session: CheckSession, flaw: Flaw, place: FaultPlace) => {
  const request = faultySubmissionOf(session, ownerOf(session), chainWith(session, flaw, place));
  return withChain(session, await ask(session, request));
};

/**
 * A target that gives the same rejection elsewhere, and accepts a block without this input, may not know
 * the name at all.
 */
const needsInput = async (session: CheckSession, rejection: RejectedUse, flaw: Flaw) => {
  if (!isAccepted(rejection)) return;
  if (faultyChainIn(session, flaw, 'early') === null) return;
  const elsewhere = await faulty(session, flaw, 'early');
  if (inputOf(elsewhere.chain) === inputOf(rejection.chain) || !isRejectedFor(elsewhere.chain, elsewhere))
    return;
  const { sound, connection } = rejection.chain;
  const without = sound.map((block) => {
    const { [connection.input]: _, ...inputs } = block.inputs;
    return block.name === connection.consumer ? { ...block, inputs } : block;
  });
  const part = `workflow.blockTypes (${inputOf(rejection.chain)})`;
  if (isAccepted(await workflowUse(session, without)))
    endUnjudged('blocked', { kind: 'unverified', part, received: observed(rejection) });
};
const probed = (session: CheckSession, families: Family[], expected: Expectation) =>
  runProbes(
    session,
    { families, isMain: true, billable: true, place: operationNames.workflow },
    {
      expected,
      bySecondAccount: true,
      request: (session, { value }, sender) =>
        faultySubmissionOf(session, varied(sender, value), JSON.parse(value)),
    },
  );
/** For the doctor: valid chains with each block type that the usual chains do not have. */
const otherTypes = (session: CheckSession) => {
  const sent = (['short', 'long'] as const).flatMap((which) => typesIn(validChain(session, which)));
  return chainsWithOtherTypes(variedChains(partOf(session.target, 'workflow'), CHAINS), sent);
};
const allWith = async (session: CheckSession, flaw: Flaw): Promise<RejectedUse[]> => {
  const from = { workflow: partOf(session.target, 'workflow'), chains: chainsOfRun(session) };
  const families = faultyChains(from, flaw);
  const answers = await probed(session, families, expectedFor(flaw));
  return answers.map((answer) => withChain(session, answer));
};
/** Those with one faulty connection. */
const withOneFault = async (session: CheckSession, flaw: Flaw): Promise<RejectedUse[]> => {
  const single = (await allWith(session, flaw)).filter(({ chain }) => !chain.several);
  const compared = async (rejection: RejectedUse) => {
    await needsInput(session, rejection, flaw);
    return withElsewhere(session, rejection, flaw, single);
  };
  const all = await tryEach(
    session,
    single.map((rejection) => [inputOf(rejection.chain), () => compared(rejection)]),
  );
  // A message that cannot be compared shows nothing beside those that can.
  const judged = all.filter((each) => each.elsewhere || !isInvalidWorkflow(each));
  return judged.length > 0 ? judged : all;
};
const chains = async (session: CheckSession) => {
  const first = await validWorkflow(session);
  const chains = session.setup.depth === 0 ? otherTypes(session) : furtherChains(session);
  const places = chains.map(
    (chain) => [typesIn(chain).join(' > '), () => workflowUse(session, chain)] as const,
  );
  return [first, ...(await tryFurther(session, 'other chains', () => tryEach(session, places, true)))];
};
/** Valid chains and faulty ones. */
export const workflowStimuli = {
  async eachSubmission(session, { at }) {
    if (at !== 'run') return [await submission(session), ...(await acceptedUses(session, 'submit'))];
    const first = await validWorkflow(session);
    const others = [await validWorkflow(session, 'long'), await validWorkflow(session, 'skipping')];
    return [first, ...others, ...(await chains(session))];
  },
  chain: (session, _, which) => (which === 'further' ? chains(session) : validWorkflow(session, which)),
  /** Sent once for all checks of its rejection. */
  async fault(session, _, { flaw, place, compared }) {
    const rejection = await faulty(session, flaw, place);
    await needsInput(session, rejection, flaw);
    return compared ? withElsewhere(session, rejection, flaw) : rejection;
  },
  faults: (session, _, { flaw, single }) => (single ? withOneFault(session, flaw) : allWith(session, flaw)),
  async mismatches(session, check) {
    const pairs = always('every two kinds that do not match', () =>
      mismatches(session).map((chain) => ({
        words: `${chain.connection.input} reads ${chain.connection.field}`,
        value: JSON.stringify(chain),
      })),
    );
    return probed(session, [pairs], expectedOf(check));
  },
  /** Until one is accepted. The contract does not say how they are rejected. */
  async otherAlphabets(session, check) {
    const workflow = partOf(session.target, 'workflow');
    const { blocks } = chainWith(session, 'later', 'late');
    const families = workflow.blockName ? [] : [otherNames(blocks)];
    return runProbes(
      session,
      { families, billable: true, place: operationNames.workflow },
      {
        expected: expectedOf(check),
        request: (session, { value }) => ({
          sender: ownerOf(session),
          operation: 'workflow',
          spec: workflow.submit(JSON.parse(value)),
        }),
      },
    );
  },
} satisfies Partial<StimulusFunctions>;

/** A rejection with that of the same fault at another connection, if there is one. */
async function withElsewhere(
  session: CheckSession,
  rejection: RejectedUse,
  flaw: Flaw,
  others: readonly RejectedUse[] = [],
): Promise<RejectedUse> {
  if (!isInvalidWorkflow(rejection)) return rejection;
  const sent = others.find(
    (other) =>
      isInvalidWorkflow(other) &&
      isElsewhere(other.chain, rejection.chain) &&
      JSON.stringify(other.chain.sound) === JSON.stringify(rejection.chain.sound),
  );
  if (sent) return { ...rejection, elsewhere: sent };
  const chain = faultElsewhere(partOf(session.target, 'workflow'), rejection.chain, flaw);
  if (chain === null) return rejection;
  const other = await once(session, ['fault elsewhere', rejection.chain], async (session) =>
    ask(session, faultySubmissionOf(session, ownerOf(session), chain)),
  );
  return isInvalidWorkflow(other) ? { ...rejection, elsewhere: withChain(session, other) } : rejection;
}

/** The input at which a chain is faulty, as `write.prompt`. */
const inputOf = ({ sound, connection }: FaultyChain) =>
  `${sound.find(({ name }) => name === connection.consumer)?.type}.${connection.input}`;

const typesIn = (chain: readonly Block[]) => chain.map(({ type }) => type);

/** True if the workflow was rejected for this connection, and not for another one. */
function isRejectedFor(chain: FaultyChain, answer: Answer): boolean {
  return isInvalidWorkflow(answer) && isNamed({ ...answer, chain });
}
