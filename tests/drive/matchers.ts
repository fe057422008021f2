import { expect as base, test } from '@playwright/test';
import type { ErrorCode } from '../../spec/contract';
import { type ClauseId, ledger } from '../../spec/ledger';
import { type Answer, describeAnswer, errorOf, isServed } from '../engine/answer';
import { curl } from '../engine/curl';
import type { Exchange, Finding } from '../engine/evidence';
import { clauseOf, find, inconclusive, levelOf, record } from './recorder';
import { mask } from './secrets';
import { keyVariables } from './settings';

/** What a subject must show, and what it shows. */
export interface Shown {
  met: boolean;
  expected: string;
  received: string;
  note?: string;
  /** What is missing before this can be judged at all. */
  undriven?: string;
  /** What this builds on and failed, so that there is nothing to judge. */
  blocked?: string;
}

/** The judgements of a case. Unmet, advice leaves a deviation and a green case; every other level fails. */
export const expect = base.extend({
  /** The answer fails with exactly this status and code, or with one of several pairs of them (contract 7). */
  toFailWith(answer: Answer, status: number | readonly number[], code: ErrorCode | readonly ErrorCode[]) {
    const statuses: readonly number[] = typeof status === 'number' ? [status] : status;
    const due: readonly string[] = typeof code === 'string' ? [code] : code;
    const pairs = due.map((each, index) => `${statuses[index] ?? statuses[0]} ${each}`);
    const met = pairs.includes(`${answer.status} ${errorOf(answer).code}`);
    return judged(answer, { met, expected: pairs.join(' or '), received: describeAnswer(answer) });
  },

  /** The answer is a success; where the contract shows its endpoint, with a JSON body. */
  toBeServed(answer: Answer) {
    const expected = 'a success status';
    return certainly(answer, { met: isServed(answer), expected, received: describeAnswer(answer) });
  },

  /** The answer refuses the request: a status from 400 to 499. */
  toBeRefused(answer: Answer) {
    const met = answer.status >= 400 && answer.status < 500;
    return certainly(answer, {
      met,
      expected: 'a refusal, a status from 400 to 499',
      received: describeAnswer(answer),
    });
  },

  /** The answer, or what was made of several, shows this. Any requirement of a subject's type fits `never`. */
  toHold(subject: unknown, shows: (subject: never) => Shown) {
    return certainly(isAnswer(subject) ? subject : null, shows(subject as never));
  },

  /** The answer keeps a universal clause; used by the client, for what it finds broken. */
  toMeet(answer: Answer, finding: Omit<Finding, 'exchange'>) {
    return concluded({ ...finding, exchange: answer.exchange.id }, answer.exchange);
  },
});

/** A status alone proves something only on a server that serves a key and refuses what has none. */
function certainly(answer: Answer | null, shown: Shown) {
  if (shown.undriven !== undefined) inconclusive('not driven', shown.undriven);
  if (shown.blocked !== undefined) inconclusive('blocked', shown.blocked);
  const { doubt } = record();
  if (shown.met && doubt !== undefined) inconclusive('blocked', `${doubt}, so this answer proves nothing`);
  return judged(answer, shown);
}

function judged(answer: Answer | null, { met, expected, received, note }: Shown) {
  const level = levelOf(test.info());
  const verdict = met ? 'conforms' : level === 'must' ? 'violates' : 'deviates';
  const claim = answer === null ? undefined : claimOf(answer.exchange);
  const remark = note ?? (met ? undefined : claim);
  return concluded(
    {
      clause: clauseOf(test.info()),
      verdict,
      expected,
      received: mask(received),
      ...(remark !== undefined && { note: remark }),
      ...(answer !== null && { exchange: answer.exchange.id }),
    },
    answer?.exchange ?? null,
  );
}

function concluded(finding: Finding, exchange: Exchange | null) {
  find(finding);
  if (finding.verdict === 'deviates') {
    const description = `${finding.clause}: expected ${finding.expected}, received ${finding.received}`;
    test.info().annotations.push({ type: 'deviates', description });
  }
  return { pass: finding.verdict !== 'violates', message: () => explain(finding, exchange) };
}

/** A variable is a claim about an account, and the claim may be what is wrong. */
function claimOf({ variable }: Exchange): string | undefined {
  if (variable === null || variable === 'API_KEY') return undefined;
  return `${variable} claims ${keyVariables[variable as keyof typeof keyVariables]}: is that still so?`;
}

/** A failure as its reader meets it: clause, request, both sides, place in the contract, how to repeat it. */
function explain(finding: Finding, exchange: Exchange | null): string {
  const clause = ledger[finding.clause as ClauseId];
  const lines = [`${finding.clause}: ${clause.sentence}`, ''];
  if (finding.note !== undefined) lines.push(`Note:     ${finding.note}`);
  if (exchange !== null) {
    const { method, url } = exchange.request;
    const named = exchange.actor.includes(' ') ? `"${exchange.actor}"` : exchange.actor;
    lines.push(
      `Request:  ${method} ${url}, sent by ${named}${exchange.variable ? ` (${exchange.variable})` : ''}`,
    );
  }
  lines.push(`Expected: ${finding.expected}`, `Received: ${finding.received}`);
  lines.push(`Contract: section ${clause.section}, ${clause.level}`);
  if (exchange !== null) lines.push(`Repeat:   ${curl(exchange)}`);
  return lines.join('\n');
}

function isAnswer(subject: unknown): subject is Answer {
  return typeof subject === 'object' && subject !== null && 'exchange' in subject && 'status' in subject;
}
