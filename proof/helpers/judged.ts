import { ask, settle } from '../../src/drive/ask/ask';
import type { Request } from '../../src/drive/client/request';
import type { CheckSession } from '../../src/drive/evidence/recorder';
import type { AssertionResult } from '../../src/judge/data/evidence';
import type { Expectation } from '../../src/judge/data/expectation';
import type { Answer } from '../../src/judge/response/answer';
import { evaluate } from '../../src/judge/verdict/evaluate';

/** Sends a request as a check does, with all that the judge needs, and judges its response. */
export async function judged(
  session: CheckSession,
  request: Request,
  expected: Expectation,
): Promise<AssertionResult & { answer: Answer }> {
  const answer = await ask(session, request);
  await settle(session, expected, [answer]);
  const { exchanges, context } = session.evidence;
  return { answer, ...evaluate(expected, [answer], exchanges, context) };
}
