import { lastingStateOf } from '../../../spec/accounts';
import { type Check, variableAs } from '../../check/check';
import { addAssertion } from '../../client/evidence/add-assertion';
import { observe, observeHeader } from '../../client/evidence/observe';
import { type CheckSession, endForOneOf, endUnjudged, needs } from '../../client/evidence/recorder';
import { addToEvidence } from '../../client/record-exchange';
import type { Unjudged } from '../../judge/data/evidence';
import type { Expectation } from '../../judge/data/expectation';
import { isRejectedAt } from '../../judge/response/account-state';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { operationOf } from '../../settings/operations';
import { creditsOf } from '../../settings/target-file/target';
import { slotsFor } from '../../world/fill';
import { needsOf } from '../../world/needs';
import { requireSlot } from '../../world/world';
import { send } from '../scripts';
import { type Requirement, requirements, valueInJob } from './requirements';

/** Sends the stimulus of a check, and records its expectations of the responses. */
export async function runCheck(session: CheckSession, check: Check): Promise<void> {
  const { expect } = check;
  const { world, evidence } = session;
  const required = 'together' in expect ? expect.together : 'each' in expect ? expect.each : null;
  if (typeof required === 'string') requirePart(session, required);
  for (const { sent } of slotsFor(session, needsOf(session, [check])))
    for (const exchange of sent) addToEvidence(session, exchange);
  requireSlot(world.keyless);
  requireAccount(session, check);
  const groups = await send(session, check);
  const answers = groups.flat();
  if (answers.length === 0) endForOneOf(evidence.untested.splice(0));
  if ('recorded' in expect) for (const answer of answers) observe(session, expect.recorded, answer);
  else if ('recordedHeader' in expect)
    for (const answer of answers) observeHeader(session, expect.recordedHeader, answer);
  else if ('together' in expect)
    for (const group of groups)
      addAssertion(session, group, expectationOf(session, expect.together, group[0] as Answer));
  else {
    const [first, ...others] = answers;
    const asserted = first && 'accepted' in expect ? [first, ...others.filter(isAccepted)] : answers;
    for (const answer of asserted)
      addAssertion(session, [answer], expectationOf(session, expect.each, answer));
  }
}

/**
 * Ends a check whose account is accepted where its variable claims that it is not. A rejection in another way may be the
 * fault of the service, so that check is sent; so is one of requests that the claim does not concern.
 */
function requireAccount({ world, keys }: CheckSession, check: Check): void {
  const variable = variableAs(check);
  if (variable === null) return;
  if (keys[variable] === undefined) needs(variable);
  const { missing } = world.accounts[variable] ?? {};
  const state = lastingStateOf(variable);
  const { at } = check;
  if (!missing || state === undefined || !isRefuted(missing)) return;
  if (at === undefined || isRejectedAt(state, operationOf(at).operation))
    endUnjudged(missing.verdict, missing.reason);
}

const isRefuted = ({ reason }: Unjudged) => reason.kind === 'refuted' && reason.how === 'never rejected';

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
