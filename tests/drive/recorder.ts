import { type TestInfo, test } from '@playwright/test';
import { type ClauseId, ledger } from '../../spec/ledger';
import type { Evidence, Inconclusive } from '../engine/evidence';
import { reasonWords } from '../engine/wording';

/** Gathers what one case leaves behind. One case runs at a time in a worker, so one recorder is open. */
let evidence: Evidence | null = null;

/** Opens the record of a case; `close` attaches it to the case's result. */
export function openRecord(clause: ClauseId, testInfo: TestInfo): { close: () => void } {
  const record: Evidence = {
    clause,
    context: { words: [] },
    exchanges: [],
    checks: [],
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
export function record(): Evidence {
  if (evidence === null) throw new Error('no case is running: requests and judgements belong to a case');
  return evidence;
}

/** The clause that a case cites. */
export function clauseOf(testInfo: TestInfo): ClauseId {
  const cited = testInfo.tags.map((tag) => tag.slice(1)).find((name) => Object.hasOwn(ledger, name));
  if (cited === undefined) throw new Error(`${testInfo.title}: the case cites no clause`);
  return cited as ClauseId;
}

/** Ends the case without a judgement: Playwright reports it as skipped, with the reason. */
export function inconclusive(verdict: Inconclusive['verdict'], reason: Inconclusive['reason']): never {
  record().inconclusive = { verdict, reason };
  return skip({ verdict, reason });
}

/** The same, where what was found says why. */
export function skip({ verdict, reason }: Inconclusive): never {
  test.skip(true, `${verdict}: ${reasonWords(reason)}`);
  throw new Error('unreachable: test.skip throws');
}
