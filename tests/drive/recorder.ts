import { type TestInfo, test } from '@playwright/test';
import { type ClauseId, ledger } from '../../spec/ledger';
import type { Evidence, Exchange, Finding, Inconclusive } from '../engine/evidence';

/** Gathers what one case leaves behind. One case runs at a time in a worker, so one recorder is open. */
let evidence: Open | null = null;

/** `doubt`: why nothing that this target answers proves anything, where that is so. */
type Open = Evidence & { doubt?: string };

/** Opens the record of a case; `close` attaches it to the case's result. */
export function openRecord(clause: ClauseId, testInfo: TestInfo): { close: () => void } {
  const record: Open = {
    clause,
    exchanges: [],
    findings: [],
    observations: {},
    waited: 0,
  };
  evidence = record;
  return {
    close: () => {
      evidence = null;
      const body = Buffer.from(JSON.stringify(record));
      testInfo.attachments.push({ name: 'evidence', contentType: 'application/json', body });
    },
  };
}

/** The record of the case that is running. */
export function record(): Open {
  if (evidence === null) throw new Error('no case is running: requests and judgements belong to a case');
  return evidence;
}

/** Keeps an exchange, once; a shared one is kept by every case that builds on it. */
export function keep(exchange: Exchange): void {
  if (!record().exchanges.some(({ id }) => id === exchange.id)) record().exchanges.push(exchange);
}

export function find(finding: Finding): void {
  record().findings.push(finding);
}

/** The clause that a case cites. */
export function clauseOf(testInfo: TestInfo): ClauseId {
  const cited = testInfo.tags.map((tag) => tag.slice(1)).find((name) => Object.hasOwn(ledger, name));
  if (cited === undefined) throw new Error(`${testInfo.title}: the case cites no clause`);
  return cited as ClauseId;
}

/** The level of the clause that a case cites. */
export function levelOf(testInfo: TestInfo): 'must' | 'advice' | 'open' {
  if (testInfo.tags.includes('@must')) return 'must';
  return testInfo.tags.includes('@advice') ? 'advice' : 'open';
}

/** Ends the case without a judgement: Playwright reports it as skipped, with the reason. */
export function inconclusive(verdict: Inconclusive['verdict'], reason: string): never {
  record().inconclusive = { verdict, reason };
  test.skip(true, `${verdict}: ${reason}`);
  throw new Error('unreachable: test.skip throws');
}
