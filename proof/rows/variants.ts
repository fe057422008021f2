import { ledger } from '../../spec/ledger';
import { allChecks } from '../../src/drive/check/all-checks';
import type { Session } from '../../src/drive/run/session';
import { formatExpectation, formatObservation } from '../../src/judge/texts/wording';
import { isUnneeded } from '../../src/judge/verdict/check-verdicts';
import type { Depth } from '../../src/judge/verdict/depth';
import mockTarget from '../../tests/targets/mock';
import { seed } from '../catalogue/drawn/drawn';
import { drawVariants } from '../catalogue/variants/drawn';
import type { Variant } from '../catalogue/variants/variant';
import { variants } from '../catalogue/variants/variants';
import { violations } from '../catalogue/variants/violating';
import { foundBy } from '../helpers/found';
import { openMock } from '../helpers/open-mock';
import { aReport, aRun } from '../helpers/reports-runs';
import { type CheckResult, checkRunOf, runChecks } from '../helpers/run-checks';
import type { Row } from '../row';

/** The number of sampled variants, and how many of them are part of the sample of rows. */
const DRAWN = 40;
const SAMPLE = 1;
const EVERY = 12;

const open = (
  { change, target, lack, timeoutMs, verifiedEarlier = [], realTime, env }: Variant,
  own: { depth: Depth; seed?: number },
) =>
  openMock({
    variant: change,
    target: lack?.target ?? target?.(mockTarget),
    keys: lack?.keys,
    timeoutMs,
    verifiedEarlier,
    env,
    mock: !realTime,
    ...own,
  });

async function runOn(session: Session, clauses = /^/): Promise<CheckResult[]> {
  const asked = allChecks().filter(({ clause }) => clauses.test(clause));
  const results = await runChecks(session, asked);
  await session.close();
  return results;
}

/** Returns a line for each check that reports a violation, or judges nothing without a reason in the target. */
function accusing(results: readonly CheckResult[], { mayBeUntested, deviates }: Variant): string[] {
  return results.flatMap((result) => {
    const { planned, conclusion } = result;
    const { findings, inconclusive, why } = foundBy(result);
    const skipped = conclusion.skip !== undefined && conclusion.failures.length === 0;
    const deviations = findings.filter(
      ({ clause, verdict }) => verdict !== 'conforms' && !(verdict === 'deviates' && deviates?.test(clause)),
    );
    if (skipped && inconclusive?.verdict === 'not tested') return [];
    const passed = !skipped && conclusion.failures.length === 0;
    if (passed && deviations.length === 0) return [];
    const advised = passed && ledger[planned.clause].level === 'should';
    if ((skipped || advised) && mayBeUntested?.test(planned.clause)) return [];
    const reasons = deviations.map(
      ({ clause, expected, received }) =>
        `${clause}: ${formatExpectation(expected)}; ${formatObservation(received)}`,
    );
    const [failure] = conclusion.failures;
    return [
      `${planned.title}: ${reasons.join(' | ') || why || conclusion.skip || (failure ?? 'nothing was judged')}`,
    ];
  });
}

/** Returns a line for each check over budget. The default limit must suffice for a server that keeps the contract. */
function overBudget(results: readonly CheckResult[]): string[] {
  return results.flatMap(({ planned, evidence: { unjudged: inconclusive, untested = [] } }) =>
    [inconclusive, ...untested].some((each) => each?.reason.kind === 'over budget')
      ? [`${planned.title}: over the default limit of AI requests`]
      : [],
  );
}

/** Returns a line for each check that is tested and should lack something, or the other way round, and for the exit code. */
function unlikeLack(results: readonly CheckResult[], { lack }: Variant): string[] {
  if (lack === undefined) return [];
  const { outcome, clauses } = aReport(aRun(results.map(checkRunOf)));
  const wrong = clauses
    .flatMap(({ checks }) => checks)
    .flatMap((check) => {
      const name = `${check.clause}: ${check.title}`;
      const tested = (check.verdict !== 'not tested' || isUnneeded(check)) && check.untested.length === 0;
      return tested !== lack.untested.test(name) ? [] : `${name}: ${tested ? 'tested' : 'not tested'}`;
    });
  return outcome.exitCode === 0 ? wrong : [...wrong, `exit code ${outcome.exitCode}: ${outcome.sentence}`];
}

/** A mock with a legal difference in unspecified behaviour: every check must conform. */
export const variantRows: readonly Row[] = Object.entries(variants).map(([name, variant], index) => ({
  kind: 'variant',
  phrase: `${name}: ${variant.phrase}`,
  clauses: [],
  depths: [variant.depth ?? 1],
  // Variants that need a real minute or a greater depth belong to the whole proof.
  part:
    index % EVERY === 0 && variant.realTime === undefined && variant.depth === undefined ? 'sample' : 'whole',
  async meet(depth) {
    const results = await runOn(await open(variant, { depth }), variant.realTime);
    const bounded = variant.env?.MAX_AI_REQUESTS === undefined ? overBudget(results) : [];
    return { wrong: [...accusing(results, variant), ...unlikeLack(results, variant), ...bounded] };
  },
}));

/** A mock with many legal differences at once, sampled by a seed: every check must conform. */
export const drawnVariantRows: readonly Row[] = drawVariants(DRAWN, seed).map((variant, index) => ({
  kind: 'drawn variant',
  phrase: `${index}: ${variant.phrase}`,
  clauses: [],
  depths: [1],
  part: index < SAMPLE ? 'sample' : 'whole',
  async meet(depth) {
    const results = await runOn(await open(variant, { depth, seed: index + 1 }));
    return { wrong: [...accusing(results, variant), ...overBudget(results)] };
  },
}));

/** A violation that resembles a legal variant: a check of its clause must still find it. */
export const besideRows: readonly Row[] = Object.entries(violations).map(([phrase, violation], index) => {
  const { beside, clause, change, ...own } = violation;
  const both: Variant = { ...beside, ...own, change: [beside.change, change] };
  return {
    kind: 'beside a variant',
    phrase,
    clauses: [clause],
    depths: [both.depth ?? 1],
    part: index % EVERY === 0 && both.realTime === undefined ? 'sample' : 'whole',
    async meet(depth) {
      const results = await runOn(await open(both, { depth }), new RegExp(`^${clause}$`));
      const seen = results
        .flatMap((result) => foundBy(result).findings)
        .some((finding) => finding.clause === clause && finding.verdict === 'violates');
      const reasons = results.map(
        (result) =>
          `${result.planned.title}: ${foundBy(result).why ?? result.conclusion.skip ?? 'no violation found'}`,
      );
      return { wrong: seen ? [] : [`not seen by ${clause}`, ...reasons] };
    },
  };
});
