import { mockKeys } from '../../../mock/accounts';
import type { Clause, Need } from '../../../spec/clause';
import { chapters } from '../../../spec/ledger';
import type { Target } from '../../drive/target';
import { groupedBy } from '../../engine/grouped';
import mockTarget from '../../targets/mock';
import { chapterOf, chaptersOn } from '../chapters-on';
import { openMock } from '../open-mock';
import { asked, depthOf, isAskedFor } from './asked';
import { LISTED } from './kills';

/**
 * Registers, for every defect that this chapter meets first, the cases of the chapters that must meet it; and the cases
 * of its own clauses where no more is given than these list.
 */
export function proveChapter(chapter: keyof typeof chapters): void {
  for (const fault of asked) {
    const { clause, phrase, metBy } = fault;
    if (chapterOf(metBy[0] ?? '') !== chapter) continue;
    const open = () => openMock({ faults: [phrase], depth: depthOf(fault) });
    chaptersOn(open, metBy, `${clause}: ${phrase}`);
  }
  const listing = Object.entries<Clause>(chapters[chapter].clauses).flatMap(([id, clause]) =>
    isAskedFor(id) && (clause.level === 'must' || clause.level === 'advice')
      ? { id, needs: clause.needs ?? [] }
      : [],
  );
  for (const alike of groupedBy(listing, ({ needs }) => [...needs].sort().join())) {
    const ids = alike.map(({ id }) => id);
    chaptersOn(() => givenOnly(alike[0].needs), ids, `${ids[0]}: ${LISTED}`);
  }
}

/** A session with a sound mock, of whose target file and keys it has only what is needed. */
async function givenOnly(needs: readonly Need[]) {
  const has = (need: Need) => needs.includes(need);
  const { text, job, workflow, run, ...more } = mockTarget;
  const { submit, id, state, result } = job;
  const target: Target = {
    ...more,
    ...(has('text') && { text }),
    ...(needs.some((need) => need.startsWith('job')) && {
      job: { submit, id, ...(has('job.state') && { state }), ...(has('job.result') && { result }) },
    }),
    ...(has('workflow') && { workflow }),
    ...(has('run') && { run }),
  };
  const session = await openMock({ target });
  const keys = Object.entries(mockKeys).filter(([name]) => name === 'API_KEY' || has(name as Need));
  return { ...session, keys: Object.fromEntries(keys) };
}
