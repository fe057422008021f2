import { mockKeys } from '../../mock/accounts';
import type { Clause, Need } from '../../spec/clause';
import { chapters, ledger } from '../../spec/ledger';
import { type Described, parts } from '../../spec/target-file';
import { groupedBy } from '../../src/judge/data/grouped';
import { isObject } from '../../src/judge/data/json';
import type { Target } from '../../src/settings/target-file/target';
import mockTarget from '../../tests/targets/mock';
import type { Row } from '../row';
import { mockWith } from '../run';

const everyNeed = new Set<string>(Object.values<Clause>(ledger).flatMap(({ needs = [] }) => needs));

/** Whether a part is described if only these needs are: under its own name or that of its parent. */
function isGiven({ field, found }: Described, needs: readonly string[]): boolean {
  const name = field && [field, field.split('.')[0] ?? ''].find((each) => everyNeed.has(each));
  return name === undefined ? found === true : needs.includes(name);
}

function without(target: Target, field: string): Target {
  const [holder, name] = field.split('.') as [keyof Target, string?];
  const { [holder]: held, ...rest } = target;
  if (name === undefined || !isObject(held)) return rest;
  const others = Object.entries(held).filter(([each]) => each !== name);
  return others.length === 0 ? rest : { ...rest, [holder]: Object.fromEntries(others) };
}

/** Checks whose responses show the clauses about every response, which have no checks of their own. */
const showing = ['auth.key.wrong', 'unspecified.routes.unknown'];

/** A sound mock of which only the needs of these clauses are described: each clause must be judged. */
export const needs: readonly Row[] = Object.entries(chapters).flatMap(([chapter, { clauses }]) => {
  const listing = Object.entries<Clause>(clauses).flatMap(([id, { level, needs = [] }]) =>
    level === 'must' || level === 'should' ? { id, needs } : [],
  );
  return groupedBy(listing, ({ needs }) => [...needs].sort().join()).map((alike): Row => {
    const [{ needs }] = alike;
    const ids = alike.map(({ id }) => id);
    const withheld = Object.values(parts).flatMap((each) => (isGiven(each, needs) ? [] : (each.field ?? [])));
    const isKept = ([name]: [string, string]) => name === 'API_KEY' || needs.includes(name as Need);
    return {
      kind: 'needs',
      phrase: `${chapter}: ${['API_KEY', ...needs].join(', ')}`,
      clauses: ids,
      server: mockWith({}),
      settings: {
        keys: Object.fromEntries(Object.entries(mockKeys).filter(isKept)),
        checks: ({ clause }) => [...ids, ...showing].includes(clause),
        verified: true,
      },
      target: withheld.reduce(without, mockTarget),
      expect: { tested: ids },
    };
  });
});
