import type { AiOperation } from '../../../spec/operations';
import type { FollowUp } from '../../judge/data/follow-up';
import type { Answer } from '../../judge/response/answer';
import { once } from '../client/once';
import type { Request } from '../client/request';
import { isOwner } from '../client/senders';
import type { CheckSession } from '../evidence/recorder';
import { earlierRejectionAgain } from '../named/accounts';
import { faultWithoutOthers, referenceAgain, useBy } from '../named/references';
import { preparedTier, useOfKind } from '../named/uses';
import { unknownAddress } from '../named/work';
import { nearWorkflow, plainWorkflow, workflowUse } from '../named/workflows';

type Send = (session: CheckSession, request: Request, answer: Answer) => Promise<unknown>;

/** A valid request like this one: of another account, or of API_KEY once more, with messages if it has them alone. */
const validRequest: Send = async (session, { sender, operation, fields = {} }, { exchange }) => {
  if (!isOwner(sender)) return useBy(session, sender, operation as AiOperation);
  if (operation !== 'submit' || 'prompt' in fields)
    return once(session, ['valid request', exchange.id], (session) =>
      referenceAgain(session, operation, fields.model),
    );
  const tier = await preparedTier(session, 'submit');
  return tier && useOfKind(session, 'submit', 'messages', tier);
};

/** How each request that a guard needs is sent. */
export const table: Record<FollowUp, Send> = {
  'valid request': validRequest,
  'earlier rejection again': (session, { sender }) => earlierRejectionAgain(session, sender),
  async 'smaller workflow'(session, { blocks = [] }) {
    await plainWorkflow(session, blocks.length);
    await nearWorkflow(session, blocks);
  },
  twin: async (session, { chain }) => chain && workflowUse(session, chain.sound),
  'fault alone': async (session, { chain }) => chain && faultWithoutOthers(session, chain),
  'unknown address': (session) => unknownAddress(session),
};
