import { type AiOperation, isPlainRead, knownIds, ofPlainReads, pathTo, usesAi } from '../../spec/operations';
import { type Answer, errorOf, failsWith, isAccepted, observed } from '../judge/answer';
import { evaluate } from '../judge/evaluate';
import type { Inconclusive, Operation } from '../judge/evidence';
import { takesNoMessages } from '../judge/guards/messages-of-a-job';
import { acceptedUnlessTooLong } from '../judge/requirements';
import { type FaultyChain, faultAlone, faultyChain } from '../probes/chains';
import { freshId } from '../probes/ids';
import { ping } from './account-checks';
import { sendRequest } from './client/client';
import { oncePerRun } from './client/once-per-run';
import type { Sending } from './client/send';
import { nobody, ownerOf, type Sender } from './client/senders';
import { currentEvidence, inconclusive, tryPlace } from './evidence/recorder';
import { jobPath } from './http/url';
import type { Preconditions } from './preconditions';
import { notAccepted, partOf, type ReferenceRequests } from './reference-requests';
import { together } from './run/parallel';
import type { Session } from './run/session';
import type { RequestSpec, TextFields } from './target';
import { between, workflowParts } from './target-file/parts';
import { receivedOf } from './target-file/read';

/** What a request is like: of so many blocks, with these fields. */
export interface Like {
  blocks?: number;
  fields?: TextFields;
}

const onlyMessages = (fields: TextFields) => 'messages' in fields && !('prompt' in fields);

/** The baselines, and what else is sent to learn what an answer proves: only where one asks for it. */
export type Controls = ReturnType<typeof controlsOf>;

export function controlsOf(session: Session, preconditions: Preconditions, references: ReferenceRequests) {
  const { target } = session;
  const owner = ownerOf(session);
  const chargeOf = (use: Answer) => session.facts.of(use).charged;
  const send = (operation: Operation, spec: RequestSpec) =>
    sendRequest(session, owner, operation, spec, { preparation: true });
  /** What is to be refused, and shows how the target reads such a request. */
  const sendFaulty = (operation: Operation, spec: RequestSpec, what: Pick<Sending, 'parts' | 'faulty'>) =>
    sendRequest(session, owner, operation, spec, {
      ...what,
      preparation: true,
      control: () => controls.again(operation),
    });
  const uses = oncePerRun<[AiOperation, Sender['account']], Answer>(session);
  const anonymous = oncePerRun<Operation, Answer>(session);
  const faultyChains = oncePerRun<null, Answer[]>(session);
  /** By the types of the blocks between which the fault is. */
  const faults = oncePerRun<string, Answer>(session);
  const unknownRuns = oncePerRun<null, Answer>(session);
  const pings = oncePerRun<Sender['account'], Answer>(session);
  const controls = {
    ...references,
    /** What such a request was seen to cost API_KEY; undefined where it was not seen. */
    async costOf(operation: Operation, { blocks, fields }: Like): Promise<number | undefined> {
      if (operation === 'submit' || operation === 'workflow') {
        const use = await (operation === 'submit' ? references.submission() : references.workflow(blocks));
        // What was not seen to be charged costs about what a text request does.
        return chargeOf(use) || (target.text && chargeOf(await references.text()));
      }
      for (const tier of await preconditions.tiers())
        if (fields?.model === (await preconditions.modelOf(tier)))
          return chargeOf(await references.tier(tier));
      return undefined;
    },
    /** The lookup of the own job, where it tells that its address is there: not_found may be said of the job alone. */
    async jobAddress(): Promise<Answer> {
      const answer = await references.job();
      if (failsWith(answer, 404, 'not_found')) notAccepted("the owner's own lookup", answer);
      return answer;
    },
    /** The lookup of the job of API_KEY by whoever this is. */
    async ownJobBy(sender: Sender): Promise<Answer> {
      const path = jobPath(await preconditions.id('job'));
      return sendRequest(session, sender, 'job', { path }, { preparation: true });
    },
    /** The answer to a sound request of another operation that uses the AI, by this account; null where the target has none. */
    async elsewhere(sender: Sender, operation?: Operation): Promise<Answer | null> {
      const { text, workflow } = target;
      const other =
        text && operation !== 'text' ? 'text' : workflow && operation !== 'workflow' ? 'workflow' : null;
      return other && controls.acceptedBy(sender, other);
    },
    /** The answer to a sound request of this operation by another account. */
    async acceptedBy(sender: Sender, operation: AiOperation): Promise<Answer> {
      const spec = await preconditions.sound(operation);
      const ask = () => sendRequest(session, sender, operation, spec, { preparation: true });
      return uses([operation, sender.account], ask);
    },

    /** Sends what shows whether this target's answers prove anything: with the key, and without one. */
    async doubted(): Promise<void> {
      const accepted = async () => {
        if (!isAccepted(await references.models())) await references.credits();
      };
      const rejected = async () => {
        const reasons: Inconclusive[] = [];
        for (const operation of knownIds) {
          const path = pathTo(operation, freshId());
          const control = () => controls.again(operation);
          const ask = () => sendRequest(session, nobody, operation, { path }, { preparation: true, control });
          const tried = await tryPlace(() => anonymous(operation, ask));
          if ('why' in tried) reasons.push(tried.why);
          else if (tried.value.status >= 400 && tried.value.status < 500) return;
        }
        if (reasons[0]) inconclusive(reasons[0].verdict, reasons[0].reason);
      };
      await together([accepted, rejected]);
    },
    /**
     * Blocks the case unless the baseline of this operation is served: of a workflow, with as many blocks; of text, with
     * messages where these are all that is given.
     */
    async control(operation: Operation, { blocks, fields = {} }: Like = {}): Promise<void> {
      const ofMessages = onlyMessages(fields);
      const accepted: Record<Operation, () => Promise<Answer>> = {
        ...ofPlainReads((id) => () => references.read(id)),
        // Of what is looked up or asked elsewhere, a read that every target has.
        job: references.models,
        other: references.models,
        text: ofMessages ? references.messages : references.text,
        async submit() {
          // The form of messages is one for both, and text requests show it.
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
      if (instead !== undefined) inconclusive(instead.verdict, instead.reason);
      const length = blocks === undefined ? '' : ` of ${blocks} blocks`;
      notAccepted(`the accepted ${operation} request${length}`, answer);
    },
    /** Blocks the case where an answer to a request with this input is the refusal that API_KEY's own meets, too. */
    async unlikeTheControl(answer: Answer, { account }: Sender, fields: TextFields = {}): Promise<void> {
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
      // Nothing says that a job takes messages: asked only where they may be why another account, or model, is refused.
      if (account === 'API_KEY' && (await preconditions.listed()).some((id) => id === fields.model)) return;
      const tier = await references.preparedTier('submit');
      const sound = tier && (await references.kind('submit', 'messages', tier));
      if (!sound || !isTheSame(sound)) return;
      const { verdict, reason } = takesNoMessages(sound);
      inconclusive(verdict, reason);
    },
    /** Faulty chains, until one is refused as invalid_workflow: the target reads references as we spell them. */
    async references(): Promise<void> {
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
    /** What shows whether a faulty chain that was not refused for its fault was read as it was meant. */
    async meant(chain: FaultyChain, answer: Answer): Promise<void> {
      // A refusal of some fault shows that the target reads references as we spell them; the sound twin, the rest.
      await controls.references();
      await references.twin(chain.sound);
      if (isAccepted(answer)) await controls.alone(chain);
    },
    /** A fault that rests on what the target file declares, without the blocks beside it: refused, it is declared rightly. */
    async alone(chain: FaultyChain): Promise<void> {
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
    /** The lookup of a run that is nobody's: refused, it shows that the target reads ids where the target file puts them. */
    async unknownRun(): Promise<void> {
      const ask = async () => {
        const look = partOf(target, 'run');
        const spec = look(freshId(await preconditions.id('run')), receivedOf(await references.workflow()));
        return sendFaulty('run', spec, { parts: ['run'] });
      };
      await unknownRuns(null, ask);
    },
    /**
     * The baseline of this operation sent anew, for this model where it is a listed one: does what disturbs belong
     * to the request, or to the target or account?
     */
    async again(operation: Operation, model?: unknown): Promise<Answer> {
      if (!usesAi(operation))
        return send(operation, { path: pathTo(isPlainRead(operation) ? operation : 'models') });
      const isListed = operation !== 'workflow' && (await preconditions.listed()).some((id) => id === model);
      return send(operation, await preconditions.sound(operation, isListed ? { model } : {}));
    },
    /**
     * What another account than that of API_KEY is answered GET /v1/models; null for whoever is none. Blocks the case
     * where its key is not recognised at all.
     */
    async recognised(sender: Sender): Promise<Answer | null> {
      if (sender.account === null || sender.account === 'API_KEY') return null;
      const answer = await pings(sender.account, () => ping(session, sender));
      if (answer.status === 401) {
        const { account: variable } = sender;
        inconclusive('blocked', { kind: 'unrecognised', variable, received: observed(answer) });
      }
      return answer;
    },
  };
  return controls;
}
