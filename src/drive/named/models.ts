import { lastingStateOf } from '../../../spec/accounts';
import { type PlainRead, requestTo } from '../../../spec/operations';
import { shutOutBy } from '../../judge/response/account-state';
import { type Answer, isAccepted, observed } from '../../judge/response/answer';
import {
  idsOf,
  listOf,
  severalLists,
  type Tier,
  textModel,
  tiers,
  wordOf,
} from '../../judge/response/models';
import { lacks } from '../../judge/response/planned';
import { freshName } from '../../probes/ids';
import { prepare } from '../client/client';
import { once } from '../client/once';
import { identityOf, type Request, type Sender } from '../client/request';
import { ownerOf } from '../client/senders';
import { type CheckSession, endUnjudged } from '../evidence/recorder';
import type { Session } from '../run/session';
import { allPages } from '../target-file/pages';
import { modelsAt, pointerOf, type RequestSpec } from '../target-file/target';

/** Sends a request that others need, once in a run. */
export const reference = (session: CheckSession, request: Request): Promise<Answer> =>
  once(session, ['reference', identityOf(request)], (session) => prepare(session, request));

/** Blocks the check, because its precondition was not accepted. */
export function notAccepted(what: string, answer: Answer): never {
  return endUnjudged('blocked', { kind: 'not accepted', what, received: observed(answer) });
}

/** The list of models that API_KEY sees, with all its pages. */
const modelList = (session: CheckSession): Promise<Answer> =>
  once(session, ['models'], async (session) => {
    const ask = (spec: RequestSpec) =>
      prepare(session, { sender: ownerOf(session), operation: 'models', spec });
    const { first, pages } = await allPages(session.target, ask);
    if (pages) session.facts.note(first.exchange, { pages });
    return first;
  });

/** A read of API_KEY, accepted on any sound target. */
export const plainRead = (session: CheckSession, id: PlainRead): Promise<Answer> =>
  id === 'models'
    ? modelList(session)
    : reference(session, { sender: ownerOf(session), operation: id, spec: requestTo(id) });

/**
 * The list of models of another account, which shows whether its key is recognised; null for API_KEY and nobody. Blocks
 * the check if the key is not recognised.
 */
export async function recognised(session: CheckSession, sender: Sender): Promise<Answer | null> {
  const { headers: _, connection: __, ...plain } = sender;
  const { account: variable } = sender;
  if (variable === null || variable === 'API_KEY') return null;
  const request = { sender: plain, operation: 'models', spec: requestTo('models') } as const;
  const answer = await reference(session, request);
  const state = shutOutBy(answer);
  if (state ? state !== lastingStateOf(variable) : answer.status === 401)
    endUnjudged('blocked', { kind: 'unrecognised', variable, received: observed(answer) });
  return answer;
}

function namesIn({ target, facts }: Session, answer: Answer): string[] {
  if (!isAccepted(answer)) notAccepted('GET /v1/models', answer);
  const modelList = listOf(answer, { facts: facts.known }, pointerOf(modelsAt(target)));
  if ('several' in modelList) endUnjudged('not tested', severalLists(modelList.several));
  return 'list' in modelList ? idsOf(modelList.list) : [];
}

export const listed = async (session: CheckSession) => namesIn(session, await modelList(session));

/** The model names in the list of this account or of API_KEY, since a plan may have its own models. */
export async function listedToEither(session: CheckSession, sender: Sender): Promise<string[]> {
  const own = await recognised(session, sender);
  return [...(await listed(session)), ...(own ? namesIn(session, own) : [])];
}

/** Whether the sender has its own list of models, and this model is not in it. */
export async function isWithheld(session: CheckSession, sender: Sender, model: string): Promise<boolean> {
  const list = await recognised(session, sender);
  const known = { facts: session.facts.known };
  return list !== null && isAccepted(list) && lacks(list, model, known, pointerOf(modelsAt(session.target)));
}

function modelNamed({ setup }: Session, ids: string[], tier: Tier): string | undefined {
  const id = textModel(setup.words[0] ?? wordOf(ids) ?? '', tier);
  return ids.includes(id) ? id : undefined;
}

/** The tiers with a listed text model. */
export async function listedTiers(session: CheckSession): Promise<Tier[]> {
  const ids = await listed(session);
  return tiers.filter((tier) => modelNamed(session, ids, tier) !== undefined);
}

export async function modelOf(session: CheckSession, tier: Tier): Promise<string> {
  const ids = await listed(session);
  return modelNamed(session, ids, tier) ?? endUnjudged('blocked', { kind: 'no model', tier });
}

export async function unlistedModel(session: CheckSession): Promise<string> {
  const name = freshName('model');
  return (await listed(session)).includes(name) ? unlistedModel(session) : name;
}
