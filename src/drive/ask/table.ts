import type { AiOperation, WithModel } from '../../../spec/operations';
import type { FollowUp } from '../../judge/data/follow-up';
import type { Answer } from '../../judge/response/answer';
import { once } from '../client/once';
import type { Request } from '../client/request';
import type { CheckSession } from '../evidence/recorder';
import {
  claimedState,
  compareWithOwner,
  compareWithPrice,
  earlierRejectionAgain,
  useElsewhere,
} from '../named/accounts';
import {
  faultWithoutOthers,
  readReferences,
  referenceAgain,
  referenceFor,
  unknownRun,
  useBy,
} from '../named/references';
import { preparedTier, promptUse, textUse, unlistedUse, useOfKind } from '../named/uses';
import { unknownAddress } from '../named/work';
import { nearWorkflow, plainWorkflow, workflow, workflowUse } from '../named/workflows';

type Send = (session: CheckSession, request: Request, answer: Answer) => Promise<unknown>;

/** How each request that a guard needs is sent. */
export const table: Record<FollowUp, Send> = {
  'reference again': (session, { operation, fields }, { exchange }) =>
    once(session, ['reference again', exchange.id], (session) =>
      referenceAgain(session, operation, fields?.model),
    ),
  prompt: (session) => promptUse(session),
  async 'job with messages'(session) {
    const tier = await preparedTier(session, 'submit');
    return tier && useOfKind(session, 'submit', 'messages', tier);
  },
  'valid request': (session, { sender, operation }) => useBy(session, sender, operation as AiOperation),
  'valid request elsewhere': (session, { sender, operation }) => useElsewhere(session, sender, operation),
  price: compareWithPrice,
  'use beside the owner': (session, { sender }) => compareWithOwner(session, sender),
  'claimed state': (session, { sender }) => claimedState(session, sender),
  'earlier rejection again': (session, { sender }) => earlierRejectionAgain(session, sender),
  'accepted request': (session, request) =>
    request.operation === 'text' ? textUse(session) : referenceFor(session, request),
  'short workflow': (session) => workflow(session),
  'plain workflow': (session, { blocks = [] }) => plainWorkflow(session, blocks.length),
  'near workflow': (session, { blocks = [] }) => nearWorkflow(session, blocks),
  twin: async (session, { chain }) => chain && workflowUse(session, chain.sound),
  'read references': (session) => readReferences(session),
  'fault alone': async (session, { chain }) => chain && faultWithoutOthers(session, chain),
  'unlisted model': (session, { operation }) => unlistedUse(session, operation as WithModel),
  'unknown run': (session) => unknownRun(session),
  'unknown address': (session) => unknownAddress(session),
};
