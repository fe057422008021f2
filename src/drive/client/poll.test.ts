import { expect, test } from '@playwright/test';
import { answered } from '../../../proof/helpers/answered';
import { anError } from '../../../proof/helpers/reports-runs';
import { recordSeparately } from '../evidence/recorder';
import type { Session } from '../run/session';
import { lookUpLater, untilDone } from './poll';

const answers = {
  'not found': answered(404, anError('not_found')),
  running: answered(200, { state: 'running' }),
  done: answered(200, { state: 'done' }),
  rejected: answered(401, anError('invalid_api_key')),
};

for (const [what, said, asked] of [
  ['is waited for until it is found and done', ['not found', 'not found', 'running', 'done', 'running'], 4],
  ['may be done when it is first found', ['not found', 'done', 'running'], 2],
  ['that is lost after it was found is not waited for', ['running', 'not found', 'done'], 2],
  ['whose lookup is rejected is not looked up again', ['rejected', 'done'], 1],
] as const) {
  test(`a job ${what}`, async () => {
    let times = 0;
    const ask = async () => answers[said[times++] ?? 'done'];
    const { value: last } = await recordSeparately({} as Session, (session) =>
      untilDone(session, ask, (answer) => answer === answers.done, 5),
    );
    expect(times).toBe(asked);
    expect(last).toBe(answers[said[asked - 1] ?? 'done']);
  });
}

test('work that is gone for good a minute after it was found is inconclusive, work that is found at times is not', async () => {
  const asked = (seconds: number, ...said: (keyof typeof answers)[]) => {
    const left = [...said];
    const look = async () => answers[left.shift() ?? 'rejected'];
    return recordSeparately({} as Session, () => lookUpLater(look, Date.now() - seconds * 1000));
  };
  const gone = await asked(61, 'not found', 'not found');
  expect(gone.evidence.unjudged).toEqual({ verdict: 'inconclusive', reason: { kind: 'gone' } });
  expect((await asked(59, 'not found', 'not found')).value).toBe(answers['not found']);
  expect((await asked(61, 'not found', 'done')).value).toBe(answers['not found']);
  expect((await asked(61, 'done')).value).toBe(answers.done);
});
