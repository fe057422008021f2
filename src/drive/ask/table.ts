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

/** A valid request like this one: of API_KEY with messages if it has them alone, else of the same account. */
const validRequest: Send = async (session, { sender, operation, fields }, { exchange }) => {
  const ofMessages = operation === 'submit' && fields !== undefined && !('prompt' in fields);
  const tier = ofMessages && (await preparedTier(session, 'submit'));
  if (tier) await useOfKind(session, 'submit', 'messages', tier);
  if (sender.account === 'OTHER_API_KEY') await useBy(session, sender, operation as AiOperation);
  else if (isOwner(sender) && !ofMessages)
    await once(session, ['valid request', exchange.id], (session) =>
      referenceAgain(session, operation, fields?.model),
    );
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
