import { isDeepStrictEqual } from 'node:util';
import { accountOf, type KeyVariable, lastingStateOf, rolesWithoutAi, variableOf } from '../../spec/accounts';
import { type AiOperation, everyOperation, isPlainRead } from '../../spec/operations';
import { prepare } from '../client/client';
import { metered } from '../client/credits/measure';
import { balanceOf, covers, sameBalance } from '../client/credits/readings';
import { type CheckSession, endUnjudged, tryOne } from '../client/evidence/recorder';
import { once } from '../client/once';
import type { Request, Sender } from '../client/request';
import type { Session } from '../client/run/session';
import { ownerOf, senderOf } from '../client/senders';
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
import { validKinds } from '../settings/operations';
import { reference } from './reads';
import { fieldsOf, readRequest, requestOf, requestWith } from './requests';
import { chargedAt } from './uses';
import { requireSlot } from './world';

const senderFor = (session: CheckSession, variable: KeyVariable, asksFor?: string[]): Sender =>
  senderOf(session, accountOf(variable).role ?? variable, variable, asksFor);

/** The list of models of an account, which shows that its key is recognised. */
export async function recognise(session: CheckSession, variable: KeyVariable): Promise<Answer> {
  const answer = await reference(session, readRequest(senderFor(session, variable), 'models'));
  const state = shutOutBy(answer);
  if (state ? state !== lastingStateOf(variable) : answer.status === 401)
    endUnjudged('blocked', { kind: 'unrecognised', variable, received: observed(answer) });
  return answer;
}

/** A valid AI request of an account, sent once in a run. */
export function useBy(session: CheckSession, sender: Sender, operation: AiOperation): Promise<Answer> {
  return once(session, ['use', operation, sender.variable], (session) =>
    prepare(session, requestOf(session, validKinds[operation], sender)),
  );
}

/** What such a request cost API_KEY; 0 if it was not measured. Other work costs about as much as a text request. */
function priceOf(session: Session, { operation, fields, blocks }: Request): number {
  const like = chargedAt(session, operation).find(
    ({ request }) => request.fields?.model === fields?.model && request.blocks?.length === blocks?.length,
  );
  const [text] = operation === 'text' ? [] : chargedAt(session, 'text');
  return (like ?? text)?.charged ?? 0;
}

/** Records whether these credits of the account cover this request. */
export function compareWithPrice(
  session: CheckSession,
  request: Request,
  answer: Answer,
  balance: Answer,
): void {
  const affordable = covers(session, balance, priceOf(session, request));
  if (affordable !== undefined) session.facts.note(answer.exchange, { affordable });
}

/**
 * The responses to an account at each operation where its variable claims that it is rejected, until one shows the claim.
 */
async function claimedState(session: CheckSession, variable: KeyVariable): Promise<Answer[]> {
  const state = lastingStateOf(variable);
  const answers: Answer[] = [];
  // A further AI request may use up what credits are left, and whether they are too few depends on the request.
  if (!state || state.code === 'insufficient_credits') return answers;
  // What a limiter or the AI responds may show whose key it is.
  const sender = senderFor(session, variable, ['rate_limited', 'upstream_error']);
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
 * After an accepted request, repeats the first one of this account that was rejected with the code of its variable: the
 * daily quota may have been reset. Records whether it is accepted now.
 */
export async function earlierRejectionAgain(session: CheckSession, { exchange }: Answer): Promise<void> {
  const { variable } = exchange;
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
  session.facts.note(exchange, { changed: true });
}

/** How another account reads its credits beside those of API_KEY. */
interface Beside {
  first: Answer;
  /** The same after an AI request of API_KEY, if the credits were equal before. */
  second: Answer;
  /** The credits of both were equal before and after that request, which lowered them. */
  alike: boolean;
  /** So was all else in the responses. Otherwise, they are of different accounts that may share the number. */
  whole: boolean;
}

/** Reads the credits of an account and of API_KEY; if they are equal, also around an AI request of API_KEY. */
export const besideOwner = (session: CheckSession, sender: Sender): Promise<Beside> =>
  once(session, ['credits beside those of API_KEY', sender.account], async (session): Promise<Beside> => {
    const owner = ownerOf(session);
    const before = await balanceOf(session, owner);
    const others = await balanceOf(session, sender);
    const after = await balanceOf(session, owner);
    if (![before, after].some((own) => sameBalance(session, own, others)))
      return { first: others, second: others, alike: false, whole: false };
    const fields = fieldsOf(session, 'text', session.world.references.text?.is ? 'prompt' : 'messages');
    const first = await balanceOf(session, sender);
    const { charge } = await metered(session, () =>
      prepare(session, requestWith(session, owner, 'text', fields)),
    );
    const second = await balanceOf(session, sender);
    const isEqual = (test: (one: Answer, other: Answer) => boolean) =>
      charge?.seen === true && test(first, charge.before) && test(second, charge.after);
    const alike = isEqual((one, other) => sameBalance(session, one, other));
    const whole = alike && isEqual((one, other) => isDeepStrictEqual(one.reading, other.reading));
    return { first, second, alike, whole };
  });

/** Records whether an account is that of API_KEY: an AI request of API_KEY lowers the credits of both in the same way. */
async function compareWithOwner(session: CheckSession, sender: Sender): Promise<void> {
  const { target, keys, facts } = session;
  if (target.text === undefined || keys.API_KEY === undefined || sender.variable === null) return;
  const { alike, first } = await besideOwner(session, sender);
  if (alike && !isCached(first.exchange)) facts.known.ofOwner.push(sender.variable);
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
  if (distinct.has(variable)) await compareWithOwner(session, senderFor(session, variable));
  const accepted = seen.find(isAccepted);
  const last = seen.at(-1);
  const sent = seen.map(({ exchange }) => exchange);
  const ofOwner = session.facts.known.ofOwner.includes(variable);
  const why =
    last && !showsClaim(variable, sent)
      ? refuted(variable, accepted ?? last, accepted && 'never rejected')
      : ofOwner && refuted(variable, accepted ?? list, 'same account');
  if (why) endUnjudged(why.verdict, why.reason);
  return null;
}
