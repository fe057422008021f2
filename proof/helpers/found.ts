import { usesAi } from '../../spec/operations';
import type { Finding, Unjudged } from '../../src/judge/data/evidence';
import { formatReason } from '../../src/judge/texts/wording';
import { findingOf, judgeEvidence } from '../../src/judge/verdict/findings';
import { judgeExchange } from '../../src/judge/verdict/universal';
import type { CheckResult } from './run-checks';

/** The findings of one check about its own clause and about the clauses for every response. */
export interface Found {
  findings: Finding[];
  inconclusive?: Unjudged;
  /** Why it judged nothing. */
  why?: string | undefined;
  /** Whether it sent a request that uses the AI if it is accepted. */
  mayUseAi: boolean;
}

export function foundBy({ evidence }: CheckResult): Found {
  const { findings, unjudged: inconclusive } = judgeEvidence(evidence);
  const silent = evidence.exchanges.flatMap((exchange) =>
    judgeExchange(exchange, evidence.context).violations.map(({ clause, expected, received }) =>
      findingOf(clause, expected, { met: false, received }, [exchange.id]),
    ),
  );
  return {
    findings: [...findings, ...silent],
    ...(inconclusive && { inconclusive, why: formatReason(inconclusive.reason) }),
    mayUseAi: evidence.exchanges.some(({ operation }) => usesAi(operation)),
  };
}
