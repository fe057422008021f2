import {
  isKnownOperation,
  isPlainRead,
  type PlainRead,
  requestTo,
  type WithModel,
} from '../../spec/operations';
import { isWork, type Work } from '../../spec/works';
import { builderOf, partOf } from '../client/described';
import { endUnjudged, needs } from '../client/evidence/recorder';
import type { Request, Sender } from '../client/request';
import type { Session } from '../client/run/session';
import { isObject } from '../judge/data/json';
import { type Tier, tiers } from '../judge/response/models';
import type { FaultyChain } from '../probes/faulty-chains';
import { reworded } from '../probes/reworded';
import type { InputRequestKind, RequestKind } from '../settings/operations';
import { between, lookUpParts, soundParts, textParts, workflowParts } from '../settings/target-file/parts';
import { receivedOf } from '../settings/target-file/read';
import type { Block, TextFields } from '../settings/target-file/target';
import { type Chain, type Chains, validChain } from './chains';
import { type OwnWork, requireSlot, type World } from './world';

/** What requests are made from: settings, keys, target file, and what the world has. */
export type Basis = Pick<Session, 'setup' | 'keys' | 'target' | 'settings' | 'facts' | 'world'>;

export type Form = 'prompt' | 'messages';
export const forms = ['prompt', 'messages'] as const;

/** The prompt of requests that must be rejected. Accepted requests have the id of the run after it. */
export const PROMPT = 'Reply with the word ok.';
/** Added to a text whose request is sent once more as another one: a cached response may cost nothing. */
export const OTHER_WORDS = ', in other words';
/** Makes a request long. */
export const atLength = (times: number) =>
  `, at length: ${'and once more, so that there is more to read, '.repeat(times)}`;

/** Whether each message has a role. Without messages in the target file, the suite sends messages with roles. */
export const hasRoles = (messages: unknown) =>
  messages === undefined ||
  (Array.isArray(messages) && messages.every((each) => isObject(each) && 'role' in each));

export const readRequest = (sender: Sender, operation: PlainRead): Request => ({
  sender,
  operation,
  spec: requestTo(operation),
});

export const otherRequest = (sender: Sender, path: string): Request => ({
  sender,
  operation: 'other',
  spec: { path },
});

/** The listed tiers, the dearest first. */
export const listedTiers = ({ listed }: World): Tier[] => {
  const { named } = requireSlot(listed);
  return tiers.filter((tier) => named[tier] !== undefined);
};

export const modelOf = ({ listed }: World, tier: Tier): string =>
  requireSlot(listed).named[tier] ??
  endUnjudged('blocked', {
    kind: 'words',
    words: `no model <service>-text-${tier} is listed, or models in the target file leaves it out`,
  });

/** The model of the reference requests: the cheapest listed text model that exists for this operation. */
export const referenceModel = ({ models }: World, at: WithModel): string => requireSlot(models[at]).model;

/** The listed tiers, except cheaper ones than that of the reference requests: the target says that these do not exist. */
export function knownTiers(world: World, at: WithModel): Tier[] {
  const all = listedTiers(world);
  const { tier } = requireSlot(world.models[at]);
  return tier ? all.slice(0, all.indexOf(tier) + 1) : [];
}

/** The input of a request. `words` make it differ from that of other requests. */
export function inputOf({ target, setup }: Basis, form: Form, words = ''): TextFields {
  // A target may cache responses, and charge nothing for a cached one.
  const promptOf = (more: string) => `${PROMPT} (${setup.id}${more})`;
  if (form === 'prompt') return { prompt: promptOf(words) };
  const { messages } = target;
  return messages === undefined
    ? { messages: [{ role: 'user', content: promptOf(`, as messages${words}`) }] }
    : { messages: reworded(messages, words) };
}

/** The fields of a request with this form of input, for the model of this tier, or else of the reference requests. */
export const fieldsOf = (
  basis: Basis,
  at: WithModel,
  form: Form,
  tier?: Tier,
  words?: string,
): TextFields => ({
  model: tier ? modelOf(basis.world, tier) : referenceModel(basis.world, at),
  ...inputOf(basis, form, words),
});

/** A text request or the submission of a job with these fields. */
export function requestWith(
  { target }: Pick<Basis, 'target'>,
  sender: Sender,
  operation: WithModel,
  fields: TextFields,
): Request {
  const spec = builderOf(target, operation)(fields);
  return { sender, operation, spec, fields, parts: textParts(operation, fields, spec) };
}

/** Makes the requests of an account differ from those of API_KEY. */
export const wordsOf = ({ account, actor }: Sender) =>
  account === null || account === 'API_KEY' ? '' : `, by ${actor}`;

export const workflowRequest = (
  { target }: Pick<Basis, 'target'>,
  sender: Sender,
  blocks: Block[],
): Request => ({
  sender,
  operation: 'workflow',
  spec: partOf(target, 'workflow').submit(blocks),
  blocks,
  parts: soundParts(blocks),
});

export function faultyRequest(
  { target }: Pick<Basis, 'target'>,
  sender: Sender,
  chain: FaultyChain,
): Request & { chain: FaultyChain } {
  const { blocks, connection, restsOn, several } = chain;
  // If there are several faults, nobody can say which of them was rejected.
  const types = several ? {} : { types: between(blocks, connection) };
  return {
    sender,
    operation: 'workflow',
    spec: partOf(target, 'workflow').submit(blocks),
    blocks,
    chain,
    parts: [...workflowParts(blocks, connection), ...(restsOn ? [restsOn] : [])],
    faulty: { ...connection, ...types },
  };
}

/** The chains of a run. Without workflows in the target file, the check is not tested. */
export const chainsIn = ({ world }: Basis): Chains => world.chains ?? needs('workflow');

export const chainOf = (basis: Basis, which: Chain): Block[] => validChain(chainsIn(basis), which);

/** The lookup of a job or run, by its ID and by the response to its submission, of which nothing may be known. */
export const lookUp = (
  { target }: Pick<Basis, 'target'>,
  sender: Sender,
  what: Work,
  { id, submission }: Partial<OwnWork> & Pick<OwnWork, 'id'>,
): Request => {
  const received = submission ? receivedOf(submission) : { status: 0, headers: {}, body: undefined };
  const spec = isKnownOperation(what) ? requestTo(what, id) : partOf(target, what)(id, received);
  return { sender, operation: what, spec, names: id, parts: lookUpParts(target, what) };
};

/** The lookup of the job or run with this ID. The target file builds it from the submission of the one that all checks share. */
export function lookUpById(basis: Basis, sender: Sender, what: Work, id: string): Request {
  const isBuilt = !isKnownOperation(what) && basis.target[what] !== undefined;
  return lookUp(basis, sender, what, { ...(isBuilt && sharedWork(basis, what)), id });
}

/** The job or run of API_KEY that all checks share. */
export const sharedWork = ({ world }: Pick<Basis, 'world'>, what: Work): OwnWork =>
  requireSlot(world.works[what]);

/** Its lookup. */
export const sharedLookUp = (basis: Basis, sender: Sender, what: Work): Request =>
  lookUp(basis, sender, what, sharedWork(basis, what));

/** The valid request of an operation by this sender. A model is that of this tier, else that of the reference requests. */
export function requestOf(basis: Basis, kind: RequestKind, sender: Sender, tier?: Tier): Request {
  if (isPlainRead(kind.operation)) return readRequest(sender, kind.operation);
  if (isWork(kind.operation)) return sharedLookUp(basis, sender, kind.operation);
  if (kind.operation === 'workflow') return workflowRequest(basis, sender, chainOf(basis, 'short'));
  const { operation, form } = kind as InputRequestKind;
  return requestWith(basis, sender, operation, fieldsOf(basis, operation, form, tier, wordsOf(sender)));
}
