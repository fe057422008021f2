import { accountOf, type KeyVariable, keyVariables, stateCodes } from '../../spec/accounts';
import { usesAi } from '../../spec/operations';
import { difference } from '../judge/credits/decimal';
import type { AccountFacts } from '../judge/data/facts';
import { speaksOfTheAccount } from '../judge/response/account-state';
import { type Answer, errorOf, failsWith, isAccepted, observed } from '../judge/response/answer';
import { isCached } from '../judge/response/intermediaries';
import { sendRequest } from './client/client';
import { oncePerRun } from './client/once-per-run';
import { disturbanceOf } from './client/retries';
import { ownerOf, type Sender, senderOf } from './client/senders';
import type { Controls, RequestForm } from './controls';
import { creditsBesideOwner } from './credits/beside-owner';
import { metered } from './credits/meter';
import { balanceOf, readingIn, sameBalance } from './credits/readings';
import { endUndecided, recordSeparately } from './evidence/recorder';
import { perSession } from './run/per-session';
import type { Session } from './run/session';
import type { TextFields } from './target-file/target';

/**
 * What shows the state of an account beyond the judged response: its balance, and responses at other
 * operations.
 */

/** A read of an account, which shows whether its key is recognised. */
export async function ping(session: Session, sender: Sender): Promise<Answer> {
  return sendRequest(session, sender, 'models', { path: '/v1/models' }, { preparation: true });
}

/** Whether a balance covers the measured cost of a request; false if one of them is unknown. */
export function covers(session: Session, balance: Answer, cost = 0): boolean {
  const amount = readingIn(session, balance)?.amount;
  return amount != null && cost > 0 && difference(amount, String(cost)) >= 0;
}

/** Whether a balance is above zero, and the cost of a request was not measured. */
function mayCover(session: Session, balance: Answer, cost = 0): boolean {
  const amount = readingIn(session, balance)?.amount;
  return amount != null && cost <= 0 && difference(amount, '0') > 0;
}

export function saysInsufficientCredits(answer: Answer): boolean {
  return failsWith(answer, 402, 'insufficient_credits');
}

/** True if this request may refute what the variable claims about the account. */
export function isClaim({ account }: Sender, { operation }: Answer['exchange']): boolean {
  if (account === null || account === 'API_KEY') return false;
  return usesAi(operation) ? account !== 'OTHER_API_KEY' : isLookUp(operation);
}

/** If it is accepted for anybody but the owner, it shows whose account it is. */
const isLookUp = (operation: Answer['exchange']['operation']) => operation === 'job' || operation === 'run';

/** The accounts whose key may have been swapped with another: first those with a code of their own. */
const claimants: readonly KeyVariable[] = [
  ...keyVariables.filter((variable) => accountOf(variable).always),
  ...keyVariables.filter((variable) => accountOf(variable).sometimes),
  'OTHER_API_KEY',
];

/** The first request of each account that was rejected with its code, so that it can be repeated. */
const rejectedFirst = perSession(() => new Map<KeyVariable, () => Promise<Answer>>());
/** The balances that two keys read by turns, by the other key. */
const readingsIn = perSession((session) => oncePerRun<Sender['variable'], Answer[]>(session));
/** An AI request of API_KEY between two balances of another account, by that account. */
const aroundUses = perSession((session) =>
  oncePerRun<Sender['account'], readonly [Answer, Answer, Answer]>(session),
);
/** How often a request must be accepted before the account counts as changed. */
const SERVED = 3;

/** Checks of accounts other than that of API_KEY, with the controls of a run. */
export function accountChecks(session: Session, controls: Controls) {
  const { facts } = session;
  const noteAccount = ({ variable }: Sender, learnt: AccountFacts) => {
    if (variable !== null) facts.noteAccount(variable, learnt);
  };
  return {
    /**
     * Records facts about a response to another account that concern the account itself: that its balance
     * covers the request, or that it is the account of API_KEY. Also sends what else shows the state of the
     * account. Ends the check if the account was in the claimed state earlier in the run and no longer is.
     * @param before its credits before the request, where they were read
     * @param again sends the same request once more
     */
    async note(
      sender: Sender,
      answer: Answer,
      { before, like, again }: { before: Answer | null; like: RequestForm; again: () => Promise<Answer> },
    ): Promise<void> {
      const { exchange: judged } = answer;
      const lookedUp = isLookUp(judged.operation);
      const due = sender.account === null || lookedUp ? undefined : accountOf(sender.account).always;
      if (isAccepted(answer)) {
        const cost = before && (await controls.costOf(judged.operation, like));
        const affordable = before !== null && covers(session, before, cost ?? undefined);
        if (before !== null && mayCover(session, before, cost ?? undefined))
          facts.note(judged, { unpriced: true });
        const ofOwner = !affordable && (due !== undefined || lookedUp) && (await isOwners(sender));
        const claimedStateSeenAt = due && !ofOwner && (await noteKeeper(sender, due));
        if (affordable) facts.note(judged, { affordable });
        if (ofOwner) noteAccount(sender, { ofOwner });
        if (due !== undefined && !affordable && !ofOwner && !claimedStateSeenAt)
          await refuteChanged(sender, answer);
        return;
      }
      // An account that is only sometimes limited, or fails only sometimes, may belong to another variable.
      if (due !== undefined && disturbanceOf(answer, sender) !== null) await noteKeeper(sender, due);
      const { code = '' } = errorOf(answer);
      if (code === due) return noteRejected(sender, again);
      if (saysInsufficientCredits(answer)) {
        const balance = await balanceOf(session, sender);
        if (covers(session, balance, await controls.costOf(judged.operation, like)))
          facts.note(judged, { affordable: true });
      }
      if (due !== undefined && stateCodes.some((each) => each === code))
        await controls.atAnotherOperation(sender, judged.operation);
    },
    /** Records that an old key that was not rejected belongs to another account. */
    async noteAnother(sender: Sender): Promise<void> {
      if (await isAnothers(sender)) noteAccount(sender, { ofAnother: true });
    },
    /**
     * The credits that an account reads. Where it reads the same as API_KEY, though that covers a text
     * request that this account is rejected, both are also read before and after an AI request of API_KEY.
     * @param own the credits that it read
     * @param use sends a text request of it with these fields
     */
    async ownCredits(sender: Sender, own: Answer, fields: TextFields, use: () => Promise<Answer>) {
      const enough = covers(session, own, await controls.costOf('text', { fields }));
      if (!enough || !saysInsufficientCredits(await use())) return [own, own, own];
      const { whole, first, second } = await aroundAUse(sender);
      return whole ? [own, first, second] : [own, own, own];
    },
    /**
     * The credits that another account reads. Where it reads the same as API_KEY, both are also read before
     * and after an AI request of API_KEY, unless the lookup of its job shows that it is the same account.
     */
    async creditsBeside(sender: Sender): Promise<[Answer, Answer]> {
      const [before, others, after] = await creditsBesideOwner(session, sender);
      if (![before, after].some((own) => sameBalance(session, own, others))) return [others, others];
      const { whole, first, second } = await aroundAUse(sender);
      if (!whole) return [others, others];
      const look = await controls.ownJobBy(sender);
      const variable = sender.account;
      if (isAccepted(look) && !isCached(look.exchange) && variable !== null)
        return endUndecided('not tested', {
          kind: 'refuted',
          variable,
          received: observed(look),
          how: 'same account',
        });
      return [first, second];
    },
  };

  /** Records and returns the variable whose account is in the state that this one claims. */
  async function noteKeeper(sender: Sender, due: string): Promise<KeyVariable | undefined> {
    const claimedStateSeenAt = await keeperOf(due);
    if (claimedStateSeenAt) noteAccount(sender, { claimedStateSeenAt });
    return claimedStateSeenAt;
  }

  /** The variable of another account whose AI requests get this code. Each account is asked once in a run. */
  async function keeperOf(due: string): Promise<KeyVariable | undefined> {
    for (const variable of claimants) {
      if (session.keys[variable] === undefined || accountOf(variable).always === due) continue;
      const keeper = senderOf(session, accountOf(variable).role ?? variable, variable, [
        'rate_limited',
        'upstream_error',
      ]);
      const answer = await controls.atAnotherOperation(keeper);
      if (answer && errorOf(answer).code === due && speaksOfTheAccount(answer)) return variable;
    }
    return undefined;
  }

  function noteRejected({ account }: Sender, again: () => Promise<Answer>): void {
    const first = rejectedFirst(session);
    if (account !== null && !first.has(account)) first.set(account, again);
  }

  /** Ends the check if a request that was rejected earlier is accepted now: the daily quota may have been reset. */
  async function refuteChanged({ account }: Sender, answer: Answer): Promise<void> {
    const again = account && rejectedFirst(session).get(account);
    if (!again) return;
    for (let time = 0; time < SERVED; time++) if (!isAccepted(facts.asPreparation(await again()))) return;
    const received = observed(answer);
    endUndecided('inconclusive', { kind: 'refuted', variable: account, received, how: 'another state' });
  }

  /** Whether an account is that of API_KEY: an AI request of API_KEY lowers both balances in the same way. */
  async function isOwners(sender: Sender): Promise<boolean> {
    if (session.target.text === undefined || session.keys.API_KEY === undefined) return false;
    const { alike, first } = await aroundAUse(sender);
    return alike && !isCached(first.exchange);
  }

  /** Whether a key belongs to another account: it does not find the job of API_KEY, and reads other credits. */
  async function isAnothers(sender: Sender): Promise<boolean> {
    const owner = ownerOf(session);
    // Two keys of one account read the same balance between two equal readings.
    const readings = () =>
      session.coordinator.withLock('API_KEY', async () => {
        const answers: Answer[] = [];
        for (const reader of [owner, sender, owner, sender, owner])
          answers.push(await balanceOf(session, reader));
        return answers;
      });
    const ask = async () => [await controls.ownJobBy(sender), ...(await readings())];
    // Without a job to ask for, the check continues.
    const { value = [] } = await recordSeparately(() => readingsIn(session)(sender.variable, ask));
    const [look, first, ...others] = value;
    if (first === undefined || look?.status !== 404) return false;
    return others.every(
      (each) =>
        isAccepted(each) && sameBalance(session, first, each) === (each.exchange.variable === owner.variable),
    );
  }

  /** Two balances of an account, and whether an AI request of API_KEY lowered them exactly like its own. */
  async function aroundAUse(sender: Sender) {
    const { coordinator } = session;
    const read = async (): Promise<[Answer, Answer, Answer]> => [
      await balanceOf(session, sender),
      await metered(session, () => controls.resendReference('text')),
      await balanceOf(session, sender),
    ];
    // Nothing else of the run uses either key meanwhile: a charge would make the two readings differ, and both
    // may belong to one account.
    const alone = () =>
      coordinator.withLock('API_KEY', () =>
        sender.account === null ? read() : coordinator.withLock(sender.account, read),
      );
    const [first, { charge }, second] = await aroundUses(session)(sender.account, alone);
    const alike =
      charge?.seen === true &&
      sameBalance(session, first, charge.before) &&
      sameBalance(session, second, charge.after);
    // If the responses differ otherwise, they belong to different accounts, and the number may be shared by
    // chance.
    const whole = alike && first.text === charge.before.text && second.text === charge.after.text;
    return { alike, whole, first, second };
  }
}
