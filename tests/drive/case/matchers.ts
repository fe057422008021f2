import { expect as base, test } from '@playwright/test';
import type { ErrorCode } from '../../../spec/error-code';
import { ledger } from '../../../spec/ledger';
import type { Answer } from '../../engine/answer';
import { breachOf, faultOf } from '../../engine/breach';
import { withReadings } from '../../engine/charge';
import { evaluate } from '../../engine/evaluate';
import type { Breach, Exchange } from '../../engine/evidence';
import { type Expectation, failure } from '../../engine/expectation';
import { failureText } from '../../engine/failure-text';
import { claimOf, findingOf } from '../../engine/findings';
import { findingWords } from '../../engine/wording';
import { isExcused, record, redBefore, skip } from './recorder';

/** The judgements of a case. Unmet, advice leaves a deviation and a green case; every other level fails. */
export const expect = base.extend({
  /**
   * The answer, or each of several, fails with exactly this status and code, or with one of several pairs of them
   * (contract 7).
   */
  toFailWith(
    answers: Answer | readonly Answer[],
    status: number | readonly number[],
    code: ErrorCode | readonly ErrorCode[],
  ) {
    return judgedEach(answers, failure(status, code));
  },

  /** The answer, or each of several, is a success; where the contract shows its endpoint, with a JSON body. */
  toBeServed(answers: Answer | readonly Answer[]) {
    return judgedEach(answers, { kind: 'success' });
  },

  /** The answer, or each of several, refuses its request: a status from 400 to 499. */
  toBeRefused(answers: Answer | readonly Answer[]) {
    return judgedEach(answers, { kind: 'refusal' });
  },

  /** What is asked of each of the answers, or of each group of them: the same of all, or of each its own. */
  toAllHold(answers: readonly (Answer | readonly Answer[])[], asked: Expectation | readonly Expectation[]) {
    return judgedEach(answers, asked);
  },

  /** What is asked of an answer, or of several in their order. */
  toHold(subject: Answer | readonly Answer[], expectation: Expectation) {
    return verdictOf([found([subject].flat(), expectation)]);
  },

  /** The answer keeps a clause that holds for every answer; used by the client, for what it finds broken. */
  toMeet(exchange: Exchange, breach: Breach) {
    const first = { ...breach, exchanges: [exchange], universal: true };
    return { pass: false, message: () => failureText([{ first, others: [] }]).join('\n') };
  },
});

function judgedEach(
  subjects: Answer | readonly (Answer | readonly Answer[])[],
  asked: Expectation | readonly Expectation[],
) {
  const answers = 'exchange' in subjects ? [subjects] : subjects;
  const own = 'kind' in asked ? answers.map(() => asked) : asked;
  return verdictOf(answers.map((each, at) => found([each].flat(), own[at] as Expectation)));
}

/** What is asked of uses of the AI by what they cost, with the readings around each. */
function withCharges(uses: readonly Answer[], expectation: Expectation): [readonly Answer[], Expectation] {
  if (expectation.kind !== 'charged' && expectation.kind !== 'cheaper') return [uses, expectation];
  const charges = uses.flatMap(({ charge }) => charge ?? []);
  const [within] = charges.flatMap((charge) => charge.unfinished ?? []);
  const unfinished = within !== undefined && { unfinished: within };
  const coarse = expectation.kind === 'charged' &&
    charges.some((charge) => charge.coarse) && { coarse: true };
  return [withReadings(uses), { ...expectation, ...unfinished, ...coarse }];
}

/** Keeps what is asked of some answers, and finds what they show. */
function found(subjects: readonly Answer[], asked: Expectation) {
  const [answers, expectation] = withCharges(subjects, asked);
  const { clause, exchanges: around, checks, context } = record();
  const exchanges = answers.map(({ exchange }) => exchange);
  const seen = evaluate(expectation, answers, around, context);
  const whole = exchanges.every(({ response }) => !response?.cut);
  checks.push({ expectation, exchanges: exchanges.map(({ id }) => id), ...(!whole && { found: seen }) });
  const claim = seen.met ? undefined : claimOf(record(), exchanges[0]);
  const finding = findingOf(clause, ledger[clause].level, expectation, seen, [], claim);
  return { finding, exchanges, instead: seen.instead };
}

/**
 * The first answer that departs is told; what cannot be told of one ends the case only where none departs. What
 * turned another case red before is red there alone: a failing case costs Playwright a worker.
 */
function verdictOf(all: ReturnType<typeof found>[]) {
  const [departs, ...more] = all.filter(({ finding, instead }) => !instead && finding.verdict !== 'conforms');
  const stopped = all.find(({ instead }) => instead)?.instead;
  if (departs === undefined) {
    if (stopped) skip(stopped);
    return { pass: all.length > 0, message: () => 'nothing was sent' };
  }
  if (departs.finding.verdict === 'deviates') {
    test.info().annotations.push({ type: 'deviates', description: findingWords(departs.finding) });
    return { pass: true, message: () => '' };
  }
  record().unmet = true;
  const news = [departs, ...more].find(isNews);
  if (news === undefined)
    test.skip(true, `violates ${findingWords(departs.finding)}, as in ${redCaseOf(departs)}`);
  const { finding, exchanges } = news ?? departs;
  const first = { ...finding, exchanges };
  return { pass: false, message: () => failureText([{ first, others: [] }]).join('\n') };
}

/** No other case is red for it; a known failure makes none green. */
function isNews(departure: ReturnType<typeof found>): boolean {
  const { finding, exchanges } = departure;
  return isExcused(faultOf(finding, exchanges[0], record().context)) || redCaseOf(departure) === null;
}

/** The other case that is red for the same breach. */
function redCaseOf({ finding, exchanges }: ReturnType<typeof found>): string | null {
  return redBefore(breachOf(finding, exchanges[0], record().context));
}
