import { ledger } from '../../../spec/ledger';
import type { Context, Evidence, Exchange } from '../../judge/data/evidence';
import { uniqueBy } from '../../judge/data/grouped';
import { faultNamesIn, universalFaultName } from '../../judge/faults/causes';
import { unmetIn } from '../../judge/faults/failures';
import { entryOf, type KnownFailure } from '../../judge/faults/known-failures';
import type { MaskData } from '../../judge/masking/masked-data';
import { failureText } from '../../judge/texts/failure-text';
import { formatFinding, formatReason } from '../../judge/texts/wording';
import { judgeEvidence } from '../../judge/verdict/findings';
import { judgeExchange } from '../../judge/verdict/universal';
import { contextOf } from '../../judge/verdict/verdicts';
import type { Conclusion } from '../check/verdict-file';

/** A check of the plan that ran to its end. */
export interface RecordedCheck {
  title: string;
  evidence: Evidence;
}

/** What a run shows of one check. */
export interface CheckResult {
  evidence: Evidence;
  conclusion: Conclusion;
}

/** Name -> the check that fails for this fault, or error of the suite itself. */
type Shown = Map<string, RecordedCheck>;

type Judged = ReturnType<typeof judgedIn>;

/**
 * Concludes all checks of a plan, in its order, from what was recorded. A violation fails only the first check of the
 * plan, and so does an error of the suite: each failing test costs Playwright a new worker, and hundreds take an hour.
 * A known violation of a check's own clause fails none; one of a clause that every response is judged by does not
 * change the result.
 * @param maskedBy what is applied to whatever a conclusion shows, by the exchanges of the run
 */
export function concludeAll(
  recorded: readonly RecordedCheck[],
  known: readonly KnownFailure[] = [],
  maskedBy: (all: readonly Exchange[]) => MaskData = () => (value) => value,
): CheckResult[] {
  const masked = maskedBy(recorded.flatMap(({ evidence }) => evidence.exchanges));
  const context = contextOf(recorded.map(({ evidence }) => evidence));
  const shown: Shown = new Map();
  const checks = recorded.map((check) => judgedIn(check, context));
  const nameOf = faultNamesIn(
    checks.flatMap(({ unmet }) => unmet),
    context,
  );
  return checks.map((check) => {
    const conclusion = conclude(check, nameOf, shown, known, masked);
    const { reportedUniversal } = conclusion;
    return { evidence: { ...check.evidence, ...(reportedUniversal && { reportedUniversal }) }, conclusion };
  });
}

function judgedIn({ title, evidence: recorded }: RecordedCheck, context: Context) {
  const evidence = { ...recorded, context };
  const { findings, unjudged } = judgeEvidence(evidence);
  return { title, evidence, unjudged, unmet: unmetIn(evidence, findings) };
}

function conclude(
  check: Judged,
  nameOf: ReturnType<typeof faultNamesIn>,
  shown: Shown,
  known: readonly KnownFailure[],
  masked: MaskData,
): Conclusion {
  const { evidence, unjudged } = check;
  const conclusion: Conclusion = { failures: [], annotations: [] };
  const fail = (name: string, text: string) => {
    shown.set(name, check);
    conclusion.failures.push(text);
  };
  /** The title of the earlier check that fails for it. */
  const earlier = (name: string) => (shown.get(name) === check ? undefined : shown.get(name)?.title);
  const textOf = (first: Parameters<typeof failureText>[0]) => failureText(masked(first));
  for (const { exchange, violation, all } of universalViolations(evidence)) {
    const advised = ledger[violation.clause].level !== 'must';
    const name = universalFaultName(violation, all, exchange);
    if (entryOf(known, name, [exchange.operation])) continue;
    conclusion.annotations.push({
      type: advised ? 'deviates' : 'violates',
      description: formatFinding(masked(violation)),
    });
    if (advised || shown.has(name)) continue;
    conclusion.reportedUniversal = true;
    fail(name, textOf({ ...violation, exchanges: [exchange], universal: true }));
  }
  const violated = check.unmet.filter(({ verdict }) => verdict === 'violates');
  const deviation = check.unmet.find(({ verdict }) => verdict === 'deviates');
  const [finding] = violated;
  const isExcused = (each: Judged['unmet'][0]) =>
    entryOf(known, nameOf(each), each.exchange ? [each.exchange.operation] : []) !== undefined;
  if (finding !== undefined) {
    const first = violated.find((each) => earlier(nameOf(each)) === undefined && !isExcused(each));
    const why = isExcused(finding) ? 'a known failure' : `as in ${earlier(nameOf(finding))}`;
    if (first === undefined) conclusion.skip = `violates ${formatFinding(masked(finding))}, ${why}`;
    else fail(nameOf(first), textOf(first));
  } else if (deviation !== undefined)
    conclusion.annotations.push({ type: 'deviates', description: formatFinding(masked(deviation)) });
  else if (unjudged !== undefined) {
    const { verdict, reason } = masked(unjudged);
    const error = reason.kind === 'broke down' ? reason.error : undefined;
    const first = error === undefined ? undefined : earlier(error);
    if (error !== undefined && first === undefined) fail(error, error);
    else
      conclusion.skip = `${verdict}: ${formatReason(reason)}${first === undefined ? '' : `, as in ${first}`}`;
  } else if (evidence.assertions.length === 0 && Object.keys(evidence.observations).length === 0)
    conclusion.failures.push('nothing was sent');
  return conclusion;
}

/** The violations of clauses that every response is judged by, the first of each clause. */
function universalViolations({ exchanges, context }: { exchanges: Exchange[]; context: Context }) {
  const all = exchanges.flatMap((exchange) =>
    judgeExchange(exchange, context).violations.map((violation, _, all) => ({ exchange, violation, all })),
  );
  return uniqueBy(all, ({ violation }) => violation.clause);
}
