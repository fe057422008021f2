import { faults } from '../../../mock/faults';
import { openTargets } from '../open-targets';

/** Starts one mock and one desk for each defect, all in this process. */
export default function setup(): Promise<() => Promise<void>> {
  process.env.TIMEOUT_MS = '1500';
  return openTargets(faults.map(({ phrase }) => ({ name: phrase, options: { faults: [phrase] } })));
}
