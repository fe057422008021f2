import { relative, sep } from 'node:path';
import type { TestCase } from '@playwright/test/reporter';
import type { PlannedCheck } from '../send/driver/driver';
import { ANNOTATION, costOf } from './check';

/**
 * The checks of these tests, in their order. Each occurs once, however often a test is repeated.
 * @param rootDir the folder of the tests
 */
export function plannedIn(tests: readonly TestCase[], rootDir: string): PlannedCheck[] {
  const planned = new Map<string, PlannedCheck>();
  for (const test of tests) {
    const stated = test.annotations.find(({ type }) => type === ANNOTATION)?.description;
    if (stated === undefined) continue;
    const { clause, check }: Pick<PlannedCheck, 'clause' | 'check'> = JSON.parse(stated);
    const file = relative(rootDir, test.location.file).split(sep).join('/');
    const { line } = test.location;
    const title = test.titlePath().slice(3).join(' › ');
    const key = `${file}:${line} ${title}`;
    const known = planned.get(key);
    if (known !== undefined) known.ids.push(test.id);
    else planned.set(key, { ids: [test.id], clause, title, file, line, cost: costOf(check), check });
  }
  return [...planned.values()];
}
