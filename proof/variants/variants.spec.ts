import mockTarget from '../../tests/targets/mock';
import { openMock } from '../helpers/open-mock';
import { breaches } from './breaches';
import { runOn } from './run-variant';
import type { Variant } from './variant';
import { variants } from './variants';

/** `QUICK=yes`: every sixth of them. */
const asked = <T>(all: Readonly<Record<string, T>>) =>
  Object.entries(all).filter((_, index) => !process.env.QUICK || index % 6 === 0);

/** `REAL_TIME=yes`: what takes the contract's own minute, too. */
const inTime = ({ realTime }: Variant) => realTime === undefined || process.env.REAL_TIME !== undefined;

const opening = ({ change, target, timeoutMs = 10_000, signed = [], realTime, env, depth = 1 }: Variant) => {
  const spelt = target?.(mockTarget);
  const asked = { variant: change, target: spelt, timeoutMs, signed, env, mock: !realTime, depth };
  return () => openMock(asked);
};

// Every check of the suite against a mock that differs in what the contract leaves unspecified.
for (const [name, variant] of asked(variants))
  if (inTime(variant)) runOn(name, opening(variant), variant.realTime);

// A breach beside a variant: the checks of the clause that must find it.
for (const [name, { beside, clause, change, ...otherwise }] of asked(breaches))
  if (inTime(beside))
    runOn(
      name,
      opening({ ...beside, ...otherwise, change: [beside.change, change] }),
      new RegExp(`^${clause}$`),
    );
