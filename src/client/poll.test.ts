import { expect, test } from '@playwright/test';
import { answered } from '../../proof/helpers/answered';
import { anError } from '../../proof/helpers/reports-runs';
import { recordSeparately } from './evidence/recorder';
import { untilDone } from './poll';
import type { Session } from './run/session';

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
