import { keyVariables } from '../../spec/accounts';
import { knownIds, requestTo, type WithModel } from '../../spec/operations';
import { everyWork, works } from '../../spec/works';
import { readCredits } from '../client/credits/readings';
import { partOf } from '../client/described';
import { type CheckSession, endUnjudged, recordSeparately, tryOne } from '../client/evidence/recorder';
import { contextOfRun } from '../client/record-exchange';
import type { Session } from '../client/run/session';
import { nobody, ownerOf } from '../client/senders';
import type { Unjudged } from '../judge/data/evidence';
import type { Expectation } from '../judge/data/expectation';
import { type Answer, errorOf, failsWith, isAccepted } from '../judge/response/answer';
import { idsOf, listOf, severalLists, textModel, tiers, wordOf } from '../judge/response/models';
import { isInvalidWorkflow } from '../judge/response/parts';
import { unverified } from '../judge/response/unverified';
import { constantTypeOf } from '../judge/verdict/universal';
import { soundChain, withoutBetween } from '../probes/chains';
import { freshId } from '../probes/ids';
import {
  inputs,
  isDescribed,
  messages,
  type OperationId,
  operationsOf,
  prompt,
  type RequestKind,
  reads,
  run,
  submission,
  submissionWithMessages,
  workflow as useOfWorkflow,
  withInput,
} from '../settings/operations';
import { modelPart, workflowParts } from '../settings/target-file/parts';
import { type Block, modelsAt, pointerOf } from '../settings/target-file/target';
import { establishAccount, recognise } from './accounts';
import { judged, prepareRejected } from './controls';
import type { Needs } from './needs';
import {
  chainOf,
  chainsIn,
  faultyRequest,
  inputOf,
  knownTiers,
  listedTiers,
  lookUpById,
  modelOf,
  requestWith,
  sharedWork,
} from './requests';
import { measuredUse, sharedRequest, sharedUse, unlistedUse, useOfKind, workflowUse } from './uses';
import { idOf } from './works';
import { emptySlot, notAccepted, type Reference, requireSlot, type Slot, textReference } from './world';

/** What was looked for before the checks, and why it is missing; null if it is there. */
export interface Established {
  kind: 'account' | 'operation' | 'part of the target file';
  /** As reports name it: `OTHER_API_KEY`, `GET /v1/models`, `workflow.references`. */
  name: string;
  why: Unjudged | null;
}

/**
 * Finds out what these checks rest on, one after another and with nothing else in flight. `world` is filled from top to
 * bottom; what it has so far is used for the next.
 */
export async function fillWorld(session: Session, needed: Needs): Promise<void> {
  const { world, target, keys } = session;
  const slot = async <T>(act: (session: CheckSession) => Promise<T>): Promise<Slot<T>> => {
    const { value, evidence } = await recordSeparately<T>({ ...session, measures: true }, act);
    const { exchanges: sent, unjudged: missing } = evidence;
    return missing ? { missing, sent } : { is: value as T, sent };
  };
  const has = (id: OperationId) => needed.operations.has(id);
  const reference = async (kind: RequestKind) => {
    world.references[kind.id] = await slot(async (session) =>
      accepted(session, await sharedRequest(session, kind)),
    );
  };
  /** A part of the target file that a response shows to be right, and the operations whose checks rest on it. */
  const part = async (name: string, at: OperationId[], show: (session: CheckSession) => Promise<unknown>) => {
    if (at.some(has)) world.parts[name] = { at, slot: await slot(show) };
  };

  for (const kind of reads) await reference(kind);
  world.keyless = await slot(rejectedWithoutKey);
  world.listed = await slot(namesListed);
  for (const variable of keyVariables)
    if (keys[variable] !== undefined && variable !== 'API_KEY' && needed.keys.has(variable))
      world.recognised[variable] = await slot((session) => recognise(session, variable));

  if (has('text') || has('messages')) {
    world.models.text = await slot((session) => referenceAt(session, 'text'));
    await reference(prompt);
    if (has('messages') || world.references.text?.missing) await reference(messages);
  }
  if (has('submission')) {
    world.models.submit = await slot((session) => referenceAt(session, 'submit'));
    await reference(submission);
  }
  if (has('submissionWithMessages')) await reference(submissionWithMessages);
  if (needed.tiers && target.text && world.models.text?.is)
    for (const tier of knownTiers(world, 'text').toReversed())
      world.tiers[tier] = await slot((session) => useOfKind(session, 'text', 'prompt', tier));
  if (has('workflow')) {
    const lengths = world.chains ? [...world.chains.usual.keys()] : [];
    for (const length of needed.lengths ? lengths : lengths.slice(0, 1))
      world.workflows.set(length, await slot(async (session) => acceptedChain(session, length)));
    await reference(useOfWorkflow);
  }
  for (const what of everyWork.filter(has))
    world.works[what] = await slot(async (session) => {
      const use = await sharedUse(session, what);
      return { id: idOf(session, what, use), submission: use };
    });
  if (has('run')) await reference(run);
  // The contract shows the path of a job.
  if (has('job')) world.references.job = world.references.models ?? emptySlot;
  const { workflow, credits } = target;
  await part('models', ['models'], async ({ world }) => requireSlot(world.listed));
  if (credits !== undefined) await part('credits', ['credits'], readableCredits);
  for (const { operation } of withInput.filter((each) => isDescribed(target, each.operation))) {
    const name = modelPart(operation);
    const at = inputs.filter((each) => each.operation === operation).map(({ id }) => id);
    await part(name, at, async (session) =>
      shownBy(name, [await unlistedUse(session, operation)], isUnlisted),
    );
  }
  if (workflow)
    await part('workflow.references', ['workflow'], async (session) =>
      shownBy('workflow.references', await readReferences(session), isInvalidWorkflow),
    );
  for (const what of everyWork.filter((each) => isDescribed(target, each)))
    await part(works[what].idAt, [what], async (session) => sharedWork(session, what));
  if (isDescribed(target, 'run'))
    await part('run', ['run'], async (session) =>
      shownBy('run', [await unknownRun(session)], (answer) => !isAccepted(answer)),
    );
  for (const variable of keyVariables)
    if (world.recognised[variable] && needed.accounts.has(variable))
      world.accounts[variable] = await slot((session) => establishAccount(session, variable));
}

/** The response, if the request was accepted; ends with the reason if not. */
async function accepted(
  session: CheckSession,
  answer: Answer,
  expected: Expectation = { kind: 'success' },
  length = '',
): Promise<Answer> {
  if (isAccepted(answer)) return answer;
  const { unjudged } = judged(session, expected, [answer]);
  if (unjudged !== undefined) endUnjudged(unjudged.verdict, unjudged.reason);
  return notAccepted(`the accepted ${answer.exchange.operation} request${length}`, answer);
}

async function acceptedChain(session: CheckSession, length: number): Promise<Answer> {
  const chain = chainOf(session, length);
  const answer = await workflowUse(session, chain);
  if (length === 2) return accepted(session, answer);
  // Whether the length is the reason for a rejection.
  if (!isAccepted(answer))
    for (const simpler of simplerChains(session, chain)) await workflowUse(session, simpler);
  return accepted(session, answer, { kind: 'success', unless: 'too long' }, ` of ${length} blocks`);
}

/** As many blocks with the types of the short chain only, and this chain without the blocks between two connected ones. */
function simplerChains(session: CheckSession, chain: Block[]): Block[][] {
  const described = partOf(session.target, 'workflow');
  const types = chainOf(session, 'short').map(({ type }) => type);
  const blockTypes = described.blockTypes.filter(({ name }) => types.includes(name));
  const simple = soundChain({ ...described, blockTypes }, chain.length);
  return [simple, withoutBetween(chain)].flatMap((each) => (each ? [each] : []));
}

/** A request without a key that is rejected, which shows that responses of this target prove anything. */
async function rejectedWithoutKey(session: CheckSession): Promise<null> {
  const reasons: Unjudged[] = [];
  for (const operation of knownIds) {
    const request = { sender: nobody, operation, spec: requestTo(operation, freshId()) };
    const tried = await tryOne(() => prepareRejected(session, request));
    if ('why' in tried) reasons.push(tried.why);
    else if (tried.value.status >= 400 && tried.value.status < 500) return null;
  }
  if (reasons[0]) endUnjudged(reasons[0].verdict, reasons[0].reason);
  return null;
}

/** The names of models in this list, and those of the tiers. */
export function namesIn({ target, facts }: Pick<Session, 'target' | 'facts'>, answer: Answer): string[] {
  if (!isAccepted(answer)) notAccepted('GET /v1/models', answer);
  const modelList = listOf(answer, { facts: facts.known }, pointerOf(modelsAt(target)));
  if ('several' in modelList) endUnjudged('not tested', severalLists(modelList.several));
  return 'list' in modelList ? idsOf(modelList.list) : [];
}

async function namesListed(session: CheckSession) {
  const ids = namesIn(session, requireSlot(session.world.references.models));
  const { words } = session.setup;
  // Of several, the service's own is in the type of its errors (contract 1, 2.1).
  const type = constantTypeOf(session.sent, contextOfRun(session));
  const own = words.find((each) => type === `${each}_error`);
  const word = own ?? words[0] ?? wordOf(ids) ?? '';
  const named = Object.fromEntries(
    tiers.flatMap((tier) => (ids.includes(textModel(word, tier)) ? [[tier, textModel(word, tier)]] : [])),
  );
  return { ids, named };
}

/** The reference model of an operation: the cheapest listed one that the target knows there. */
async function referenceAt(session: CheckSession, at: WithModel): Promise<Reference> {
  const { world } = session;
  const byTier = listedTiers(world)
    .toReversed()
    .map((tier): Reference => ({ tier, model: modelOf(world, tier) }));
  const [first] = requireSlot(world.listed).ids;
  const all =
    byTier.length > 0
      ? byTier
      : [{ model: first ?? endUnjudged('blocked', { kind: 'words', words: 'no model is listed' }) }];
  for (const each of all) {
    const fields = { model: each.model, ...inputOf(session, 'prompt') };
    const request = requestWith(session, ownerOf(session), at, fields);
    const answer = await measuredUse(session, request);
    if (!failsWith(answer, 404, 'model_not_found')) return each;
  }
  return all[0] as Reference;
}

/** Faulty chains until one is rejected as invalid_workflow: then the target reads references as the target file writes them. */
async function readReferences(session: CheckSession): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const flaw of ['missing-field', 'later', 'no-block', 'self', 'mismatched-kind'] as const) {
    const chain = chainsIn(session).faulty.get(`${flaw} early`);
    if (!chain) continue;
    const request = faultyRequest(session, ownerOf(session), chain);
    const parts = workflowParts(chain.blocks, chain.connection);
    const answer = await prepareRejected(session, { ...request, parts });
    answers.push(answer);
    if (isInvalidWorkflow(answer)) break;
  }
  return answers;
}

/** The lookup of an unknown run. A rejection shows that the target reads the id where the target file puts it. */
function unknownRun(session: CheckSession): Promise<Answer> {
  const id = freshId(sharedWork(session, 'run').id);
  const { spec } = lookUpById(session, ownerOf(session), 'run', id);
  return prepareRejected(session, { sender: ownerOf(session), operation: 'run', spec, parts: ['run'] });
}

/** Ends as unverified unless one of the responses shows that the part is right. */
function shownBy(part: string, answers: readonly Answer[], shows: (answer: Answer) => boolean): void {
  const last = answers.at(-1);
  if (last === undefined || answers.some(shows)) return;
  const { verdict, reason } = unverified(part, last);
  endUnjudged(verdict, reason);
}

const isUnlisted = (answer: Answer) => errorOf(answer).code === 'model_not_found';

async function readableCredits(session: CheckSession): Promise<void> {
  if ((await readCredits(session)) === null) endUnjudged('blocked', { kind: 'credits', how: 'unreadable' });
}

/** The slots that requests of these operations and accounts rest on. */
export function slotsFor(
  { world }: Session,
  { operations, keys, accounts, lengths, tiers: withTiers }: Needs,
): Slot<unknown>[] {
  const { references, recognised, models } = world;
  const has = (id: OperationId) => operations.has(id);
  const slots: (Slot<unknown> | undefined)[] = [
    world.keyless,
    world.listed,
    ...[...operations].map((id) => references[id]),
    ...(has('text') || has('messages')
      ? [models.text, ...(withTiers ? Object.values(world.tiers) : []), references.messages]
      : []),
    ...(has('submission') ? [models.submit] : []),
    ...(lengths ? world.workflows.values() : []),
    ...everyWork.filter(has).map((what) => world.works[what]),
    ...Object.values(world.parts).flatMap(({ at, slot }) => (at.some(has) ? slot : [])),
    ...[...keys].map((variable) => recognised[variable]),
    ...[...accounts].map((variable) => world.accounts[variable]),
  ];
  return slots.flatMap((each) => each ?? []);
}

/** What was established, in the order of reports. */
export function establishedIn({ world, target }: Session, { operations, accounts }: Needs): Established[] {
  const { references, recognised } = world;
  const row = (kind: Established['kind'], name: string, slot?: Slot<unknown>): Established[] =>
    slot ? [{ kind, name, why: slot.missing ?? null }] : [];
  return [
    ...operationsOf(target)
      .filter(({ id }) => operations.has(id))
      .flatMap(({ id, name }) =>
        row('operation', name, id === 'text' ? textReference(references) : references[id]),
      ),
    ...[...accounts].flatMap((variable) =>
      row(
        'account',
        variable,
        recognised[variable]?.missing ? recognised[variable] : world.accounts[variable],
      ),
    ),
    ...Object.entries(world.parts).flatMap(([name, { slot }]) => row('part of the target file', name, slot)),
  ];
}
