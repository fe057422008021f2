import { _baseTest as base } from '@playwright/test';
import type { Actor } from './actors';
import { type Burst, burstOf } from './burst';
import { clauseOf, openRecord, skipUndecided } from './case/recorder';
import { sendAgain } from './client/again';
import { type Holder, holderIn, nobody, ownerOf, presenting, retiredOf, type Sender } from './client/senders';
import type { Controls } from './controls';
import { type Given, givenIn } from './given';
import { guardWorker, keepProbe } from './http/secrets';
import { type Outage, outageOf } from './outage';
import { prefetch } from './prefetch';
import { openSession, type Session } from './run/session';
import type { Settings } from './settings';
import type { Target } from './target';
import { type Trials, trialsOf } from './trials';

export { advice, must, open } from './case/clause';
export { expect } from './case/matchers';

/** Who may send requests in a case: nobody, API_KEY, OLD_API_KEY, the holders of the other keys, and whoever else. */
interface Actors extends Record<'anonymous' | 'owner' | 'retired' | Holder, Actor> {
  /**
   * Somebody with this Authorization header.
   * @param how names the probe in reports: `cut off`
   * @param header made from API_KEY
   */
  presenting: (how: string, header: (key: string) => string) => Actor;
}

/** What a case builds on. */
interface Fixtures {
  /** The accepted requests of this run. */
  baseline: Controls;
  /** What a case builds on. */
  given: Given;
  /** Sends families of probes, and returns their answers: `trials.keys(list, credits)`. */
  trials: Trials;
  /** How the target spells what the contract leaves open. */
  target: Target;
  settings: Settings;
  burst: Burst;
  outage: Outage;
}

/** What no case uses by itself. */
interface Internal {
  session: Session;
  evidence: undefined;
}

interface OfWorker {
  /** Opens the worker's session: with the run's target, but for tests of the suite itself. */
  opener: { open: () => Promise<Session> };
  workerSession: Session;
}

export const test = base.extend<Actors & Fixtures & Internal, OfWorker>({
  opener: [{ open: () => openSession(process.env) }, { scope: 'worker', option: true }],

  workerSession: [
    async ({ opener }, use) => {
      guardWorker();
      const session = await opener.open();
      await use(session);
      await session.close();
    },
    { scope: 'worker', box: 'self' },
  ],

  session: [async ({ workerSession }, use) => use(workerSession), { box: 'self' }],

  evidence: [
    async ({ session }, use, testInfo) => {
      const record = openRecord(clauseOf(testInfo), testInfo, session);
      await use(undefined);
      await sendAgain(session);
      record.close();
      if (testInfo.status === 'passed') skipUndecided(record.evidence);
    },
    { auto: true, box: 'self' },
  ],

  baseline: [
    async ({ session }, use) => {
      const { baseline } = givenIn(session);
      await baseline.doubted();
      prefetch(session);
      await use(baseline);
    },
    { box: 'self' },
  ],
  given: [async ({ session }, use) => use(givenIn(session).given), { box: 'self' }],
  target: [async ({ session }, use) => use(session.target), { box: 'self' }],
  settings: [async ({ session }, use) => use(session.settings), { box: 'self' }],

  anonymous: acting(() => nobody),
  owner: acting(ownerOf),
  stranger: holding('stranger'),
  retired: acting(retiredOf),
  broke: holding('broke'),
  unlinked: holding('unlinked'),
  capped: holding('capped'),
  rateLimited: holding('rateLimited'),
  unlucky: holding('unlucky'),
  burst: [async ({ session, rateLimited }, use) => use(burstOf(session, rateLimited)), { box: 'self' }],
  outage: [async ({ session, unlucky }, use) => use(outageOf(session, unlucky)), { box: 'self' }],

  // `baseline` is asked for, though not used: it sends what shows whether this target's answers prove anything.
  trials: [async ({ session, baseline: _ }, use) => use(trialsOf(session)), { box: 'self' }],

  presenting: [
    async ({ session, baseline: _ }, use) => {
      await use((how, header) => {
        const key = session.keys.API_KEY ?? '';
        const authorization = header(key);
        keepProbe(key, how, authorization.replace(/^bearer\s*/i, '').trim());
        return givenIn(session).by(presenting(how, authorization));
      });
    },
    { box: 'self' },
  ],
});

/** A fixture: somebody who sends requests. */
function acting(
  senderIn: (session: Session) => Sender,
): [
  (setting: Fixtures & { session: Session }, use: (actor: Actor) => Promise<void>) => Promise<void>,
  { box: 'self' },
] {
  return [
    async ({ session, baseline: _ }, use) => use(givenIn(session).by(senderIn(session))),
    { box: 'self' },
  ];
}

/** A fixture: the holder of an account's key; the case is not driven where the key is not given. */
function holding(actor: Holder) {
  return acting((session) => holderIn(session, actor));
}
