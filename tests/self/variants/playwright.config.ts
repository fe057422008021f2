import { defineConfig } from '@playwright/test';
import type { Session } from '../../drive/run/session';
import mockTarget from '../../targets/mock';
import { openMock } from '../open-mock';
import { breaches } from './breaches';
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
  return { opener: { open: () => openMock(asked) } };
};

/**
 * One project a variant: every case of the suite against a mock that differs in what the contract leaves open. One a
 * breach beside a variant: the cases of the clause that must find it.
 */
export default defineConfig<object, { opener: { open: () => Promise<Session> } }>({
  testDir: '../..',
  testIgnore: 'self/**',
  outputDir: '../../../test-results/variants',
  projects: [
    ...asked(variants)
      .filter(([, variant]) => inTime(variant))
      .map(([name, variant]) => ({
        name,
        ...(variant.realTime && { grep: new RegExp(`@${variant.realTime.source.replace('^', '')}`) }),
        use: opening(variant),
      })),
    ...asked(breaches)
      .filter(([, { beside }]) => inTime(beside))
      .map(([name, { beside, clause, change, ...otherwise }]) => ({
        name,
        grep: new RegExp(`@${clause}(?![\\w.-])`),
        use: opening({ ...beside, ...otherwise, change: [beside.change, change] }),
      })),
  ],
  workers: 2,
  timeout: 120_000,
  reporter: [['./reporter.ts'], ['junit', { outputFile: '../../../test-results/variants-junit.xml' }]],
});
