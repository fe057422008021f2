import { ledger } from '../../../spec/ledger';
import type { Context, Evidence, Exchange } from '../../judge/data/evidence';
import { uniqueBy } from '../../judge/data/grouped';
import { namesOf, universalNames } from '../../judge/faults/cause-names';
import { type Excusable, entryOf, type KnownFailure } from '../../judge/faults/known-failures';
import type { MaskData } from '../../judge/masking/masked-data';
import { failureText } from '../../judge/texts/failure-text';
import { formatFinding, formatReason } from '../../judge/texts/wording';
import { judgeEvidence } from '../../judge/verdict/findings';
import { judgeExchange } from '../../judge/verdict/universal';
import type { Conclusion } from '../check/fetch-verdict';

/**
 * The violations, and errors of the suite itself, that failed earlier checks of the plan: the name of each, and the title
 * of the first check with it.
 */
export type FailedViolations = ReadonlyMap<string, string>;

/**
 * Concludes a check from its evidence. A violation that failed an earlier check of the plan does not fail a
 * later one, nor does an error of the suite: each failing test costs Playwright a new worker, and hundreds take an hour. A
 * known violation of the check's own clause is
 * skipped in the same way; one of a clause that every response is judged by does not change the result.
 * @param masked applied to whatever the conclusion shows
 * @returns the conclusion, and the violations and errors that this check is the first to show
 */
export function conclude(
  evidence: Evidence,
  red: FailedViolations,
  known: readonly KnownFailure[] = [],
  masked: MaskData = (value) => value,
): { conclusion: Conclusion; news: string[] } {
  const { findings, unjudged } = judgeEvidence(evidence);
  const conclusion: Conclusion = { failures: [], annotations: [], why: {} };
  const news: string[] = [];
  const textOf = (first: Parameters<typeof failureText>[0][0][0]) =>
    failureText([[masked(first)]]).join('\n');
  const universal = universalViolations(evidence);
  for (const { exchange, violation } of universal) {
    const { clause } = violation;
    const advised = ledger[clause].level !== 'must';
    const { causeName: name, faults } = universalNames(violation);
    if (isExcused(faults, known)) continue;
    conclusion.annotations.push({
      type: advised ? 'deviates' : 'violates',
      description: formatFinding(masked(violation)),
    });
    if (advised || red.has(name) || news.includes(name)) continue;
    news.push(name);
    conclusion.why.reportedUniversal = true;
    conclusion.failures.push(textOf({ ...violation, exchanges: [exchange], universal: true }));
  }
  const unmet = findings.filter(({ verdict }) => verdict === 'violates');
  const deviation = findings.find(({ verdict }) => verdict === 'deviates');
  if (unmet.length > 0) {
    conclusion.why.unmet = true;
    const named = unmet.map((finding) => {
      const exchanges = finding.exchanges.flatMap(
        (id) => evidence.exchanges.find((each) => each.id === id) ?? [],
      );
      return { ...finding, exchanges, ...namesOf(finding, exchanges[0], evidence.context) };
    });
    const first = named.find(({ causeName, faults }) => !red.has(causeName) && !isExcused(faults, known));
    if (first === undefined) {
      const [finding] = named as [(typeof named)[0]];
      const why = isExcused(finding.faults, known)
        ? 'a known failure'
        : `as in ${red.get(finding.causeName)}`;
      conclusion.skip = `violates ${formatFinding(masked(finding))}, ${why}`;
    } else {
      news.push(first.causeName);
      conclusion.failures.push(textOf(first));
    }
  } else if (deviation !== undefined)
    conclusion.annotations.push({ type: 'deviates', description: formatFinding(masked(deviation)) });
  else if (unjudged !== undefined) {
    const { verdict, reason } = masked(unjudged);
    const error = reason.kind === 'broke down' ? reason.error : undefined;
    const first = error === undefined ? undefined : red.get(error);
    if (error !== undefined && first === undefined) {
      news.push(error);
      conclusion.failures.push(error);
    } else
      conclusion.skip = `${verdict}: ${formatReason(reason)}${first === undefined ? '' : `, as in ${first}`}`;
  } else if (evidence.assertions.length === 0 && Object.keys(evidence.observations).length === 0)
    conclusion.failures.push('nothing was sent');
  return { conclusion, news };
}

/** The violations of clauses that every response is judged by, the first of each clause. */
function universalViolations({ exchanges, context }: { exchanges: Exchange[]; context: Context }) {
  const all = exchanges.flatMap((exchange) =>
    judgeExchange(exchange, context).violations.map((violation) => ({ exchange, violation })),
  );
  return uniqueBy(all, ({ violation }) => violation.clause);
}

/** A known failure excuses a violation, but never makes a check pass. */
const isExcused = ([fault]: [Excusable], known: readonly KnownFailure[]) =>
  entryOf(known, fault) !== undefined;
