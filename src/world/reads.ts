import type { PlainRead } from '../../spec/operations';
import { prepare } from '../client/client';
import type { CheckSession } from '../client/evidence/recorder';
import { once } from '../client/once';
import { identityOf, type Request } from '../client/request';
import { ownerOf } from '../client/senders';
import type { Answer } from '../judge/response/answer';
import { allPages } from '../settings/target-file/pages';
import { readRequest } from './requests';

/** Sends a request that shows what others mean, once in a run. */
export const reference = (session: CheckSession, request: Request): Promise<Answer> =>
  once(session, ['reference', identityOf(request)], (session) => prepare(session, request));

/** The list of models that API_KEY sees, with all its pages. */
const allModels = (session: CheckSession): Promise<Answer> =>
  once(session, ['models'], async (session) => {
    const { first, pages } = await allPages(session.target, (spec) =>
      prepare(session, { sender: ownerOf(session), operation: 'models', spec }),
    );
    if (pages) session.facts.note(first.exchange, { pages });
    return first;
  });

/** A read of API_KEY, accepted on any sound target. */
export const plainRead = (session: CheckSession, id: PlainRead): Promise<Answer> =>
  id === 'models' ? allModels(session) : reference(session, readRequest(ownerOf(session), id));
