import mockTarget from '../../tests/targets/mock';
import { composed } from '../catalogue/variants/composed';
import type { Variant } from '../catalogue/variants/variant';
import { variants } from '../catalogue/variants/variants';
import { violations } from '../catalogue/variants/violating';
import type { Row } from '../row';
import { mockWith } from '../run';

/** How many of the composed variants are part of the sample of rows. */
const SAMPLE = 1;
const EVERY = 12;

const setupOf = ({ change, target, lack, timeoutMs, verifiedEarlier, realTime, env, depth }: Variant) =>
  ({
    clauses: [],
    server: mockWith({ variant: change }),
    settings: {
      keys: lack?.keys,
      env: { ...(timeoutMs && { TIMEOUT_MS: `${timeoutMs}` }), ...env },
      checks: ({ clause }) => realTime?.test(clause) ?? true,
      verified: verifiedEarlier,
      realTime: realTime !== undefined,
    },
    target: lack?.target ?? target?.(mockTarget),
    depths: [depth ?? 1],
  }) satisfies Partial<Row>;

const expectedOf = ({ mayBeUntested, deviates, lack }: Variant): Row['expect'] => ({
  ...(deviates && { deviates }),
  ...(mayBeUntested && { undecided: mayBeUntested }),
  ...(lack && { untested: lack.untested, exit: 0 }),
});

/** A mock with a legal difference in unspecified behaviour: every check must conform. */
export const variantRows: readonly Row[] = Object.entries(variants).map(([name, variant], index) => ({
  kind: 'variant',
  phrase: `${name}: ${variant.phrase}`,
  ...setupOf(variant),
  expect: expectedOf(variant),
  // Variants that need a real minute or a greater depth belong to the whole proof.
  part: index % EVERY === 0 && !variant.realTime && !variant.depth ? 'sample' : 'whole',
}));

/** A mock with many legal differences at once: every check must conform. */
export const drawnVariantRows: readonly Row[] = composed.map((variant, index) => ({
  kind: 'drawn variant',
  phrase: `${index}: ${variant.phrase}`,
  ...setupOf(variant),
  expect: expectedOf(variant),
  part: index < SAMPLE ? 'sample' : 'whole',
}));

/** A violation that resembles a legal variant: a check of its clause must still find it. */
export const besideRows: readonly Row[] = Object.entries(violations).map(([phrase, violation], index) => {
  const { beside, clause, change, ...own } = violation;
  const both: Variant = { ...beside, ...own, change: [beside.change, change] };
  const setup = setupOf(both);
  return {
    kind: 'beside a variant',
    phrase,
    ...setup,
    clauses: [clause],
    settings: { ...setup.settings, checks: (check) => check.clause === clause },
    expect: { violates: new RegExp(`^${clause}$`), undecided: /^/ },
    part: index % EVERY === 0 && !both.realTime ? 'sample' : 'whole',
  };
});
