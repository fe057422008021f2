import { expect, test } from '@playwright/test';
import { asCrash, whenAccepted } from '../../mock/answers';
import { overrideChapter } from '../../mock/behaviour';
import type { Work } from '../../mock/call';
import { chargedAt, chargedWhenDone, lateBy } from '../../proof/catalogue/variants/pace';
import { onMock } from '../../proof/helpers/open-mock';
import mockTarget from '../../tests/targets/mock';
import { rejectedWith } from '../judge/data/expectation';
import { evaluate } from '../judge/verdict/evaluate';
import type { Actor } from './actors';
import { ownerOf, senderOf } from './client/senders';
import type { Controls } from './controls';
import { job } from './operations';
import type { Preconditions } from './preconditions';
import { isDone } from './reference-requests';
import type { Target, TextFields } from './target-file/target';

const withoutPrompt = ({ prompt, ...fields }: TextFields) => fields;
const withoutMessages = ({ messages, ...fields }: TextFields) => fields;

for (const [what, target, ask, verdict, told] of [
  [
    'a text request with a prompt',
    { text: (fields) => mockTarget.text(withoutPrompt(fields)) },
    async (withoutCredits, preconditions) =>
      withoutCredits.text(await preconditions.fields('text', 'prompt')),
    'blocked',
    'the accepted text request with a prompt',
  ],
  [
    'a job with messages',
    { job: { ...mockTarget.job, submit: (fields) => mockTarget.job.submit(withoutMessages(fields)) } },
    async (withoutCredits, preconditions) =>
      withoutCredits.submit(await preconditions.fields('submit', 'messages')),
    // The contract does not say that a job takes messages.
    'not tested',
    'the accepted submission of a job with messages',
  ],
] satisfies [
  string,
  Target,
  (withoutCredits: Actor, preconditions: Preconditions) => Promise<unknown>,
  string,
  string,
][])
  test(`if API_KEY is rejected for ${what}, the same rejection of another account does not show its state`, async () => {
    const { evidence } = await onMock(
      { target: { ...mockTarget, ...target } },
      ({ session, actorFor, preconditions }) =>
        ask(actorFor(senderOf(session, 'no credits', 'NO_CREDITS_API_KEY')), preconditions),
    );
    expect(evidence.inconclusive).toMatchObject({ verdict, reason: { what: told } });
  });

test('a rejected workflow is judged even if the list of models fails, because workflows name no model', async () => {
  const { value } = await onMock(
    { variant: whenAccepted('models', asCrash) },
    ({ session, actorFor, preconditions }) =>
      actorFor(ownerOf(session)).workflow(preconditions.faulty('later', 'late')),
  );
  expect(value?.status).toBe(400);
});

for (const [what, made] of [
  ['job', (controls) => controls.submission()],
  ['run', (controls) => controls.workflow()],
] satisfies ['job' | 'run', (controls: Controls) => Promise<unknown>][])
  test(`another account looks up a ${what} while it is pending, even if it is charged only when it is done`, async () => {
    const begun = new WeakMap<Work, number>();
    const pending = overrideChapter(`${what}s`, ({ submitted, belongs }) => ({
      milliseconds: 400,
      submitted(work, call) {
        begun.set(work, Date.now());
        return submitted(work, call);
      },
      belongs: (work, account) => belongs(work, account) || Date.now() < (begun.get(work) ?? 0) + 350,
    }));
    const variant = [pending, chargedWhenDone.change];
    const { value } = await onMock({ variant }, async ({ preconditions, controls }) => {
      await made(controls);
      return preconditions.foreignAtOnce(what);
    });
    expect(value?.status).toBe(200);
  });

test('the owner looks up a job while it is pending, even if it is charged when it is done', async () => {
  const slow = overrideChapter('jobs', () => ({ milliseconds: 150 }));
  const later = chargedAt((now) => now + 200);
  const { value } = await onMock({ variant: [slow, later] }, async ({ controls }) => {
    await controls.submission();
    return controls.job();
  });
  expect(value && isDone(value, mockTarget.job.result)).toBe(false);
});

for (const [age, told] of [
  [61, { verdict: 'inconclusive', reason: { kind: 'gone' } }],
  [0, undefined],
] as const)
  test(`a job whose result is gone ${age} s after it was found is ${told?.verdict ?? 'judged'}`, async () => {
    const shown = new Set<Work>();
    const kept = overrideChapter('jobs', ({ present }) => ({
      present(work, now, call) {
        if (shown.has(work)) return { job_id: work.id, state: 'expired' };
        if (now >= work.doneAt) shown.add(work);
        return present(work, now, call);
      },
    }));
    const { evidence } = await onMock({ variant: kept }, ({ session, controls }) => {
      session.facts.foundAt.job = Date.now() - age * 1000;
      return controls.finishedJobAtLast();
    });
    expect(evidence.inconclusive).toEqual(told);
  });

test('a job that is gone a minute after it was found stays inconclusive, however often it is read', async () => {
  let looks = 0;
  const thrownAway = overrideChapter('jobs', ({ find }) => ({
    find: (...asked) => (++looks > 2 ? undefined : find(...asked)),
  }));
  const { evidence } = await onMock({ variant: thrownAway }, async ({ session, controls, trials }) => {
    session.facts.foundAt.job = Date.now() - 61_000;
    await controls.job();
    return trials.again(job);
  });
  expect(evidence.inconclusive).toEqual({ verdict: 'inconclusive', reason: { kind: 'gone' } });
});

test("each of the owner's runs is looked up until it is found, even if that is a moment after its submission", async () => {
  const late = overrideChapter('runs', ({ find }) => ({ find: lateBy(0, find), milliseconds: 400 }));
  const { value = [] } = await onMock({ variant: late, depth: 3 }, ({ trials }) => trials.runs());
  expect(value.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("access to another account's run is a breach, even if no response has its ID and no other request was rejected", async () => {
  const readByAll = overrideChapter('runs', () => ({
    belongs: () => true,
    present: () => ({ state: 'done' }),
  }));
  const { value: answers = [], evidence } = await onMock(
    { variant: readByAll, verifiedEarlier: [] },
    ({ session, actorFor, trials }) =>
      trials.foreign('run', actorFor(senderOf(session, 'other account', 'OTHER_API_KEY'))),
  );
  expect(answers[0]?.status).toBe(200);
  const found = evaluate(rejectedWith(404, 'not_found'), answers, evidence.exchanges, {
    words: [],
    verifiedEarlier: [],
  });
  expect(found).toMatchObject({ met: false });
  expect(found.inconclusive).toBeUndefined();
});
