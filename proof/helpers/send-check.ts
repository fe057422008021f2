import type { Check } from '../../src/drive/check/check';
import { rejected } from '../../src/drive/check/expected';
import type { CheckSession } from '../../src/drive/evidence/recorder';
import { send } from '../../src/drive/stimuli/stimuli';
import type { Answer } from '../../src/judge/response/answer';

/** The responses to the stimulus of a check, which by default expects rejections. */
export const sendCheck = async (
  session: CheckSession,
  check: Omit<Check, 'expect'> & Partial<Check>,
): Promise<Answer[]> => (await send(session, { expect: rejected, ...check })).flat();
