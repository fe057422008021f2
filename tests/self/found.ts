import type { TestResult } from '@playwright/test/reporter';
import { ledger } from '../../spec/ledger';
import { usesAi } from '../engine/answer';
import type { Evidence, Finding, Inconclusive } from '../engine/evidence';
import { findingOf, judgeEvidence } from '../engine/findings';
import { judgeExchange } from '../engine/universal';
import { reasonWords } from '../engine/wording';

/** All that one case found: about its own clause, and about those that hold for every answer it met. */
export interface Found {
  findings: Finding[];
  inconclusive?: Inconclusive;
  /** Why it judged nothing, or how it broke. */
  why?: string | undefined;
  /** It sent what uses the AI where it is served. */
  mayUseAi: boolean;
}

export function foundBy(result: TestResult | undefined): Found {
  const body = result?.attachments.find(({ name }) => name === 'evidence')?.body;
  if (body === undefined) return { findings: [], why: result?.error?.message, mayUseAi: false };
  const evidence: Evidence = JSON.parse(body.toString());
  const { findings, inconclusive } = judgeEvidence(evidence, ledger[evidence.clause].level);
  const silent = evidence.exchanges.flatMap((exchange) =>
    judgeExchange(exchange, evidence.context).breaches.map(({ clause, expected, received }) =>
      findingOf(clause, ledger[clause].level, expected, { met: false, received }, [exchange.id]),
    ),
  );
  return {
    findings: [...findings, ...silent],
    ...(inconclusive && { inconclusive }),
    why: inconclusive ? reasonWords(inconclusive.reason) : result?.error?.message,
    mayUseAi: evidence.exchanges.some(({ operation }) => usesAi(operation)),
  };
}
