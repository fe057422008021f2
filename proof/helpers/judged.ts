import { ask, settle } from '../../src/drive/ask/ask';
import type { Request } from '../../src/drive/client/request';
import { currentEvidence } from '../../src/drive/evidence/recorder';
import type { Session } from '../../src/drive/run/session';
import type { AssertionResult } from '../../src/judge/data/evidence';
import type { Expectation } from '../../src/judge/data/expectation';
import type { Answer } from '../../src/judge/response/answer';
import { evaluate } from '../../src/judge/verdict/evaluate';

/** Sends a request as a check does, with all that the judge needs, and judges its response. */
export async function judged(
  session: Session,
  request: Request,
  expected: Expectation,
): Promise<AssertionResult & { answer: Answer }> {
  const answer = await ask(session, request);
  await settle(session, expected, [answer]);
  const { exchanges, context } = currentEvidence();
  return { answer, ...evaluate(expected, [answer], exchanges, context) };
}
