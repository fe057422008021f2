import { expect, test } from '@playwright/test';
import { asCrash, whenAccepted } from '../../../mock/answers';
import { overrideChapter } from '../../../mock/behaviour';
import type { Work } from '../../../mock/call';
import { chargedAt, chargedWhenDone, lateBy } from '../../../proof/catalogue/variants/pace';
import { judged } from '../../../proof/helpers/judged';
import { onMock } from '../../../proof/helpers/open-mock';
import { aContext } from '../../../proof/helpers/reports-runs';
import { sendCheck } from '../../../proof/helpers/send-check';
import mockTarget from '../../../tests/targets/mock';
import { rejectedWith } from '../../judge/data/expectation';
import { evaluate } from '../../judge/verdict/evaluate';
import { accepted, status } from '../check/expected';
import { otherSenderIn, ownerOf } from '../client/senders';
import type { CheckSession } from '../evidence/recorder';
import { isDone } from '../named/look-ups';
import { unknownRun } from '../named/references';
import { submission } from '../named/uses';
import { finishedJobAtEnd, firstLookUp } from '../named/work';
import { chainWith, faultySubmissionOf, workflow } from '../named/workflows';
import { prompt, type RequestKind, submittedMessages } from '../operations';
import type { Target, TextFields } from '../target-file/target';
import { ask, foreignAtOnce } from './ask';

const withoutPrompt = ({ prompt, ...fields }: TextFields) => fields;
const withoutMessages = ({ messages, ...fields }: TextFields) => fields;

for (const [what, target, kind, verdict, missing] of [
  [
    'a text request with a prompt',
    { text: (fields) => mockTarget.text(withoutPrompt(fields)) },
    prompt,
    'blocked',
    'the accepted text request with a prompt',
  ],
  [
    'a job with messages',
    { job: { ...mockTarget.job, submit: (fields) => mockTarget.job.submit(withoutMessages(fields)) } },
    submittedMessages,
    // The contract does not say that a job takes messages.
    'not tested',
    'the accepted submission of a job with messages',
  ],
] satisfies [string, Target, RequestKind, string, string][])
  test(`if API_KEY is rejected for ${what}, the same rejection of another account does not show its state`, async () => {
    const expected = rejectedWith(402, 'insufficient_credits');
    const { value } = await onMock({ target: { ...mockTarget, ...target } }, async (session) =>
      judged(session, await kind.request(session, otherSenderIn(session, 'no credits')), expected),
    );
    expect(value?.unjudged).toMatchObject({ verdict, reason: { what: missing } });
  });

test('a rejected workflow is judged even if the list of models fails, because workflows name no model', async () => {
  const { value } = await onMock({ variant: whenAccepted('models', asCrash) }, (session) =>
    ask(session, faultySubmissionOf(session, ownerOf(session), chainWith(session, 'later', 'late'))),
  );
  expect(value?.status).toBe(400);
});

for (const [what, made] of [
  ['job', submission],
  ['run', workflow],
] satisfies ['job' | 'run', (session: CheckSession) => Promise<unknown>][])
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
    const { value } = await onMock({ variant }, async (session) => {
      await made(session);
      return foreignAtOnce(session, what);
    });
    expect(value?.status).toBe(200);
  });

test('the owner looks up a job while it is pending, even if it is charged when it is done', async () => {
  const slow = overrideChapter('jobs', () => ({ milliseconds: 1000 }));
  const later = chargedAt((now) => now + 1200);
  const { value } = await onMock({ variant: [slow, later] }, async (session) => {
    await submission(session);
    return firstLookUp(session, 'job');
  });
  expect(value && isDone(value, mockTarget.job.result)).toBe(false);
});

for (const [age, inconclusive] of [
  [61, { verdict: 'inconclusive', reason: { kind: 'gone' } }],
  [0, undefined],
] as const)
  test(`a job whose result is gone ${age} s after it was found is ${inconclusive?.verdict ?? 'judged'}`, async () => {
    const shown = new Set<Work>();
    const kept = overrideChapter('jobs', ({ present }) => ({
      present(work, now, call) {
        if (shown.has(work)) return { job_id: work.id, state: 'expired' };
        if (now >= work.doneAt) shown.add(work);
        return present(work, now, call);
      },
    }));
    const { evidence } = await onMock({ variant: kept }, (session) => {
      session.facts.foundAt.job = Date.now() - age * 1000;
      return finishedJobAtEnd(session);
    });
    expect(evidence.unjudged).toEqual(inconclusive);
  });

test('a job that is gone a minute after it was found stays inconclusive, however often it is read', async () => {
  let looks = 0;
  const thrownAway = overrideChapter('jobs', ({ find }) => ({
    find: (...asked) => (++looks > 2 ? undefined : find(...asked)),
  }));
  const { evidence } = await onMock({ variant: thrownAway }, async (session) => {
    session.facts.foundAt.job = Date.now() - 61_000;
    await firstLookUp(session, 'job');
    return sendCheck(session, { at: 'job', send: 'repeatedly', expect: accepted });
  });
  expect(evidence.unjudged).toEqual({ verdict: 'inconclusive', reason: { kind: 'gone' } });
});

test("each of the owner's runs is looked up until it is found, even if that is a moment after its submission", async () => {
  const late = overrideChapter('runs', ({ find }) => ({ find: lateBy(0, find), milliseconds: 400 }));
  const { value = [] } = await onMock({ variant: late, depth: 3 }, (session) =>
    sendCheck(session, { at: 'run', send: { own: 'of each kind' } }),
  );
  expect(value.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("access to another account's run is a violation, even if no response has its ID and no other request was rejected", async () => {
  const readByAll = overrideChapter('runs', () => ({
    belongs: () => true,
    present: () => ({ state: 'done' }),
  }));
  const { value: answers = [], evidence } = await onMock(
    { variant: readByAll, verifiedEarlier: [] },
    async (session) => {
      await unknownRun(session);
      return sendCheck(session, {
        at: 'run',
        send: { foreign: 'repeatedly' },
        expect: status(404, 'not_found'),
      });
    },
  );
  expect(answers[0]?.status).toBe(200);
  const result = evaluate(
    rejectedWith(404, 'not_found'),
    answers,
    evidence.exchanges,
    aContext({ verifiedEarlier: [] }),
  );
  expect(result).toMatchObject({ met: false });
  expect(result.unjudged).toBeUndefined();
});
