import type { KeyVariable } from '../../spec/accounts';
import { uniqueBy } from '../judge/data/grouped';
import { type Depth, isSmokeDepth } from '../judge/verdict/depth';
import type { Family, Probe } from './family';

/** Families of probes at an operation. */
export interface ProbesAt {
  families: readonly Family[];
  /** The name of the operation in reports. */
  place: string;
  /** Whether an accepted probe costs credits: then it is the last. */
  billable: boolean;
  /** Whether this operation gets the probes that one operation gets at any depth. */
  isMain?: boolean;
  /** Whether a probe is what its family says; by default all are. */
  fits?: (probe: Probe, account: ProbeAccount) => boolean;
}

/** An account that sends probes. */
export interface ProbeAccount {
  variable: Extract<KeyVariable, 'API_KEY' | 'OTHER_API_KEY'>;
  /** What its probes are made from: a key, an id or the JSON of a request; empty if from nothing. */
  of: string;
}

export interface PlannedProbe {
  family: Family;
  probe: Probe;
  account: ProbeAccount;
}

/**
 * The probes to send, in their order, each once by its value.
 * @param accounts the second account sends one of each family, and with DEPTH=3 all but the deep ones: a server may keep
 * a rule for one account only
 */
export function planProbes(
  { families, isMain = false, fits = () => true }: ProbesAt,
  accounts: readonly ProbeAccount[],
  depth: Depth,
): PlannedProbe[] {
  return accounts.flatMap((account) => {
    const { variable, of } = account;
    const isDeep = !isSmokeDepth(depth);
    const hasOnce = isDeep || (isMain && depth > 0 && variable === 'API_KEY');
    const hasFirst = !isDeep && variable !== 'API_KEY';
    const hasDeep = isDeep && variable === 'API_KEY';
    const all = families.flatMap((family) =>
      [
        ...family.everywhere(of).slice(0, hasFirst ? 1 : undefined),
        ...(hasOnce ? family.once(of) : []),
        ...(hasDeep ? family.deep(of) : []),
      ].map((probe): PlannedProbe => ({ family, probe, account })),
    );
    return uniqueBy(
      all.filter(({ probe }) => fits(probe, account)),
      ({ probe }) => probe.value,
    );
  });
}
