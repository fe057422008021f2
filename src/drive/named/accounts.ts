import { isDeepStrictEqual } from 'node:util';
import { accountOf, type KeyVariable, keyVariables, lastingStateOf, stateOf } from '../../../spec/accounts';
import { everyOperation, isPlainRead, requestTo } from '../../../spec/operations';
import type { Operation } from '../../judge/data/evidence';
import { isRejectedAt, pairIn, pairOf } from '../../judge/response/account-state';
import { type Answer, answerOf, errorOf, failsWith, isAccepted, observed } from '../../judge/response/answer';
import { isCached } from '../../judge/response/intermediaries';
import { prepare } from '../client/client';
import { once } from '../client/once';
import { asRepeat, type Request, type Sender } from '../client/request';
import { senderOf } from '../client/senders';
import { creditsBesideOwner } from '../credits/beside-owner';
import { metered } from '../credits/meter';
import { balanceOf, covers, mayCover, sameBalance } from '../credits/readings';
import { type CheckSession, endUnjudged, tryOne } from '../evidence/recorder';
import { listedTiers, modelOf, reference } from './models';
import { referenceAgain, useBy } from './references';
import { fieldsOf, requestWith, submission, textUse, tierUse } from './uses';
import { sharedId } from './work';
import { workflow } from './workflows';

/** The measured cost of such a request for API_KEY; undefined if it was not measured. */
export async function costOf(
  session: CheckSession,
  { operation, blocks, fields }: Pick<Request, 'operation' | 'blocks' | 'fields'>,
): Promise<number | undefined> {
  const chargeOf = (use: Answer) => session.facts.of(use).charged;
  if (operation === 'submit' || operation === 'workflow') {
    const use = await (operation === 'submit' ? submission(session) : workflow(session, blocks?.length));
    // A request without a measured charge costs about as much as a text request.
    return chargeOf(use) || (session.target.text && chargeOf(await textUse(session)));
  }
  for (const tier of await listedTiers(session))
    if (fields?.model === (await modelOf(session, tier))) return chargeOf(await tierUse(session, tier));
  return undefined;
}

/** Whether the account may use this model, each time, and is rejected for pro, which costs more (contract 1). */
async function hasTooFewForPro(session: CheckSession, request: Request): Promise<boolean> {
  const { sender, operation, fields } = request;
  if (fields === undefined || (operation !== 'text' && operation !== 'submit')) return false;
  if (!(await listedTiers(session)).includes('pro')) return false;
  const model = await modelOf(session, 'pro');
  if (fields.model === model) return false;
  const pro = requestWith(session, sender, operation, { ...fields, model });
  return (
    isAccepted(await prepare(session, asRepeat(request))) &&
    failsWith(await prepare(session, pro), 402, 'insufficient_credits')
  );
}

/** Records whether the credits of the account cover this request. The balance was read before, or is read now. */
export async function compareWithPrice(
  session: CheckSession,
  request: Request,
  answer: Answer,
): Promise<void> {
  const { variable } = answer.exchange;
  const { exchanges } = session.evidence;
  const before = exchanges
    .slice(
      0,
      exchanges.findIndex(({ id }) => id === answer.exchange.id),
    )
    .findLast((each) => each.operation === 'credits' && each.variable === variable);
  const balance = (before && answerOf(before)) ?? (await balanceOf(session, request.sender));
  const cost = await costOf(session, request);
  const isCovered =
    covers(session, balance, cost) || (isAccepted(answer) && (await hasTooFewForPro(session, request)));
  if (isCovered) session.facts.note(answer.exchange, { affordable: true });
  else if (mayCover(session, balance, cost)) session.facts.note(answer.exchange, { unpriced: true });
}

/** A valid AI request of this account; null if the target file describes none. */
async function anyUseBy(session: CheckSession, sender: Sender): Promise<Answer | null> {
  const { text, workflow: described } = session.target;
  if (text) return useBy(session, sender, 'text');
  return described ? useBy(session, sender, 'workflow') : null;
}

/** The accounts whose key may be in another variable: first those whose AI requests cost nothing. */
const claimants = keyVariables
  .filter((variable) => variable !== 'API_KEY' && !stateOf(variable)?.ofKey)
  .toSorted((one, other) => Number(!lastingStateOf(one)) - Number(!lastingStateOf(other)));

/** What a limiter or the AI responds to a request may show whose key it has. */
export const plainSenderOf = (session: CheckSession, variable: KeyVariable): Sender =>
  senderOf(session, accountOf(variable).role ?? variable, variable, ['rate_limited', 'upstream_error']);

/**
 * Asks for the state that the variable of this sender claims, until a response shows it: first at further operations,
 * then by other accounts. Records where it was seen, or that the account is accepted instead. Each request is sent once
 * in a run.
 * @returns the responses to its own requests
 */
export async function claimedState(session: CheckSession, { variable }: Sender): Promise<Answer[]> {
  const state = variable && lastingStateOf(variable);
  if (!state) return [];
  const { facts, keys, target, sent } = session;
  const shows = (answer: Answer | null) => pairOf(answer) === pairIn(state);
  const own = sent
    .filter((each) => each.variable === variable && isRejectedAt(state, each.operation))
    .flatMap((each) => answerOf(each) ?? []);
  const operations = new Set<Operation>(own.map(({ exchange }) => exchange.operation));
  const sender = plainSenderOf(session, variable);
  for (const operation of everyOperation) {
    if (own.some(shows)) break;
    if (operations.has(operation) || !isRejectedAt(state, operation)) continue;
    // If one operation cannot be asked, another one may show it.
    const asked = await tryOne(async () => {
      if (isPlainRead(operation))
        return reference(session, { sender, operation, spec: requestTo(operation) });
      const isUse = (operation === 'text' || operation === 'workflow') && target[operation];
      return isUse ? useBy(session, sender, operation) : undefined;
    });
    if ('value' in asked && asked.value) own.push(asked.value);
  }
  if (own.some(shows)) facts.noteAccount(variable, { claimedStateSeenAt: variable });
  if (own.some(shows)) return own;
  if (own.some(isAccepted)) facts.noteAccount(variable, { neverRejected: true });
  for (const other of state.ofKey ? [] : claimants) {
    if (keys[other] === undefined || lastingStateOf(other) === state) continue;
    if (!shows(await anyUseBy(session, plainSenderOf(session, other)))) continue;
    facts.noteAccount(variable, { claimedStateSeenAt: other });
    break;
  }
  return own;
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
  for (let time = 0; time < SERVED; time++)
    if (!isAccepted(await prepare(session, asRepeat(request)))) return;
  session.facts.noteAccount(variable, { changed: true });
}

/** Two balances of an account, and whether an AI request of API_KEY lowered them exactly like its own. */
async function aroundAUse(session: CheckSession, sender: Sender) {
  // What the request is made from is not sent between the readings.
  await textUse(session);
  const [first, { charge }, second] = await once(
    session,
    ['around a use', sender.account],
    async (session): Promise<[Answer, Answer, Answer]> => [
      await balanceOf(session, sender),
      await metered(session, () => referenceAgain(session, 'text')),
      await balanceOf(session, sender),
    ],
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
export async function compareWithOwner(session: CheckSession, sender: Sender): Promise<void> {
  const { target, keys, facts } = session;
  if (target.text === undefined || keys.API_KEY === undefined || sender.variable === null) return;
  const [before, others, after] = await creditsBesideOwner(session, sender);
  if (![before, after].some((own) => sameBalance(session, own, others))) return;
  const { alike, first } = await aroundAUse(session, sender);
  if (alike && !isCached(first.exchange)) facts.noteAccount(sender.variable, { ofOwner: true });
}

const jobOfOwner = async (session: CheckSession, sender: Sender): Promise<Answer> => {
  const spec = requestTo('job', await sharedId(session, 'job'));
  return prepare(session, { sender, operation: 'job', spec });
};

/**
 * The credits that the account without credits reads. If they equal those of API_KEY, though these cover a text
 * request that this account is rejected, both are also read before and after an AI request of API_KEY.
 * @param own the credits that it read
 * @param use sends a text request of it with these fields
 */
export async function creditsOfEmptyAccount(
  session: CheckSession,
  sender: Sender,
  own: Answer,
  use: () => Promise<Answer>,
): Promise<[Answer, Answer]> {
  const fields = await fieldsOf(session, 'text', 'prompt');
  const enough = covers(session, own, await costOf(session, { operation: 'text', fields }));
  if (!enough || !failsWith(await use(), 402, 'insufficient_credits')) return [own, own];
  const { whole, first, second } = await aroundAUse(session, sender);
  return whole ? [first, second] : [own, own];
}

/**
 * The credits that another account reads. If they equal those of API_KEY, both are also read before and after an
 * AI request of API_KEY, unless the lookup of its job shows that it is the same account.
 */
export async function creditsOfOther(session: CheckSession, sender: Sender): Promise<[Answer, Answer]> {
  const [before, others, after] = await creditsBesideOwner(session, sender);
  if (![before, after].some((own) => sameBalance(session, own, others))) return [others, others];
  const { whole, first, second } = await aroundAUse(session, sender);
  if (!whole) return [others, others];
  const found = await jobOfOwner(session, sender);
  const { variable } = sender;
  if (isAccepted(found) && !isCached(found.exchange) && variable !== null)
    return endUnjudged('not tested', {
      kind: 'refuted',
      variable,
      received: observed(found),
      how: 'same account',
    });
  return [first, second];
}
