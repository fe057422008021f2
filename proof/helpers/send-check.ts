import type { Check } from '../../src/check/check';
import { rejected } from '../../src/check/expected';
import type { CheckSession } from '../../src/client/evidence/recorder';
import type { Answer } from '../../src/judge/response/answer';
import { send } from '../../src/send/scripts';
import { fillWorld } from '../../src/world/fill';
import { needsOf } from '../../src/world/needs';

/** The responses to the stimulus of a check, which by default expects rejections. */
export async function sendCheck(
  session: CheckSession,
  check: Omit<Check, 'expect'> & Partial<Check>,
): Promise<Answer[]> {
  const whole = { expect: rejected, ...check };
  await fillWorld(session, needsOf(session, [whole]));
  return (await send(session, whole)).flat();
}
