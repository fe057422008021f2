import type { Expectation } from '../../judge/data/expectation';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { addAssertion } from '../evidence/add-assertion';
import { observe, observeHeader } from '../evidence/observe';
import type { Session } from '../run/session';
import type { Check } from './check';
import type { Requirement } from './expected';
import { requirements } from './requirements';
import { type Stage, stageOf } from './stage';
import { type Sent, send } from './stimuli';

/** Sends the stimulus of a check, and records its expectations of the responses. */
export async function runCheck(session: Session, check: Check): Promise<void> {
  const stage = stageOf(session);
  const { expect } = check;
  await stage.controls.sendWithAndWithoutKey();
  const asked = 'together' in expect ? expect.together : 'each' in expect ? expect.each : null;
  if (typeof asked === 'string') requirePart(stage, asked);
  const groups = groupsOf(await send(stage, check));
  const answers = groups.flat();
  if ('recorded' in expect) for (const answer of answers) observe(expect.recorded, answer);
  else if ('recordedHeader' in expect)
    for (const answer of answers) observeHeader(expect.recordedHeader, answer);
  else if ('together' in expect)
    for (const group of groups)
      addAssertion(group, expectationOf(stage, expect.together, group[0] as Answer));
  else {
    const [first, ...others] = answers;
    const judged = first && 'accepted' in expect ? [first, ...others.filter(isAccepted)] : answers;
    for (const answer of judged) addAssertion([answer], expectationOf(stage, expect.each, answer));
  }
}

/** The responses of a stimulus, in groups that belong together. */
function groupsOf(sent: Sent): readonly (readonly Answer[])[] {
  if ('status' in sent) return [[sent]];
  const isGrouped = (all: typeof sent): all is readonly (readonly Answer[])[] => Array.isArray(all[0]);
  return isGrouped(sent) ? sent : [sent];
}

function expectationOf(stage: Stage, asked: Expectation | Requirement, answer: Answer): Expectation {
  return typeof asked === 'string' ? requirements[asked](stage, answer) : asked;
}

/** Ends the check if the target file lacks the part that a requirement needs. */
function requirePart({ preconditions }: Stage, asked: Requirement): void {
  if (asked === 'job state') preconditions.place('state');
  if (asked === 'job result') preconditions.place('result');
}
