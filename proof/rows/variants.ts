import mockTarget from '../../tests/targets/mock';
import { composed } from '../catalogue/variants/composed';
import type { Variant } from '../catalogue/variants/variant';
import { variants } from '../catalogue/variants/variants';
import { violations } from '../catalogue/variants/violating';
import type { Row } from '../row';
import { mockWith } from '../run';

/** A mock with a legal difference in unspecified behaviour: every check must conform. */
function rowOf(kind: Row['kind'], phrase: string, variant: Variant): Row {
  const { change, target, lack, verified, realTime, env, depth, mayBeUntested, deviates } = variant;
  return {
    kind,
    phrase,
    clauses: [],
    server: mockWith({ variant: change }),
    settings: {
      keys: lack?.keys,
      env,
      checks: ({ clause }) => realTime?.test(clause) ?? true,
      verified,
      realTime: realTime !== undefined,
    },
    target: lack?.target ?? target?.(mockTarget),
    depths: [depth ?? 1],
    expect: {
      ...(deviates && { deviates }),
      ...(mayBeUntested && { undecided: mayBeUntested }),
      ...(lack && { untested: lack.untested, exit: 0 }),
    },
  };
}

export const variantRows: readonly Row[] = Object.entries(variants).map(([name, variant]) =>
  rowOf('variant', `${name}: ${variant.phrase}`, variant),
);

/** Many legal differences at once. */
export const drawnVariantRows: readonly Row[] = composed.map((variant, index) =>
  rowOf('drawn variant', `${index}: ${variant.phrase}`, variant),
);

/** A violation that resembles a legal variant: a check of its clause must still find it. */
export const besideRows: readonly Row[] = Object.entries(violations).map(([phrase, violation]) => {
  const { beside, clause, change, ...own } = violation;
  const row = rowOf('beside a variant', phrase, { ...beside, ...own, change: [beside.change, change] });
  return {
    ...row,
    clauses: [clause],
    settings: { ...row.settings, checks: (check) => check.clause === clause },
    expect: { violates: new RegExp(`^${clause}$`), undecided: /^/ },
  };
});
