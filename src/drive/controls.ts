import { type AiOperation, isPlainRead, knownIds, ofPlainReads, pathTo, usesAi } from '../../spec/operations';
import type { Operation, Undecided } from '../judge/data/evidence';
import { takesNoMessages } from '../judge/guards/job-with-messages';
import { type Answer, errorOf, failsWith, isAccepted, observed } from '../judge/response/answer';
import { acceptedUnlessTooLong } from '../judge/response/requirements';
import { evaluate } from '../judge/verdict/evaluate';
import { type FaultyChain, faultAlone, faultyChain } from '../probes/chains';
import { freshId } from '../probes/ids';
import { ping } from './account-checks';
import { sendRequest } from './client/client';
import { oncePerRun } from './client/once-per-run';
import type { Sending } from './client/send';
import { nobody, ownerOf, type Sender } from './client/senders';
import { currentEvidence, endUndecided, tryOne } from './evidence/recorder';
import { jobPath } from './http/url';
import type { Preconditions } from './preconditions';
import { notAccepted, partOf, type ReferenceRequests } from './reference-requests';
import { together } from './run/parallel';
import type { Session } from './run/session';
import { between, workflowParts } from './target-file/parts';
import { receivedOf } from './target-file/read';
import type { RequestSpec, TextFields } from './target-file/target';

/** Describes a request whose reference request is needed: its number of blocks and its fields. */
export interface RequestForm {
  blocks?: number;
  fields?: TextFields;
}

const onlyMessages = (fields: TextFields) => 'messages' in fields && !('prompt' in fields);

/**
 * The reference requests of the run, and further requests that show what a response proves. These are sent
 * only when they are needed.
 */
export type Controls = ReturnType<typeof controlsOf>;

export function controlsOf(session: Session, preconditions: Preconditions, references: ReferenceRequests) {
  const { target } = session;
  const owner = ownerOf(session);
  const chargeOf = (use: Answer) => session.facts.of(use).charged;
  const send = (operation: Operation, spec: RequestSpec) =>
    sendRequest(session, owner, operation, spec, { preparation: true });
  /** Sends a request that must be rejected, to see how the target reads it. */
  const sendFaulty = (operation: Operation, spec: RequestSpec, what: Pick<Sending, 'parts' | 'faulty'>) =>
    sendRequest(session, owner, operation, spec, {
      ...what,
      preparation: true,
      control: () => controls.resendReference(operation),
    });
  const uses = oncePerRun<[AiOperation, Sender['account']], Answer>(session);
  const anonymous = oncePerRun<Operation, Answer>(session);
  const faultyChains = oncePerRun<null, Answer[]>(session);
  /** By the block types of the faulty connection. */
  const faults = oncePerRun<string, Answer>(session);
  const unknownRuns = oncePerRun<null, Answer>(session);
  const pings = oncePerRun<Sender['account'], Answer>(session);
  const controls = {
    ...references,
    /** The measured cost of such a request for API_KEY; undefined if it was not measured. */
    async costOf(operation: Operation, { blocks, fields }: RequestForm): Promise<number | undefined> {
      if (operation === 'submit' || operation === 'workflow') {
        const use = await (operation === 'submit' ? references.submission() : references.workflow(blocks));
        // A request without a measured charge costs about as much as a text request.
        return chargeOf(use) || (target.text && chargeOf(await references.text()));
      }
      for (const tier of await preconditions.tiers())
        if (fields?.model === (await preconditions.modelOf(tier)))
          return chargeOf(await references.tier(tier));
      return undefined;
    },
    /** The lookup of the own job. Blocks the check if it is not found: the address may be wrong then. */
    async jobAddress(): Promise<Answer> {
      const answer = await references.job();
      if (failsWith(answer, 404, 'not_found')) notAccepted("the owner's own lookup", answer);
      return answer;
    },
    /** The lookup by this sender of the job of API_KEY. */
    async ownJobBy(sender: Sender): Promise<Answer> {
      const path = jobPath(await preconditions.id('job'));
      return sendRequest(session, sender, 'job', { path }, { preparation: true });
    },
    /** The response to a valid AI request of this account at another operation; null if the target has none. */
    async atAnotherOperation(sender: Sender, operation?: Operation): Promise<Answer | null> {
      const { text, workflow } = target;
      const other =
        text && operation !== 'text' ? 'text' : workflow && operation !== 'workflow' ? 'workflow' : null;
      return other && controls.acceptedBy(sender, other);
    },
    /** The response to a valid request of this operation by another account. */
    async acceptedBy(sender: Sender, operation: AiOperation): Promise<Answer> {
      const spec = await preconditions.sound(operation);
      const ask = () => sendRequest(session, sender, operation, spec, { preparation: true });
      return uses([operation, sender.account], ask);
    },

    /** Sends requests with the key and without one, which show whether responses of this target prove anything. */
    async sendWithAndWithoutKey(): Promise<void> {
      const accepted = async () => {
        if (!isAccepted(await references.models())) await references.credits();
      };
      const rejected = async () => {
        const reasons: Undecided[] = [];
        for (const operation of knownIds) {
          const path = pathTo(operation, freshId());
          const control = () => controls.resendReference(operation);
          const ask = () => sendRequest(session, nobody, operation, { path }, { preparation: true, control });
          const tried = await tryOne(() => anonymous(operation, ask));
          if ('why' in tried) reasons.push(tried.why);
          else if (tried.value.status >= 400 && tried.value.status < 500) return;
        }
        if (reasons[0]) endUndecided(reasons[0].verdict, reasons[0].reason);
      };
      await together([accepted, rejected]);
    },
    /**
     * Blocks the check unless the reference request of this operation is accepted: for a workflow, with as
     * many blocks; for a text request with messages only, with messages.
     */
    async control(operation: Operation, { blocks, fields = {} }: RequestForm = {}): Promise<void> {
      const ofMessages = onlyMessages(fields);
      const accepted: Record<Operation, () => Promise<Answer>> = {
        ...ofPlainReads((id) => () => references.read(id)),
        // For lookups and unknown addresses: a read that every target has.
        job: references.models,
        other: references.models,
        text: ofMessages ? references.messages : references.text,
        async submit() {
          // Text requests and jobs have the same form of messages, and text requests show whether it is
          // right.
          if (ofMessages && target.text) await references.messages();
          return references.submission();
        },
        workflow: () => references.workflow(blocks),
        run: target.workflow ? references.run : references.models,
      };
      const answer = await accepted[operation]();
      if (isAccepted(answer)) return;
      const { exchanges, context } = currentEvidence();
      const expected =
        blocks === undefined || blocks === 2 ? { kind: 'success' as const } : acceptedUnlessTooLong;
      const instead = evaluate(expected, [answer], exchanges, context).inconclusive;
      if (instead !== undefined) endUndecided(instead.verdict, instead.reason);
      const length = blocks === undefined ? '' : ` of ${blocks} blocks`;
      notAccepted(`the accepted ${operation} request${length}`, answer);
    },
    /** Blocks the check if API_KEY's own request with this input is rejected in the same way. */
    async blockIfReferenceIsRejected(
      answer: Answer,
      { account }: Sender,
      fields: TextFields = {},
    ): Promise<void> {
      const { code } = errorOf(answer);
      if (isAccepted(answer) || code === undefined) return;
      const { operation } = answer.exchange;
      const isTheSame = (sound: Answer) =>
        !isAccepted(sound) && failsWith(answer, sound.status, errorOf(sound).code ?? '');
      if (operation === 'text' && 'prompt' in fields) {
        const sound = await references.prompt();
        if (isTheSame(sound)) notAccepted('the accepted text request with a prompt', sound);
      }
      if (operation !== 'submit' || !onlyMessages(fields) || code !== 'invalid_request') return;
      // The contract does not say that jobs take messages. This is tested only if it may explain why another
      // account or model is rejected.
      if (account === 'API_KEY' && (await preconditions.listed()).some((id) => id === fields.model)) return;
      const tier = await references.preparedTier('submit');
      const sound = tier && (await references.kind('submit', 'messages', tier));
      if (!sound || !isTheSame(sound)) return;
      const { verdict, reason } = takesNoMessages(sound);
      endUndecided(verdict, reason);
    },
    /**
     * Sends faulty chains until one is rejected as invalid_workflow: then the target reads references as the
     * target file writes them.
     */
    async requireReadReferences(): Promise<void> {
      const workflow = partOf(target, 'workflow');
      const tried = async () => {
        const answers: Answer[] = [];
        for (const flaw of ['missing-field', 'later', 'no-block', 'self', 'mismatched-kind'] as const) {
          const faulty = faultyChain(workflow, flaw, 'early');
          if (faulty === null) continue;
          const { blocks, connection } = faulty;
          const parts = workflowParts(blocks, connection);
          const answer = await sendFaulty('workflow', workflow.submit(blocks), { parts });
          answers.push(answer);
          if (errorOf(answer).code === 'invalid_workflow') break;
        }
        return answers;
      };
      await faultyChains(null, tried);
    },
    /**
     * Sends what shows whether the target read a faulty chain as intended, if it was not rejected for its
     * fault.
     */
    async sendProofOfReading(chain: FaultyChain, answer: Answer): Promise<void> {
      // The rejection of some fault shows that references are read as intended; the valid twin shows the
      // rest.
      await controls.requireReadReferences();
      await references.twin(chain.sound);
      if (isAccepted(answer)) await controls.sendFaultAlone(chain);
    },
    /**
     * Sends a fault that depends on a declaration of the target file without the other blocks. A rejection
     * shows that the declaration is right.
     */
    async sendFaultAlone(chain: FaultyChain): Promise<void> {
      const { restsOn, several } = chain;
      if (restsOn === undefined || several) return;
      const workflow = partOf(target, 'workflow');
      const alone = faultAlone(workflow, chain);
      if (alone === null) return;
      const { blocks, connection } = alone;
      const types = between(blocks, connection);
      const parts = [...workflowParts(blocks, connection), restsOn];
      const faulty = { ...connection, types };
      const ask = () => sendFaulty('workflow', workflow.submit(blocks), { parts, faulty });
      await faults(types, ask);
    },
    /**
     * The lookup of an unknown run. A rejection shows that the target reads the id where the target file puts
     * it.
     */
    async unknownRun(): Promise<void> {
      const ask = async () => {
        const look = partOf(target, 'run');
        const spec = look(freshId(await preconditions.id('run')), receivedOf(await references.workflow()));
        return sendFaulty('run', spec, { parts: ['run'] });
      };
      await unknownRuns(null, ask);
    },
    /**
     * Sends the reference request of this operation again, for this model if it is listed. It shows whether a
     * disturbance is due to the request, or to the target or account.
     */
    async resendReference(operation: Operation, model?: unknown): Promise<Answer> {
      if (!usesAi(operation))
        return send(operation, { path: pathTo(isPlainRead(operation) ? operation : 'models') });
      const isListed = operation !== 'workflow' && (await preconditions.listed()).some((id) => id === model);
      return send(operation, await preconditions.sound(operation, isListed ? { model } : {}));
    },
    /**
     * The response to GET /v1/models for another account; null for a sender without one. Blocks the check if
     * the key is not recognised.
     */
    async requireRecognisedKey(sender: Sender): Promise<Answer | null> {
      if (sender.account === null || sender.account === 'API_KEY') return null;
      const answer = await pings(sender.account, () => ping(session, sender));
      if (answer.status === 401) {
        const { account: variable } = sender;
        endUndecided('blocked', { kind: 'unrecognised', variable, received: observed(answer) });
      }
      return answer;
    },
  };
  return controls;
}
