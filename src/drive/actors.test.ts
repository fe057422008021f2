import { expect, test } from '@playwright/test';
import { asCrash, served } from '../../mock/answers';
import { within } from '../../mock/behaviour';
import type { Work } from '../../mock/call';
import { chargedAt, chargedWhenDone, lateBy } from '../../proof/catalogue/variants/pace';
import { onMock } from '../../proof/helpers/open-mock';
import mockTarget from '../../tests/targets/mock';
import { evaluate } from '../judge/evaluate';
import { failure } from '../judge/expectation';
import type { Actor } from './actors';
import { isDone } from './baselines';
import { ownerOf, senderOf } from './client/senders';
import type { Controls } from './controls';
import type { Given } from './given';
import { job } from './operations';
import type { Target, TextFields } from './target';

const withoutPrompt = ({ prompt, ...fields }: TextFields) => fields;
const withoutMessages = ({ messages, ...fields }: TextFields) => fields;

for (const [what, target, ask, verdict, told] of [
  [
    'a text request with a prompt',
    { text: (fields) => mockTarget.text(withoutPrompt(fields)) },
    async (broke, given) => broke.text(await given.fields('text', 'prompt')),
    'blocked',
    'the accepted text request with a prompt',
  ],
  [
    'a job with messages',
    { job: { ...mockTarget.job, submit: (fields) => mockTarget.job.submit(withoutMessages(fields)) } },
    async (broke, given) => broke.submit(await given.fields('submit', 'messages')),
    // Nothing says that a job takes them.
    'not tested',
    'the accepted submission of a job with messages',
  ],
] satisfies [string, Target, (broke: Actor, given: Given) => Promise<unknown>, string, string][])
  test(`where ${what} is refused to API_KEY, the same refusal of another account tells nothing of its state`, async () => {
    const { evidence } = await onMock({ target: { ...mockTarget, ...target } }, ({ session, by, given }) =>
      ask(by(senderOf(session, 'broke', 'NO_CREDITS_API_KEY')), given),
    );
    expect(evidence.inconclusive).toMatchObject({ verdict, reason: { what: told } });
  });

test('what refuses a workflow is judged where no list of models is served: it names none', async () => {
  const { value } = await onMock({ variant: served('models', asCrash) }, ({ session, by, given }) =>
    by(ownerOf(session)).workflow(given.faulty('later', 'late')),
  );
  expect(value?.status).toBe(400);
});

for (const [what, made] of [
  ['job', (baseline) => baseline.submission()],
  ['run', (baseline) => baseline.workflow()],
] satisfies ['job' | 'run', (baseline: Controls) => Promise<unknown>][])
  test(`a ${what} is looked up by another account while it is pending, whatever is asked for first and charged when it is done`, async () => {
    const begun = new WeakMap<Work, number>();
    const pending = within(`${what}s`, ({ submitted, belongs }) => ({
      milliseconds: 400,
      submitted(work, call) {
        begun.set(work, Date.now());
        return submitted(work, call);
      },
      belongs: (work, account) => belongs(work, account) || Date.now() < (begun.get(work) ?? 0) + 350,
    }));
    const variant = [pending, chargedWhenDone.change];
    const { value } = await onMock({ variant }, async ({ given, baseline }) => {
      await made(baseline);
      return given.foreignAtOnce(what);
    });
    expect(value?.status).toBe(200);
  });

test('a job is looked up by its owner while it is pending, though charged when it is done', async () => {
  const slow = within('jobs', () => ({ milliseconds: 150 }));
  const later = chargedAt((now) => now + 200);
  const { value } = await onMock({ variant: [slow, later] }, async ({ baseline }) => {
    await baseline.submission();
    return baseline.job();
  });
  expect(value && isDone(value, mockTarget.job.result)).toBe(false);
});

for (const [age, told] of [
  [61, { verdict: 'inconclusive', reason: { kind: 'gone' } }],
  [0, undefined],
] as const)
  test(`a job whose result is shown no longer ${age} s after it was found is ${told?.verdict ?? 'judged'}`, async () => {
    const shown = new Set<Work>();
    const kept = within('jobs', ({ present }) => ({
      present(work, now, call) {
        if (shown.has(work)) return { job_id: work.id, state: 'expired' };
        if (now >= work.doneAt) shown.add(work);
        return present(work, now, call);
      },
    }));
    const { evidence } = await onMock({ variant: kept }, ({ session, baseline }) => {
      session.facts.foundAt.job = Date.now() - age * 1000;
      return baseline.finishedJobAtLast();
    });
    expect(evidence.inconclusive).toEqual(told);
  });

test('a job that is found no more a minute after it was found is undecided, however often it is read', async () => {
  let looks = 0;
  const thrownAway = within('jobs', ({ find }) => ({
    find: (...asked) => (++looks > 2 ? undefined : find(...asked)),
  }));
  const { evidence } = await onMock({ variant: thrownAway }, async ({ session, baseline, trials }) => {
    session.facts.foundAt.job = Date.now() - 61_000;
    await baseline.job();
    return trials.again(job);
  });
  expect(evidence.inconclusive).toEqual({ verdict: 'inconclusive', reason: { kind: 'gone' } });
});

test('each of the own runs is looked up until it is found, which may be a moment after its submission', async () => {
  const late = within('runs', ({ find }) => ({ find: lateBy(0, find), milliseconds: 400 }));
  const { value = [] } = await onMock({ variant: late, depth: 3 }, ({ trials }) => trials.runs());
  expect(value.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("another account's run that is served is a breach, though no answer repeats its id and none else was rejected", async () => {
  const readByAll = within('runs', () => ({ belongs: () => true, present: () => ({ state: 'done' }) }));
  const { value: answers = [], evidence } = await onMock(
    { variant: readByAll, signed: [] },
    ({ session, by, trials }) => trials.foreign('run', by(senderOf(session, 'stranger', 'OTHER_API_KEY'))),
  );
  expect(answers[0]?.status).toBe(200);
  const found = evaluate(failure(404, 'not_found'), answers, evidence.exchanges, { words: [], signed: [] });
  expect(found).toMatchObject({ met: false });
  expect(found.instead).toBeUndefined();
});
