import type { KeyVariable } from '../../spec/accounts';
import type { Sampling } from '../judge/data/probe';
import { isSmokeDepth } from '../judge/verdict/depth';
import { distributed, type Family, type Probe, sample, sampleParametersOf } from './family';

/** The second account sends one probe in this number of a family; at depth 1, one. */
const SHARE = 3;

/** Families of probes at an operation. Those of a countable family are distributed over the operations. */
export interface ProbesAt {
  families: readonly Family[];
  /** The name of the operation in the table of families. */
  place: string;
  /** Whether an accepted probe costs credits: then fewer are sent. */
  billable: boolean;
  placeIndex?: number;
  /** How many shares the operations before took: one if an accepted probe costs credits, two if not. */
  sharesBefore?: number;
  /** How many probes of a countable family are one share. */
  membersPerShare?: number;
  /**
   * At depth 1, only one family in this number is sampled at each operation; of the others, the classic
   * probes are sent.
   */
  oneFamilyIn?: number;
  /** Families whose probes are all sent, at any depth. */
  entire?: readonly Family[];
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
  /** For a sampled probe: what lets fast-check make smaller ones of it. */
  sample?: ReturnType<typeof sampleParametersOf> & { path: string };
  /** The sampling of the earlier run that it comes from. */
  sampledEarlier?: Sampling;
  classic?: true;
}

/** How a run samples, and what found something in earlier runs at this operation. */
export interface RunSampling extends Sampling {
  earlier: readonly (Sampling & { family: string })[];
}

/**
 * The probes to send, in their order.
 * @param accounts API_KEY sends all of its probes, the second account a share: a server may keep a rule for one
 * account only
 */
export function planProbes(
  at: ProbesAt,
  accounts: readonly ProbeAccount[],
  sampling: RunSampling,
): PlannedProbe[] {
  return accounts.flatMap((account) => {
    const all = probesOf(at, account, sampling);
    return account.variable === 'API_KEY' ? all : shareOfSecond(all, at, sampling);
  });
}

/** Each probe once, by its value; first those with which earlier runs found something. */
function probesOf(at: ProbesAt, account: ProbeAccount, sampling: RunSampling): PlannedProbe[] {
  const { families, place, entire = [], placeIndex = 0, oneFamilyIn = 1, fits = () => true } = at;
  const { of } = account;
  const sampledBy = (family: Family, { seed, depth }: Sampling): PlannedProbe[] => {
    const by = { seed, depth };
    const { before, count } = shareOf(at, depth);
    const most = entire.includes(family) ? Number.POSITIVE_INFINITY : count;
    const again = sampleParametersOf(family, place, by);
    return [
      ...distributed(family, of, seed, before, most).map((probe) => ({ family, account, probe })),
      ...sample(family, of, place, by).map((probe, index) => ({
        family,
        account,
        probe,
        sample: { ...again, path: `${index}` },
      })),
    ];
  };
  const before = families.flatMap((family) =>
    sampling.earlier
      .filter((each) => each.family === family.name)
      .flatMap(({ seed, depth }) =>
        sampledBy(family, { seed, depth }).map((each) => ({ ...each, sampledEarlier: { seed, depth } })),
      ),
  );
  const members = families.flatMap((family, index): PlannedProbe[] => {
    const briefly =
      isSmokeDepth(sampling.depth) && (index + placeIndex) % oneFamilyIn > 0 && !entire.includes(family);
    const classic = (family.classic?.(of) ?? []).map(
      (probe): PlannedProbe => ({ family, probe, account, classic: true }),
    );
    return briefly ? classic : [...classic, ...sampledBy(family, sampling)];
  });
  const values = new Set<string>();
  return [...before, ...members].filter(
    ({ probe }) => fits(probe, account) && values.size < values.add(probe.value).size,
  );
}

function shareOfSecond(
  all: readonly PlannedProbe[],
  { entire = [] }: ProbesAt,
  { depth }: Sampling,
): PlannedProbe[] {
  const seen = new Map<Family, number>();
  return all.filter(({ family, sampledEarlier }) => {
    const before = seen.get(family) ?? 0;
    seen.set(family, before + 1);
    const isFirst = isSmokeDepth(depth) && !entire.includes(family);
    return sampledEarlier !== undefined || (isFirst ? before === 0 : before % SHARE === 0);
  });
}

/** How many probes of a countable family an operation gets, and how many the operations before it got. */
function shareOf(
  {
    billable,
    placeIndex = 0,
    membersPerShare = 12,
    sharesBefore = placeIndex * (billable ? 1 : 2),
  }: ProbesAt,
  depth: number,
) {
  const brief = Math.min(depth, membersPerShare);
  if (isSmokeDepth(depth)) return { before: placeIndex * brief, count: brief };
  return { before: sharesBefore * membersPerShare, count: membersPerShare * (billable ? 1 : 2) };
}
