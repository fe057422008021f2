import { isDeepStrictEqual } from 'node:util';
import type { Sampling } from '../../judge/data/probe';
import type { FoundSample } from '../../judge/faults/previous-run';
import { isSmokeDepth } from '../../judge/verdict/depth';
import { distributed, type Family, type Probe, sample } from '../../probes/family';
import type { Sender } from '../client/request';
import { otherSenderIn, ownerOf } from '../client/senders';
import { type CheckSession, recordUntested, tryOne } from '../evidence/recorder';
import type { Trial } from './trial';

/** The second account sends one probe in this number of a family; at depth 1, one. */
const SHARE = 3;
export interface PlannedProbe {
  family: Family;
  probe: Probe;
  /** Whose key it is sent with, or made from. */
  sender: Sender;
  /** What it is made from. */
  of: string;
  /** Its index among the sampled probes, if it was sampled. */
  index?: number;
  /** The sampling of the earlier run that it comes from. */
  sampledEarlier?: Sampling;
  classic?: true;
}

/** The probes of API_KEY, and the share of the second account, made from its own key or id. */
export async function probesOfFamilies(session: CheckSession, trial: Trial): Promise<PlannedProbe[]> {
  const { keys, setup } = session;
  const membersBy = async (sender: Sender) => {
    const of = await trial.of?.(session, sender);
    return of === '' ? [] : probesOfFamily(trial, sender, of ?? '', setup);
  };
  const own = await membersBy(ownerOf(session));
  if (!trial.bySecondAccount || keys.OTHER_API_KEY === undefined) return own;
  const others = await tryOne(() => membersBy(otherSenderIn(session, 'other account')));
  if ('why' in others) {
    recordUntested(session, `${trial.place} by OTHER_API_KEY`, { ...others.why, verdict: 'not tested' });
    return own;
  }
  const seen = new Map<Family, number>();
  const share = others.value.filter(({ family, sampledEarlier }) => {
    const before = seen.get(family) ?? 0;
    seen.set(family, before + 1);
    return (
      sampledEarlier !== undefined ||
      (isSmokeDepth(setup.depth) && !trial.entire?.includes(family) ? before === 0 : before % SHARE === 0)
    );
  });
  return [...own, ...share];
}

/** Each probe once, by its value; first those with which earlier runs found something. */
function probesOfFamily(
  trial: Trial,
  sender: Sender,
  of: string,
  setup: Sampling & { earlierSamples?: readonly FoundSample[] },
): PlannedProbe[] {
  const {
    expected,
    families,
    place,
    entire = [],
    placeIndex = 0,
    oneFamilyIn = 1,
    fits = () => true,
  } = trial;
  const sampledBy = (family: Family, by: Sampling): PlannedProbe[] => {
    const { before, count } = shareOf(trial, by.depth);
    const most = entire.includes(family) ? Number.POSITIVE_INFINITY : count;
    const planned = { family, sender, of };
    return [
      ...distributed(family, of, by.seed, before, most).map((probe) => ({ ...planned, probe })),
      ...sample(family, of, place, by).map((probe, index) => ({ ...planned, probe, index })),
    ];
  };
  const before = families.flatMap((family) =>
    (setup.earlierSamples ?? [])
      .filter((each) => each.family === family.name && each.place === place)
      .filter((each) => each.expected === undefined || isDeepStrictEqual(each.expected, expected))
      .flatMap(({ seed, depth }) =>
        sampledBy(family, { seed, depth }).map((each) => ({
          ...each,
          sampledEarlier: { seed, depth },
        })),
      ),
  );
  const members = families.flatMap((family, index): PlannedProbe[] => {
    const briefly =
      isSmokeDepth(setup.depth) && (index + placeIndex) % oneFamilyIn > 0 && !entire.includes(family);
    const classic = (family.classic?.(of) ?? []).map(
      (probe): PlannedProbe => ({ family, probe, sender, of, classic: true }),
    );
    return briefly ? classic : [...classic, ...sampledBy(family, setup)];
  });
  const values = new Set<string>();
  return [...before, ...members].filter(
    ({ probe }) => fits(probe, sender) && values.size < values.add(probe.value).size,
  );
}

/**
 * How many probes of a countable family an operation gets, and how many the operations before it got.
 */
function shareOf({ billable, placeIndex = 0, membersPerShare = 12, ...trial }: Trial, depth: number) {
  const { sharesBefore = placeIndex * (billable ? 1 : 2) } = trial;
  const brief = Math.min(depth, membersPerShare);
  if (isSmokeDepth(depth)) return { before: placeIndex * brief, count: brief };
  return { before: sharesBefore * membersPerShare, count: membersPerShare * (billable ? 1 : 2) };
}
