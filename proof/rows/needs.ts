import { mockKeys } from '../../mock/accounts';
import type { Clause, Need } from '../../spec/clause';
import { chapters, ledger } from '../../spec/ledger';
import { type Described, parts } from '../../spec/target-file';
import type { Target } from '../../src/drive/target-file/target';
import { groupedBy } from '../../src/judge/data/grouped';
import { isObject } from '../../src/judge/data/json';
import type { Depth } from '../../src/judge/verdict/depth';
import mockTarget from '../../tests/targets/mock';
import { SOUND, unlistedNeeds } from '../coverage';
import { openMock } from '../helpers/open-mock';
import type { Row } from '../row';
import { resultsOn } from './listed';

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

/** Opens a session with a sound mock that has only the needed parts of the target file and the needed keys. */
async function givenOnly(needs: readonly Need[], depth: Depth) {
  const has = (need: Need) => needs.includes(need);
  const withheld = Object.values(parts).flatMap((each) => (isGiven(each, needs) ? [] : (each.field ?? [])));
  const target = withheld.reduce(without, mockTarget);
  const keys = Object.entries(mockKeys).filter(([name]) => name === 'API_KEY' || has(name as Need));
  return openMock({ target, keys: Object.fromEntries(keys), depth });
}

/** A sound mock of which only the needs of these clauses are described: each clause must be judged. */
export const needs: readonly Row[] = Object.entries(chapters).flatMap(([chapter, { clauses }]) => {
  const listing = Object.entries<Clause>(clauses).flatMap(([id, { level, needs = [] }]) =>
    level === 'must' || level === 'should' ? { id, needs } : [],
  );
  return groupedBy(listing, ({ needs }) => [...needs].sort().join()).map((alike): Row => {
    const [{ needs }] = alike;
    const ids = alike.map(({ id }) => id);
    const own = Object.fromEntries(ids.map((id) => [id, ledger[id as keyof typeof ledger]]));
    return {
      kind: 'needs',
      phrase: `${chapter}: ${['API_KEY', ...needs].join(', ')}`,
      clauses: ids,
      depths: [1],
      part: 'sample',
      async meet(depth) {
        const results = await resultsOn(await givenOnly(needs, depth), SOUND, ids);
        return { wrong: unlistedNeeds(results, own), results };
      },
    };
  });
});
