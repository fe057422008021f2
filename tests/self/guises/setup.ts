import { join } from 'node:path';
import { guises } from '../../../mock/guises';
import { openTargets } from '../open-targets';

/** Starts a mock and a desk for each guise, each with the target file of its name. */
export default function setup(): Promise<() => Promise<void>> {
  process.env.TIMEOUT_MS = '10000';
  return openTargets(
    Object.keys(guises).map((guise) => ({
      name: guise,
      options: { guise },
      target: join(__dirname, '..', '..', 'targets', `${guise}.ts`),
    })),
  );
}
