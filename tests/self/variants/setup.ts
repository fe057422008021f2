import { join } from 'node:path';
import { openTargets } from '../open-targets';
import { variants } from './variants';

/** Starts a mock and a desk for each variant, each with the target file of its name. */
export default function setup(): Promise<() => Promise<void>> {
  process.env.TIMEOUT_MS = '10000';
  return openTargets(
    Object.entries(variants).map(([name, { change }]) => ({
      name,
      options: { variant: change },
      target: join(__dirname, 'targets', `${name}.ts`),
    })),
  );
}
