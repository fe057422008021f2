import { claims as claimOfVariable, isKeyVariable } from '../../../spec/accounts';
import {
  type Assertion,
  type Context,
  type Evidence,
  type Exchange,
  type Finding,
  isUndecided,
  type Unjudged,
} from '../data/evidence';
import type { Note } from '../data/expectation';
import { factsOf } from '../data/facts';
import { suiteInfo, unmetVerdict } from '../data/suite-info';
import { showsClaim } from '../response/account-state';
import { type Answer, answerOf } from '../response/answer';
import { disturbedBy } from '../response/disturbance';
import { isOfIntermediary } from '../response/unexplained';
import { evaluate } from './evaluate';

/** The findings of the assertions of one check, or why it judges nothing. */
export function judgeEvidence(
  evidence: Evidence,
  context: Context,
): { findings: Finding[]; unjudged?: Unjudged } {
  const byId = new Map(evidence.exchanges.map((exchange) => [exchange.id, exchange]));
  const findings: Finding[] = [];
  let inconclusive = evidence.unjudged;
  for (const recorded of evidence.assertions) {
    const exchanges = recorded.exchanges.map((id) => undecidedBefore(id, byId, context) ?? id);
    const assertion = { ...recorded, exchanges };
    const answers = answersOf(assertion, byId);
    if (answers === null) continue;
    const replaced = answers.find((answer) => isOfIntermediary(answer, context));
    const judged = evaluate(assertion.expectation, answers, evidence.exchanges, context);
    const result = replaced ? { ...judged, unjudged: disturbedBy(replaced) } : judged;
    inconclusive ??= result.unjudged;
    if (result.unjudged !== undefined) continue;
    const shown = answers.map(({ exchange }) => exchange);
    const { met, received } = result;
    const note = met ? result.note : noteOf(result.note, claimOf(evidence, shown[0]));
    const { clause } = evidence;
    const verdict = met ? 'conforms' : unmetVerdict(clause);
    const { expectation: expected } = assertion;
    findings.push({ clause, verdict, expected, received, ...(note && { note }), exchanges: shown });
  }
  // A part that was sent but is undecided: only a violation outweighs it.
  inconclusive ??= evidence.untested.find(isUndecided);
  return { findings, ...(inconclusive !== undefined && { unjudged: inconclusive }) };
}

/**
 * The exchange in whose place this one was sent again, if no request shows that something in front of the service sent
 * its response.
 */
function undecidedBefore(id: string, byId: ReadonlyMap<string, Exchange>, context: Context) {
  const { insteadOf } = factsOf({ id }, context);
  const before = byId.get(insteadOf ?? '');
  const answer = before && answerOf(before);
  return answer && !isOfIntermediary(answer, context) ? insteadOf : undefined;
}

/** The responses that an assertion is about; null if one of them is missing. */
function answersOf({ exchanges }: Assertion, byId: ReadonlyMap<string, Exchange>): Answer[] | null {
  const answers = exchanges.flatMap((id) => {
    const exchange = byId.get(id);
    return (exchange && answerOf(exchange)) ?? [];
  });
  return answers.length < exchanges.length ? null : answers;
}

/**
 * How a violation can be repeated, or whose account it is, comes before the probe that it was. Where the response must be the
 * same for any account, the account does not matter.
 */
function noteOf(note: Note | undefined, claim: Note | undefined): Note | undefined {
  const yields = note === undefined || (note.kind === 'probe' && note.by === undefined);
  return yields ? (claim ?? note) : note;
}

/**
 * A variable claims something about an account or an id, and the claim may be wrong. It is not if the same
 * request got the expected response elsewhere, or another request showed what is claimed.
 */
function claimOf(
  { clause, claims, notReproduced, exchanges }: Evidence,
  exchange: Exchange | undefined,
): Note | undefined {
  if (notReproduced && notReproduced.exchange === exchange?.id)
    return { kind: 'not reproduced', how: notReproduced.how };
  const variable = claims ?? exchange?.variable ?? null;
  if (variable === null || variable === 'API_KEY') return undefined;
  if (isKeyVariable(variable) && showsClaim(variable, exchanges)) return undefined;
  const isForeign = suiteInfo.ledger[clause]?.risk === 'data' && isKeyVariable(variable);
  const words = isForeign
    ? `If ${variable} is a key of the same account as API_KEY, this is not a fault.`
    : `First check that ${variable} is ${claimOfVariable[variable]}: if it is not, this is not a fault.`;
  return { kind: 'remark', words };
}
