import { isDeepStrictEqual } from 'node:util';
import { accountOf, type KeyVariable, lastingStateOf, rolesWithoutAi, variableOf } from '../../spec/accounts';
import { type AiOperation, everyOperation, isPlainRead } from '../../spec/operations';
import { prepare } from '../drive/client/client';
import { once } from '../drive/client/once';
import type { Request, Sender } from '../drive/client/request';
import { ownerOf, senderOf } from '../drive/client/senders';
import { metered } from '../drive/credits/meter';
import { balanceOf, covers, mayCover, sameBalance } from '../drive/credits/readings';
import { type CheckSession, endUnjudged, tryOne } from '../drive/evidence/recorder';
import {
  isRejectedAt,
  pairIn,
  pairOf,
  refuted,
  showsClaim,
  shutOutBy,
} from '../judge/response/account-state';
import { type Answer, answerOf, errorOf, isAccepted, observed } from '../judge/response/answer';
import { isCached } from '../judge/response/intermediaries';
import { reference } from './reads';
import {
  chainOf,
  fieldsOf,
  listedTiers,
  modelOf,
  readRequest,
  requestWith,
  workflowRequest,
} from './requests';
import { useOfKind } from './uses';
import { requireSlot, textReference } from './world';

/** The list of models of an account, which shows that its key is recognised. */
export async function recognise(session: CheckSession, variable: KeyVariable): Promise<Answer> {
  const sender = senderOf(session, accountOf(variable).role ?? variable, variable);
  const answer = await reference(session, readRequest(sender, 'models'));
  const state = shutOutBy(answer);
  if (state ? state !== lastingStateOf(variable) : answer.status === 401)
    endUnjudged('blocked', { kind: 'unrecognised', variable, received: observed(answer) });
  return answer;
}

/** What a limiter or the AI responds to a request may show whose key it has. */
const plainSenderOf = (session: CheckSession, variable: KeyVariable): Sender =>
  senderOf(session, accountOf(variable).role ?? variable, variable, ['rate_limited', 'upstream_error']);

/** A valid AI request of an account, sent once in a run. */
export function useBy(session: CheckSession, sender: Sender, operation: AiOperation): Promise<Answer> {
  return once(session, ['use', operation, sender.variable], (session) => {
    const request =
      operation === 'workflow'
        ? workflowRequest(session, sender, chainOf(session, 'short'))
        : requestWith(session, sender, operation, fieldsOf(session, operation, 'prompt'));
    return prepare(session, request);
  });
}

/** The measured cost of such a request for API_KEY; undefined if it was not measured. */
export async function costOf(
  session: CheckSession,
  { operation, fields, blocks }: Pick<Request, 'operation' | 'fields' | 'blocks'>,
): Promise<number | undefined> {
  const { world, facts } = session;
  const chargeOf = (use: Answer | undefined) => use && facts.of(use).charged;
  const text = chargeOf(textReference(world.references)?.is);
  // A request without a measured charge costs about as much as a text request.
  if (operation === 'submit') return chargeOf(world.references.submission?.is) || text;
  if (operation === 'workflow') return chargeOf(world.workflows.get(blocks?.length ?? 2)?.is) || text;
  const tier = listedTiers(world).find((each) => fields?.model === modelOf(world, each));
  return tier && chargeOf(world.tiers[tier]?.is ?? (await useOfKind(session, 'text', 'prompt', tier)));
}

/** Records whether the credits of the account cover this request. */
export async function compareWithPrice(
  session: CheckSession,
  request: Request,
  answer: Answer,
  balance: Answer,
): Promise<void> {
  const cost = await costOf(session, request);
  if (covers(session, balance, cost)) session.facts.note(answer.exchange, { affordable: true });
  else if (mayCover(session, balance, cost)) session.facts.note(answer.exchange, { unpriced: true });
}

/**
 * The responses to an account at each operation where its variable claims that it is rejected, until one shows the claim.
 */
async function claimedState(session: CheckSession, variable: KeyVariable): Promise<Answer[]> {
  const state = lastingStateOf(variable);
  const answers: Answer[] = [];
  // A further AI request may use up what credits are left, and whether they are too few depends on the request.
  if (!state || state.code === 'insufficient_credits') return answers;
  const sender = plainSenderOf(session, variable);
  for (const operation of everyOperation.filter((each) => isRejectedAt(state, each))) {
    // If one operation cannot be asked, another one may show it.
    const asked = await tryOne(async () => {
      if (isPlainRead(operation)) return reference(session, readRequest(sender, operation));
      const isUse = (operation === 'text' || operation === 'workflow') && session.target[operation];
      return isUse ? useBy(session, sender, operation) : undefined;
    });
    if ('value' in asked && asked.value) answers.push(asked.value);
    if (answers.some((answer) => pairOf(answer) === pairIn(state))) break;
  }
  return answers;
}

/** How often a request must be accepted before the account counts as changed. */
const SERVED = 3;

/**
 * Repeats the first request of this account that was rejected with the code of its variable: the daily quota may
 * have been reset. Records whether it is accepted now.
 */
export async function earlierRejectionAgain(session: CheckSession, { variable }: Sender): Promise<void> {
  const state = variable && lastingStateOf(variable);
  // A revoked key stays so.
  if (!state || state.ofKey) return;
  const first = session.sent.find((each) => {
    const answer = each.variable === variable ? answerOf(each) : null;
    return answer && errorOf(answer).code === state.code;
  });
  const request = first && session.requests.get(first.id);
  if (!request) return;
  for (let time = 0; time < SERVED; time++) if (!isAccepted(await prepare(session, request))) return;
  session.facts.noteAccount(variable, { changed: true });
}

type Beside = readonly [before: Answer, others: Answer, after: Answer];

/** The credits of another account between two readings of those of API_KEY. Read once in a run. */
export const creditsBesideOwner = (session: CheckSession, sender: Sender): Promise<Beside> =>
  once(
    session,
    ['credits beside those of API_KEY', sender.account],
    async (session): Promise<Beside> => [
      await balanceOf(session, ownerOf(session)),
      await balanceOf(session, sender),
      await balanceOf(session, ownerOf(session)),
    ],
  );

/** Two balances of an account, and whether an AI request of API_KEY lowered them exactly like its own. */
export async function aroundAUse(session: CheckSession, sender: Sender) {
  const [first, { charge }, second] = await once(
    session,
    ['around a use', sender.account],
    async (session): Promise<[Answer, Answer, Answer]> => {
      const fields = fieldsOf(session, 'text', session.world.references.text?.is ? 'prompt' : 'messages');
      const use = () => prepare(session, requestWith(session, ownerOf(session), 'text', fields));
      return [
        await balanceOf(session, sender),
        await metered(session, use),
        await balanceOf(session, sender),
      ];
    },
  );
  const alike =
    charge?.seen === true &&
    sameBalance(session, first, charge.before) &&
    sameBalance(session, second, charge.after);
  // If the responses differ otherwise, they belong to different accounts, and the number may be shared by chance.
  const whole =
    alike &&
    isDeepStrictEqual(first.reading, charge.before.reading) &&
    isDeepStrictEqual(second.reading, charge.after.reading);
  return { alike, whole, first, second };
}

/**
 * Records whether an account is that of API_KEY: both balances are equal, and an AI request of API_KEY lowers them in the
 * same way.
 */
async function compareWithOwner(session: CheckSession, sender: Sender): Promise<void> {
  const { target, keys, facts } = session;
  if (target.text === undefined || keys.API_KEY === undefined || sender.variable === null) return;
  const [before, others, after] = await creditsBesideOwner(session, sender);
  if (![before, after].some((own) => sameBalance(session, own, others))) return;
  const { alike, first } = await aroundAUse(session, sender);
  if (alike && !isCached(first.exchange)) facts.noteAccount(sender.variable, { ofOwner: true });
}

/** The accounts that must be others than that of API_KEY: they look up its work, or their credits are compared. */
const distinct: ReadonlySet<KeyVariable> = new Set([
  'OTHER_API_KEY',
  ...rolesWithoutAi.map((role) => variableOf[role]),
]);

/** Ends with the reason unless an account is in the state that its variable claims, and not that of API_KEY. */
export async function establishAccount(session: CheckSession, variable: KeyVariable): Promise<null> {
  const list = requireSlot(session.world.recognised[variable]);
  const seen = await claimedState(session, variable);
  if (distinct.has(variable)) await compareWithOwner(session, plainSenderOf(session, variable));
  const accepted = seen.find(isAccepted);
  const last = seen.at(-1);
  const sent = seen.map(({ exchange }) => exchange);
  const { ofOwner } = session.facts.known.accounts[variable] ?? {};
  let why = ofOwner ? refuted(accepted ?? list, { how: 'same account' }) : null;
  if (last && !showsClaim(variable, sent))
    why = refuted(accepted ?? last, accepted && { how: 'never rejected' });
  if (why) endUnjudged(why.verdict, why.reason);
  return null;
}
