import { once } from '../drive/client/once';
import { ownerOf } from '../drive/client/senders';
import { type CheckSession, endUnjudged, tryEach } from '../drive/evidence/recorder';
import { partOf } from '../drive/target-file/described';
import { type Answer, isAccepted, observed } from '../judge/response/answer';
import { isNamed } from '../judge/response/message-naming';
import { isInvalidWorkflow } from '../judge/response/parts';
import {
  type FaultPlace,
  type FaultyChain,
  type Flaw,
  faultElsewhere,
  isElsewhere,
} from '../probes/faulty-chains';
import type { ResolvedCheck } from '../stimuli/plan';
import { faultsAnywhere } from '../stimuli/workflows';
import { chainWith } from '../world/chains';
import { chainOf, chainsIn, faultyRequest } from '../world/requests';
import { workflowUse } from '../world/uses';
import { ask } from './ask';
import { sendProbes } from './send-probes';

/** The response to a faulty workflow. */
export interface RejectedUse extends Answer {
  chain: FaultyChain;
  /** The rejection of the same fault at another connection. */
  elsewhere?: RejectedUse | undefined;
}

/** The input at which a chain is faulty, as `write.prompt`. */
const inputOf = ({ sound, connection }: FaultyChain) =>
  `${sound.find(({ name }) => name === connection.consumer)?.type}.${connection.input}`;

const withChain = (session: CheckSession, answer: Answer): RejectedUse => {
  const chain = session.requests.get(answer.exchange.id)?.chain as FaultyChain;
  return { ...answer, chain };
};

const send = async (session: CheckSession, chain: FaultyChain) =>
  withChain(session, await ask(session, faultyRequest(session, ownerOf(session), chain)));

/** A chain with this fault. Sent once for all checks of its rejection. */
export async function faulty(
  session: CheckSession,
  flaw: Flaw,
  place: FaultPlace,
  isCompared = false,
): Promise<RejectedUse> {
  const rejection = await send(session, chainWith(chainsIn(session), flaw, place));
  await needsInput(session, rejection, flaw);
  return isCompared ? withElsewhere(session, rejection, flaw) : rejection;
}

/**
 * A target that gives the same rejection elsewhere, and accepts a block without this input, may not know
 * the name at all.
 */
async function needsInput(session: CheckSession, rejection: RejectedUse, flaw: Flaw): Promise<void> {
  const early = chainsIn(session).faulty.get(`${flaw} early`);
  if (!isAccepted(rejection) || !early) return;
  const elsewhere = await send(session, early);
  const isRejectedForIt = isInvalidWorkflow(elsewhere) && isNamed(elsewhere);
  if (inputOf(elsewhere.chain) === inputOf(rejection.chain) || !isRejectedForIt) return;
  const { sound, connection } = rejection.chain;
  const without = sound.map((block) => {
    const { [connection.input]: _, ...inputs } = block.inputs;
    return block.name === connection.consumer ? { ...block, inputs } : block;
  });
  const part = `workflow.blockTypes (${inputOf(rejection.chain)})`;
  if (isAccepted(await workflowUse(session, without)))
    endUnjudged('blocked', { kind: 'unverified', part, received: observed(rejection) });
}

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
  const other = await once(session, ['fault elsewhere', rejection.chain], (session) => send(session, chain));
  return isInvalidWorkflow(other) ? { ...rejection, elsewhere: other } : rejection;
}

/** Chains with this fault at any position; `isSingle`: those with one fault, each with one to compare with. */
export async function faultyAnywhere(
  session: CheckSession,
  check: ResolvedCheck,
  flaw: Flaw,
  isSingle = false,
): Promise<RejectedUse[]> {
  const answers = await once(session, ['faults', flaw], (session) =>
    sendProbes(session, faultsAnywhere(session, check, flaw)),
  );
  const all = answers.map((answer) => withChain(session, answer));
  if (!isSingle) return all;
  const single = all.filter(({ chain }) => !chain.several);
  const compared = await tryEach(
    session,
    single.map((rejection) => [
      inputOf(rejection.chain),
      async () => {
        await needsInput(session, rejection, flaw);
        return withElsewhere(session, rejection, flaw, single);
      },
    ]),
  );
  // A message that cannot be compared shows nothing beside those that can.
  const judged = compared.filter((each) => each.elsewhere || !isInvalidWorkflow(each));
  return judged.length > 0 ? judged : compared;
}

/** The valid workflow of two blocks, and further ones with DEPTH=3 or for the doctor. */
export async function furtherWorkflows(session: CheckSession): Promise<Answer[]> {
  const first = await workflowUse(session, chainOf(session, 'short'));
  const places = chainsIn(session).further.map((chain) => {
    const types = chain.map(({ type }) => type).join(' > ');
    return [types, () => workflowUse(session, chain)] as const;
  });
  return [first, ...(await tryEach(session, places, true))];
}
