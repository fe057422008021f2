import { partOf } from '../client/described';
import { type CheckSession, tryEach } from '../client/evidence/recorder';
import { once } from '../client/once';
import { ownerOf } from '../client/senders';
import type { Answer } from '../judge/response/answer';
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
  return isCompared ? withElsewhere(session, rejection, flaw) : rejection;
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
      () => withElsewhere(session, rejection, flaw, single),
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
