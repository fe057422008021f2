import type { Conclusion } from '../../check/verdict-file';
import { uniqueBy } from '../../judge/data/grouped';
import type { Failure } from '../../judge/faults/failures';
import type { MaskData } from '../../judge/masking/masked-data';
import { failureText } from '../../judge/texts/failure-text';
import { formatFinding, formatReason } from '../../judge/texts/wording';
import type { CheckVerdict } from '../../judge/verdict/check-verdicts';
import type { JudgedRun } from '../../judge/verdict/verdicts';

/** A fault, or an error of the suite itself -> the title of the check that fails for it. */
type Shown = Map<string, string>;

/**
 * What the tests of a run do, in the order of its checks. A fault fails only the first check that shows it, and so does an
 * error of the suite: each failing test costs Playwright a new worker, and hundreds take an hour. A known failure fails
 * none.
 * @param masked applied to whatever a conclusion shows
 */
export function concludeAll(
  { checks, failures }: Pick<JudgedRun, 'checks' | 'failures'>,
  masked: MaskData = (value) => value,
): Conclusion[] {
  const shown: Shown = new Map();
  return checks.map((each) =>
    conclude(
      each,
      failures.filter(({ check }) => check.id === each.id),
      shown,
      masked,
    ),
  );
}

function conclude(
  { title, verdict, reason }: CheckVerdict,
  failures: readonly Failure[],
  shown: Shown,
  masked: MaskData,
): Conclusion {
  const ofResponses = failures.filter(({ universal }) => universal);
  const own = failures.filter(({ universal }) => !universal);
  const conclusion: Conclusion = {
    failures: [],
    annotations: uniqueBy(
      [...ofResponses, ...(verdict === 'deviates' ? own : [])].filter(({ known }) => known === undefined),
      ({ clause }) => clause,
    ).map((each) => ({ type: each.verdict, description: formatFinding(masked(each)) })),
  };
  const failOnce = (name: string, text: () => string) => {
    if (shown.has(name)) return;
    shown.set(name, title);
    conclusion.failures.push(text());
  };
  for (const { check: _, ...failure } of [...ofResponses, ...own])
    if (failure.verdict === 'violates' && failure.known === undefined)
      failOnce(failure.fault, () => failureText(masked(failure)));
  const words = `${verdict}: ${formatReason(masked(reason))}`;
  if (reason?.kind === 'broke down' || reason?.kind === 'nothing judged') failOnce(words, () => words);
  if (conclusion.failures.length > 0) return conclusion;
  const violation = own.find((each) => each.verdict === 'violates');
  if (violation !== undefined) {
    const why = violation.known ? 'a known failure' : `as in ${shown.get(violation.fault)}`;
    conclusion.skip = `violates ${formatFinding(masked(violation))}, ${why}`;
  } else if (reason !== undefined) {
    const earlier = shown.get(words);
    conclusion.skip = earlier === undefined ? words : `${words}, as in ${earlier}`;
  }
  return conclusion;
}
