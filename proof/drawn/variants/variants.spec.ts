import mockTarget from '../../../tests/targets/mock';
import { openMock } from '../../helpers/open-mock';
import { runOn } from '../../variants/run-variant';
import { seed } from '../drawn';
import { drawVariants } from './draw';

/** `VARIANTS`: which of them, `0-19`. A test's name begins with its place in the draw. */
const [first = 0, last = first] = (process.env.VARIANTS ?? '0-4').split('-').map(Number);

for (const [index, { phrase, change, target }] of drawVariants(last + 1, seed)
  .slice(first)
  .entries())
  runOn(`${first + index}: ${phrase}`, () =>
    openMock({
      variant: change,
      target: target?.(mockTarget),
      timeoutMs: 10_000,
      signed: [],
      seed: first + index + 1,
    }),
  );
