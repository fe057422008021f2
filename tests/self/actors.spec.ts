import { expect, test } from '@playwright/test';
import { type Actor, actorOf } from '../drive/actors';
import { type Given, givenIn } from '../drive/given';
import { recordApart } from '../drive/recorder';
import { senderOf } from '../drive/senders';
import type { Target, TextFields } from '../drive/target';
import mockTarget from '../targets/mock';
import { openMock } from './open-mock';

const withoutPrompt = ({ prompt, ...fields }: TextFields) => fields;
const withoutMessages = ({ messages, ...fields }: TextFields) => fields;

for (const [what, target, ask, told] of [
  [
    'a text request with a prompt',
    { text: (fields) => mockTarget.text(withoutPrompt(fields)) },
    async (broke, given) => broke.text(await given.promptFields()),
    'the accepted text request with a prompt',
  ],
  [
    'a job with messages',
    { job: { ...mockTarget.job, submit: (fields) => mockTarget.job.submit(withoutMessages(fields)) } },
    async (broke, given) => broke.submit(await given.messagesFields()),
    'the accepted submission of a job with messages',
  ],
] satisfies [string, Target, (broke: Actor, given: Given) => Promise<unknown>, string][])
  test(`where ${what} is refused to API_KEY, the same refusal of another account tells nothing of its state`, async () => {
    await using session = await openMock({}, 1500, { target: { ...mockTarget, ...target } });
    const { given, baseline } = givenIn(session);
    const broke = actorOf(session, baseline, senderOf(session, 'broke', 'NO_CREDITS_API_KEY'));
    const { evidence } = await recordApart(() => ask(broke, given));
    expect(evidence.inconclusive).toMatchObject({ verdict: 'blocked', reason: { what: told } });
  });
