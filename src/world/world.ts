import type { KeyVariable } from '../../spec/accounts';
import type { WithModel } from '../../spec/operations';
import type { Work } from '../../spec/works';
import { type CheckSession, endUnjudged } from '../client/evidence/recorder';
import type { Request } from '../client/request';
import type { Exchange, Unjudged } from '../judge/data/evidence';
import { type Answer, observed } from '../judge/response/answer';
import type { Tier } from '../judge/response/models';
import type { OperationId } from '../settings/operations';
import type { Chains } from './chains';

/** Something that checks rest on: what was found, or why it is missing, and what was sent for it. */
export interface Slot<T> {
  is?: T;
  missing?: Unjudged;
  sent: readonly Exchange[];
}

/** The model of reference requests, and its tier if it is a text model of the contract. */
export interface Reference {
  model: string;
  tier?: Tier | undefined;
}

/** A job or run of API_KEY that all checks share. */
export interface OwnWork {
  id: string;
  submission: Answer;
}

/**
 * What the checks of a run rest on. One straight script fills it before the first check, and only what the selected
 * checks need (`fill.ts`).
 */
export interface World {
  /** The accepted reference request of each operation. */
  references: Partial<Record<OperationId, Slot<Answer>>>;
  /** A request without a key is rejected. */
  keyless: Slot<null>;
  /** The names in the list of models, and the tiers among them. */
  listed: Slot<{ ids: string[]; named: Partial<Record<Tier, string>> }>;
  models: Partial<Record<WithModel, Slot<Reference>>>;
  /** The text request with a prompt for each listed tier. */
  tiers: Partial<Record<Tier, Slot<Answer>>>;
  chains: Chains | null;
  /** The accepted workflow of API_KEY, by the number of its blocks. */
  workflows: Map<number, Slot<Answer>>;
  works: Partial<Record<Work, Slot<OwnWork>>>;
  /** The accounts whose key is recognised, with their list of models. */
  recognised: Partial<Record<KeyVariable, Slot<Answer>>>;
  /** The accounts that are what their variable claims. */
  accounts: Partial<Record<KeyVariable, Slot<null>>>;
  /** The parts of the target file that a response shows to be right, and the operations whose checks rest on each. */
  parts: Record<string, { at: readonly OperationId[]; slot: Slot<unknown> }>;
}

/** A slot that nobody filled although a request rests on it is an error of the suite, which no run may hide. */
const unfilled: Unjudged = {
  verdict: 'blocked',
  reason: { kind: 'broke down', error: 'a request rests on something that world/needs.ts does not name' },
};

export const emptySlot = { missing: unfilled, sent: [] } as const;

export const emptyWorld = (chains: Chains | null): World => ({
  references: {},
  keyless: emptySlot,
  listed: emptySlot,
  models: {},
  tiers: {},
  chains,
  workflows: new Map(),
  works: {},
  recognised: {},
  accounts: {},
  parts: {},
});

/** What is in a slot; ends the check if that is missing. */
export function requireSlot<T>(slot: Slot<T> = emptySlot): T {
  if (slot.missing) return endUnjudged(slot.missing.verdict, slot.missing.reason);
  return slot.is as T;
}

/** Ends the check unless this request, and one like it, mean something: the key is recognised, and a request of API_KEY is accepted. */
export function requirePremises({ world }: CheckSession, request: Request): void {
  const { account } = request.sender;
  if (account !== null && account !== 'API_KEY') requireSlot(world.recognised[account]);
  requireSlot(premiseOf(world, request));
}

/** The accepted text request: the one with messages, if the one with a prompt was not accepted. */
export const textReference = ({ text, messages }: World['references']): Slot<Answer> | undefined =>
  text?.missing && messages?.is ? messages : text;

/** The accepted request of API_KEY that a request is compared with: with the same form of input, or as many blocks. */
function premiseOf(
  { references, workflows }: World,
  { sender, operation, blocks, fields = {} }: Request,
): Slot<Answer> | undefined {
  switch (operation) {
    case 'text':
      if ('messages' in fields && !('prompt' in fields)) return references.messages;
      // Whether a key is rejected does not depend on the input.
      return 'prompt' in fields && sender.account !== null ? references.text : textReference(references);
    case 'submit':
      return 'messages' in fields && !('prompt' in fields)
        ? references.submissionWithMessages
        : references.submission;
    case 'workflow':
      return workflows.get(blocks?.length ?? 2);
    case 'job':
    case 'other':
      // The contract shows the path of a job.
      return references.models;
    default:
      return references[operation];
  }
}

/** Blocks the check, because its precondition was not accepted. */
export function notAccepted(what: string, answer: Answer): never {
  return endUnjudged('blocked', { kind: 'not accepted', what, received: observed(answer) });
}
