import type { Change } from '../../../mock/behaviour';
import type { Work } from '../../../mock/call';
import type { Defect } from './defect';
import * as near from './near';

/** Finds a job or run by a wrong ID. */
const found = (kind: 'jobs' | 'runs', { what, agrees }: near.Near): Defect => {
  const find = (id: string, all: ReadonlyMap<string, Work>) =>
    all.get(id) ?? [...all.values()].find((work) => agrees(id, work.id));
  const change: Change = { [kind]: { find } };
  return {
    phrase: `of ${kind}, an ID ${what} finds one`,
    change,
    at: kind === 'jobs' ? 'job' : 'run',
    clauses: [`${kind}.lookup.unknown`],
    metBy: [`${kind}.lookup.unknown`, `${kind}.lookup.odd`],
  };
};

export const workDefects: readonly Defect[] = [
  found('runs', near.differsAt(29)),
  found('jobs', near.differsWithin(3, 8)),
  found('runs', near.agreesInFirst(27)),
  found('runs', near.agreesInLast(16)),
  found('runs', near.agreesAtEnds(8, 12)),
  found('jobs', near.cutAfterAtLeast(30)),
  found('runs', near.cutAfter(15)),
  found('runs', near.lacksBeginning(26)),
  found('jobs', near.lacksCharacter(20)),
  found('runs', near.hasTwice(32)),
  found('jobs', near.hasAdded(22)),
  found('jobs', near.endsAt(',')),
  found('runs', near.beginsWith('a punctuation mark', /[^a-z\d]/i)),
  found('runs', near.isLonger(7)),
  found('jobs', near.hasChecksum(4)),
  found('jobs', near.looksAlike('Greek')),
  found(
    'runs',
    near.only('without the underscore', (id) => id.replace('_', '')),
  ),
  {
    ...found(
      'jobs',
      near.only('with hyphens as in a UUID', (id) =>
        id.replace(/_(.{8})(.{4})(.{4})(.{4})/, '_$1-$2-$3-$4-'),
      ),
    ),
    // To whoever parses IDs it is the same ID.
    isLegal: true,
  },
];
