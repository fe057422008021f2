import { relative, sep } from 'node:path';
import type { TestCase } from '@playwright/test/reporter';
import type { ClauseId } from '../../../spec/ledger';
import type { CheckCost } from '../../judge/data/run';
import type { PlannedCheck } from '../driver/driver';
import { ANNOTATION } from './check';

const costs: readonly CheckCost[] = ['bursts', 'billable'];

/**
 * The checks of these tests, in their order. Each occurs once, however often a test is repeated. A test states clause and
 * cost among its tags, and the rest in an annotation.
 * @param rootDir the folder of the tests
 */
export function plannedIn(tests: readonly TestCase[], rootDir: string): PlannedCheck[] {
  const planned = new Map<string, PlannedCheck>();
  for (const test of tests) {
    const check = test.annotations.find(({ type }) => type === ANNOTATION)?.description;
    const names = test.tags.map((tag) => tag.slice(1));
    const clause = names.find((name) => name.includes('.'));
    if (check === undefined || clause === undefined) continue;
    const file = relative(rootDir, test.location.file).split(sep).join('/');
    const { line } = test.location;
    const title = test.titlePath().slice(3).join(' › ');
    const key = `${file}:${line} ${title}`;
    const known = planned.get(key);
    if (known !== undefined) known.ids.push(test.id);
    else
      planned.set(key, {
        ids: [test.id],
        clause: clause as ClauseId,
        title,
        file,
        line,
        cost: costs.find((cost) => names.includes(cost)) ?? 'free',
        check: JSON.parse(check),
      });
  }
  return [...planned.values()];
}
