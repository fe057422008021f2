import { isUndecided } from '../../judge/data/evidence';
import type { Expectation } from '../../judge/data/expectation';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { settle } from '../ask/ask';
import type { Check } from '../check/check';
import type { Requirement } from '../check/expected';
import { decides, establish } from '../established/establish';
import { rowsOf } from '../established/rows';
import { addAssertion } from '../evidence/add-assertion';
import { observe, observeHeader } from '../evidence/observe';
import { because, type CheckSession, endUnjudged, needs } from '../evidence/recorder';
import { withAndWithoutKey } from '../named/references';
import { valueInJob } from '../named/work';
import { send } from '../stimuli/stimuli';
import { creditsOf } from '../target-file/target';
import { requirements } from './requirements';

/** Sends the stimulus of a check, and records its expectations of the responses. */
export async function runCheck(session: CheckSession, check: Check): Promise<void> {
  const { expect } = check;
  const required = 'together' in expect ? expect.together : 'each' in expect ? expect.each : null;
  if (typeof required === 'string') requirePart(session, required);
  const before = because(session, { followUp: 'reference' });
  await withAndWithoutKey(before);
  for (const row of rowsOf(session, check)) {
    const { why } = await establish(before, row);
    if (why !== null && decides(why, check)) endUnjudged(why.verdict, why.reason);
  }
  const groups = await send(session, check);
  const answers = groups.flat();
  if (answers.length === 0) endUntested(session);
  if ('recorded' in expect) for (const answer of answers) observe(session, expect.recorded, answer);
  else if ('recordedHeader' in expect)
    for (const answer of answers) observeHeader(session, expect.recordedHeader, answer);
  else if ('together' in expect)
    for (const group of groups)
      await judged(session, group, expectationOf(session, expect.together, group[0] as Answer));
  else {
    const [first, ...others] = answers;
    const asserted = first && 'accepted' in expect ? [first, ...others.filter(isAccepted)] : answers;
    for (const answer of asserted)
      await judged(session, [answer], expectationOf(session, expect.each, answer));
  }
}

/** Ends a check of which nothing could be tested, with the reason of one of its parts. */
function endUntested({ evidence: { untested = [] } }: CheckSession): void {
  const why = untested.find(isUndecided) ?? untested[0];
  if (why !== undefined) endUnjudged(why.verdict, why.reason);
}

/** Asks for what the judge needs, and records the expectation. */
async function judged(
  session: CheckSession,
  answers: readonly Answer[],
  expected: Expectation,
): Promise<void> {
  await settle(session, expected, answers);
  addAssertion(session, answers, expected);
}

function expectationOf(
  session: CheckSession,
  required: Expectation | Requirement,
  answer: Answer,
): Expectation {
  return typeof required === 'string' ? requirements[required](session, answer) : required;
}

/** Nothing can be said of a charge unless it is known which number is the balance, and when a charge is in it. */
const comparesCredits: ReadonlySet<Requirement> = new Set([
  'credits lowered',
  'credits unchanged',
  'own credits unchanged',
  'cheaper than pro',
]);

/** Ends the check if the target file lacks the part that a requirement needs. */
function requirePart(session: CheckSession, required: Requirement): void {
  if (required === 'job state') valueInJob(session, 'state');
  if (required === 'job result') valueInJob(session, 'result');
  if (!comparesCredits.has(required)) return;
  if (session.target.credits === undefined) needs('credits');
  if (creditsOf(session.target).settlesWithin === undefined) needs('credits.settlesWithin');
}
