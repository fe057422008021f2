import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type Found, isUndecided, type Undecided } from '../../judge/data/evidence';
import type { Expectation } from '../../judge/data/expectation';
import { groupedBy } from '../../judge/data/grouped';
import type { Sampling } from '../../judge/data/probe';
import type { FoundSample } from '../../judge/faults/previous-run';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { isFullDepth, isSmokeDepth } from '../../judge/verdict/depth';
import { evaluate } from '../../judge/verdict/evaluate';
import { distributed, type Family, type Probe, sample, sampleParametersOf } from '../../probes/family';
import { ask, settle } from '../ask/ask';
import { once } from '../client/once';
import { again, type Request, type Sender } from '../client/request';
import { otherSenderIn, ownerOf } from '../client/senders';
import { currentEvidence, endUndecided, recordUntested, tryOne } from '../evidence/recorder';
import { inParallel } from '../run/parallel';
import { perSession } from '../run/per-session';
import type { Session } from '../run/session';

/**
 * Probes of some families, and the expected response. Those of a countable family are distributed over the operations,
 * share by share.
 */
export interface Trial {
  families: readonly Family[];
  /** The name of the operation in the table of families. */
  place: string;
  /** Whether an accepted probe costs credits: then fewer are sent. */
  billable: boolean;
  expected: Expectation;
  /** The request with this probe, of API_KEY or the second account. */
  request: (probe: Probe, sender: Sender) => Request | Promise<Request>;
  /** Sends it, where this takes more than the request. */
  send?: (request: Request, probe: Probe) => Promise<Answer>;
  /**
   * The second account also sends a share of the probes, if its key is given: a server may keep a rule for
   * one account only.
   */
  bySecondAccount?: boolean;
  /**
   * What the probes are made from, if anything: a key, an id or the JSON of a request. If it is empty, it is
   * unknown, and no probe is made.
   */
  of?: (sender: Sender) => string | Promise<string>;
  /** Whether a probe is what its family says; by default all are. */
  fits?: (probe: Probe, sender: Sender) => boolean;
  /** The probes are sent one after another, in their order. */
  oneByOne?: boolean;
  /** Why no further probe may be sent, and the last one is not judged. */
  whyStopped?: () => Undecided | undefined;
  /** Why responses that differ from the expected one cannot be judged. */
  whyUndecided?: (answers: readonly Answer[]) => Promise<Undecided | undefined>;
  /** Probes that agree with their original only in this number of first characters. */
  sameStart?: (of: string, length: number) => fc.Arbitrary<Probe>;
  /** The index of this operation, from 0. */
  placeIndex?: number;
  /** How many shares the operations before took: one if an accepted probe costs credits, two if not. */
  sharesBefore?: number;
  /**
   * At depth 1, only one family in this number is sampled at each operation; of the others, the classic
   * probes are sent.
   */
  oneFamilyIn?: number;
  /** Families whose probes are all sent, at any depth. */
  entire?: readonly Family[];
  /** How many probes of a countable family are one share. */
  membersPerShare?: number;
}

/** How many requests are in flight at once. */
const TOGETHER = 6;
/** After this number of disturbed probes, the probe is not the cause, and no more are sent. */
const DISTURBED = 3;
/** The second account sends one probe in this number of a family; at depth 1, one. */
const SHARE = 3;
/** How many requests may look for the smallest violating probe. Fourteen more find the rule for a key of 4 KiB. */
const SHRINKING = 26;

/**
 * Sends the probes of families, once in a run, for whichever check comes first. Several are in flight at
 * once. Where acceptance costs something, the first is sent alone, an accepted probe ends the trial, and
 * MAX_AI_REQUESTS makes them wait for each other. For each clause, the first violating probe is made smaller
 * as long as it still violates, and recorded with its exchange.
 * @returns the responses, a violation first
 */
export async function runProbes(session: Session, asked: Trial): Promise<Answer[]> {
  const { place, expected } = asked;
  const families = asked.families.map(({ name }) => name);
  const evidence = currentEvidence();
  evidence.trials = [...(evidence.trials ?? []), { place, families }];
  return once(session, ['probes', families, place, expected], () => tried(session, asked));
}

/** The families with a violation that was already made smaller. */
const shrunkIn = perSession(() => new Set<string>());

async function tried(session: Session, asked: Trial): Promise<Answer[]> {
  const { place, billable, families } = asked;
  const members = await probesOfFamilies(session, asked);
  const answers = new Map<PlannedProbe, Answer>();
  const untested = new Map<PlannedProbe, Undecided>();
  let accepted = false;
  const isDisturbed = () =>
    [...untested.values()].filter(({ verdict }) => verdict === 'inconclusive').length >= DISTURBED;
  const sendOne = async (member: PlannedProbe) => {
    if (accepted || isDisturbed()) return;
    const stopped = asked.whyStopped?.();
    if (stopped) return void untested.set(member, stopped);
    const tried = await tryOne(() => sent(session, asked, member));
    if ('why' in tried) return void untested.set(member, ofAccount(member, tried.why));
    const answer = tried.value;
    const last = asked.whyStopped?.();
    if (last && !isDecided(asked, answer)) return void untested.set(member, last);
    answers.set(member, answer);
    accepted ||= billable && (isBreach(asked, answer) || isAcceptedUnverified(asked, answer));
  };
  const isLimited = billable && session.settings.maxAiRequests !== undefined;
  await inParallel(members.slice(0, 1), 1, sendOne);
  await inParallel(members.slice(1), asked.oneByOne || isLimited ? 1 : TOGETHER, sendOne);
  const doubted = await tryOne(async () => asked.whyUndecided?.([...answers.values()]));
  const doubt = 'why' in doubted ? doubted.why : doubted.value;
  if (doubt !== undefined)
    for (const [member, answer] of answers)
      if (!isDecided(asked, answer)) {
        answers.delete(member);
        untested.set(member, doubt);
      }
  const sentFirst = members.flatMap((member) => answers.get(member) ?? []);
  if (sentFirst.length === 0) {
    const names = families.map(({ name }) => `"${name}"`).join(', ');
    const what = `a key, an id or a name of which a probe can be made (${names})`;
    const reasons = [...untested.values()];
    const { verdict, reason } = reasons.find(isUndecided) ??
      reasons[0] ?? { verdict: 'not tested', reason: { kind: 'unfit', what } };
    return endUndecided(verdict, reason);
  }
  recordProbes(place, members, untested);
  if (doubt !== undefined) return sentFirst;
  const broken = members.filter((member) => isBreach(asked, answers.get(member)));
  // An accepted probe shows more than one that is rejected in the wrong form.
  const first = broken.find((member) => isAccepted(answers.get(member) as Answer)) ?? broken[0];
  if (first === undefined) return sentFirst;
  const shrunken = shrunkIn(session);
  const names = `${families.map(({ name }) => name)}`;
  // A violation is described best where whole families are sent, even if another operation showed it first.
  const isWhole = (asked.entire ?? []).length > 0;
  if (billable || (shrunken.has(names) && !isWhole)) {
    recordUnmetFamilies(session, asked, first, answers);
    return sentFirst;
  }
  shrunken.add(names);
  const searched: Answer[] = [];
  const search: Send = async (member) => {
    const answer = await sent(session, asked, member);
    searched.push(answer);
    return answer;
  };
  // If further probes of a violation cannot be sent, the violation stays.
  const told = await tryOne(async () => {
    const { smallest, value } = await smallestViolation(session, asked, first, answers, search);
    await recordComparedLength(session, asked, first, smallest, value, search);
    return smallest;
  });
  const shown = 'value' in told ? told.value : (answers.get(first) as Answer);
  recordUnmetFamilies(session, asked, first, new Map([...answers, [first, shown]]));
  return [shown, ...[...sentFirst, ...searched].filter((answer) => answer !== shown)];
}

/** Sends one probe. */
type Send = (member: PlannedProbe) => Promise<Answer>;

/** Records the probes that could not be tested, one line for each reason. */
function recordProbes(
  place: string,
  members: readonly PlannedProbe[],
  untested: ReadonlyMap<PlannedProbe, Undecided>,
): void {
  for (const [[member, why], ...others] of groupedBy([...untested], ([, why]) => JSON.stringify(why))) {
    const count = `${others.length + 1} of ${members.length} probes`;
    recordUntested(others.length === 0 ? `${place}: ${member.probe.words}` : `${place}: ${count}`, why);
  }
}

interface PlannedProbe {
  family: Family;
  probe: Probe;
  /** Whose key it is sent with, or made from. */
  sender: Sender;
  /** What it is made from. */
  of: string;
  /** Its index among the sampled probes, if it was sampled. */
  index?: number;
  /** The sampling of the earlier run that it comes from. */
  again?: Sampling;
  classic?: true;
}

/** An undecided result of the second account does not change that of API_KEY. */
const ofAccount = ({ sender }: PlannedProbe, why: Undecided): Undecided =>
  isOwner(sender) ? why : { ...why, verdict: 'not tested' };

const isOwner = ({ variable }: Sender) => variable === 'API_KEY';

/** The probes of API_KEY, and the share of the second account, made from its own key or id. */
async function probesOfFamilies(session: Session, asked: Trial): Promise<PlannedProbe[]> {
  const { keys, run } = session;
  const membersBy = async (sender: Sender) => {
    const of = await asked.of?.(sender);
    return of === '' ? [] : probesOfFamily(asked, sender, of ?? '', run);
  };
  const own = await membersBy(ownerOf(session));
  if (!asked.bySecondAccount || keys.OTHER_API_KEY === undefined) return own;
  const others = await tryOne(() => membersBy(otherSenderIn(session, 'other account')));
  if ('why' in others) {
    recordUntested(`${asked.place} by OTHER_API_KEY`, { ...others.why, verdict: 'not tested' });
    return own;
  }
  const seen = new Map<Family, number>();
  const share = others.value.filter(({ family, again }) => {
    const before = seen.get(family) ?? 0;
    seen.set(family, before + 1);
    return (
      again !== undefined ||
      (isSmokeDepth(run.depth) && !asked.entire?.includes(family) ? before === 0 : before % SHARE === 0)
    );
  });
  return [...own, ...share];
}

/** Each probe once, by its value; first those with which earlier runs found something. */
function probesOfFamily(
  asked: Trial,
  sender: Sender,
  of: string,
  run: Sampling & { again?: readonly FoundSample[] },
): PlannedProbe[] {
  const {
    expected,
    families,
    place,
    entire = [],
    placeIndex = 0,
    oneFamilyIn = 1,
    fits = () => true,
  } = asked;
  const sampledBy = (family: Family, by: Sampling): PlannedProbe[] => {
    const { before, count } = shareOf(asked, by.depth);
    const most = entire.includes(family) ? Number.POSITIVE_INFINITY : count;
    const planned = { family, sender, of };
    return [
      ...distributed(family, of, by.seed, before, most).map((probe) => ({ ...planned, probe })),
      ...sample(family, of, place, by).map((probe, index) => ({ ...planned, probe, index })),
    ];
  };
  const before = families.flatMap((family) =>
    (run.again ?? [])
      .filter((each) => each.family === family.name && each.place === place)
      .filter((each) => each.expected === undefined || isDeepStrictEqual(each.expected, expected))
      .flatMap(({ seed, depth }) =>
        sampledBy(family, { seed, depth }).map((each) => ({
          ...each,
          again: { seed, depth },
        })),
      ),
  );
  const members = families.flatMap((family, index): PlannedProbe[] => {
    const briefly =
      isSmokeDepth(run.depth) && (index + placeIndex) % oneFamilyIn > 0 && !entire.includes(family);
    const classic = (family.classic?.(of) ?? []).map(
      (probe): PlannedProbe => ({ family, probe, sender, of, classic: true }),
    );
    return briefly ? classic : [...classic, ...sampledBy(family, run)];
  });
  const values = new Set<string>();
  return [...before, ...members].filter(
    ({ probe }) => fits(probe, sender) && values.size < values.add(probe.value).size,
  );
}

/**
 * How many probes of a countable family an operation gets (all at full depth), and how many the operations
 * before it got.
 */
function shareOf({ billable, placeIndex = 0, membersPerShare = 12, ...trial }: Trial, depth: number) {
  const { sharesBefore = placeIndex * (billable ? 1 : 2) } = trial;
  const brief = Math.min(depth, membersPerShare);
  if (isSmokeDepth(depth)) return { before: placeIndex * brief, count: brief };
  const count = isFullDepth(depth) ? Number.POSITIVE_INFINITY : membersPerShare * (billable ? 1 : 2);
  return { before: sharesBefore * membersPerShare, count };
}

async function sent(
  session: Session,
  asked: Trial,
  { family, probe, sender, again: sampling, classic }: PlannedProbe,
): Promise<Answer> {
  const { request, place, expected, send = (made: Request) => ask(session, made) } = asked;
  const answer = await send(again(await request(probe, sender)), probe);
  const how = {
    ...(!isOwner(sender) && { by: 'OTHER_API_KEY' as const }),
    ...(sampling && { again: sampling }),
    ...(classic && { classic }),
    ...(probe.plain && { plain: probe.plain }),
  };
  session.facts.note(answer.exchange, { probe: { family: family.name, member: probe.words, place, ...how } });
  await settle(session, expected, [answer]);
  if (isOwner(sender) || isAccepted(answer)) return answer;
  const { met, inconclusive } = foundIn(asked, answer);
  return met || !inconclusive ? answer : endUndecided(inconclusive.verdict, inconclusive.reason);
}

function isBreach(asked: Trial, answer: Answer | undefined): boolean {
  if (answer === undefined) return false;
  const found = foundIn(asked, answer);
  return !found.met && found.inconclusive === undefined;
}

/** True if a response violates in the same way as this one: a rejection is one, whatever its body. */
function isSameBreach(asked: Trial, answer: Answer, shown: Answer): boolean {
  return isBreach(asked, answer) && isAccepted(answer) === isAccepted(shown);
}

/** True if the probe was accepted or got the expected response, whatever happened to others. */
function isDecided(asked: Trial, answer: Answer): boolean {
  return isAccepted(answer) || foundIn(asked, answer).met;
}

/**
 * True if the probe was accepted, and only an unverified part of the target file keeps it from being a
 * violation. The same would hold for other probes.
 */
function isAcceptedUnverified(asked: Trial, answer: Answer): boolean {
  return isAccepted(answer) && foundIn(asked, answer).inconclusive?.reason.kind === 'unverified';
}

function foundIn({ expected }: Trial, answer: Answer): Found {
  const { exchanges, context } = currentEvidence();
  return evaluate(expected, [answer], exchanges, context);
}

/** Records that no probe of a family got the expected response, if nothing more is known about them. */
function recordUnmetFamilies(
  { facts }: Session,
  asked: Trial,
  first: PlannedProbe,
  answers: ReadonlyMap<PlannedProbe, Answer>,
): void {
  const { family, sender } = first;
  const shown = answers.get(first) as Answer;
  const kin = [...answers].flatMap(([member, answer]) =>
    member.family === family && member.sender === sender ? answer : [],
  );
  if (kin.length < 2 || !kin.every((answer) => isSameBreach(asked, answer, shown))) return;
  for (const answer of kin) {
    const { probe } = facts.of(answer);
    if (probe && probe.closest === undefined && probe.agrees === undefined)
      facts.note(answer.exchange, { probe: { ...probe, all: kin.length } });
  }
}

/** The response to the smallest violating probe, with its value and a similar probe that does not violate. */
async function smallestViolation(
  { facts, run }: Session,
  asked: Trial,
  broken: PlannedProbe,
  answers: ReadonlyMap<PlannedProbe, Answer>,
  search: Send,
): Promise<{ smallest: Answer; value: string }> {
  const { probe, index, ...rest } = broken;
  const { family, of, sender, again } = rest;
  const shown = answers.get(broken) as Answer;
  let smallest = shown;
  let { value } = probe;
  let closest = [...answers].findLast(
    ([member, answer]) =>
      member.family === family && member.sender === sender && !isSameBreach(asked, answer, shown),
  )?.[0].probe.words;
  let left = SHRINKING;
  const breaks = async (smaller: Probe) => {
    if (left-- <= 0) return false;
    const answer = await search({ ...rest, probe: smaller });
    const breach = isSameBreach(asked, answer, shown);
    if (breach) [smallest, value] = [answer, smaller.value];
    else closest = smaller.words;
    return breach;
  };
  const members = index === undefined ? null : family.sampled?.(of);
  if (members) {
    const property = fc.asyncProperty(members, async (smaller) => !(await breaks(smaller)));
    await fc.check(property, { ...sampleParametersOf(family, asked.place, again ?? run), path: `${index}` });
  }
  // Countable probes are ordered from the smallest to the largest.
  const all = family.every?.(of) ?? [];
  const known = all.findIndex(({ value }) => value === probe.value);
  await smallestAccepted(-1, known, (middle) => breaks(all[middle] as Probe));
  const noted = facts.of(smallest).probe;
  if (noted && closest !== undefined) facts.note(smallest.exchange, { probe: { ...noted, closest } });
  return { smallest, value };
}

/**
 * If a probe was accepted because its first characters equal those of the original, finds by bisection how
 * many must be equal, and records it with the violation.
 */
async function recordComparedLength(
  { facts }: Session,
  asked: Trial,
  { of, sender }: PlannedProbe,
  breach: Answer,
  value: string,
  search: Send,
): Promise<void> {
  const { sameStart } = asked;
  const { probe } = facts.of(breach);
  if (sameStart === undefined || probe === undefined || probe.agrees !== undefined || !isAccepted(breach))
    return;
  const taken = async (length: number) => {
    const [made] = fc.sample(sameStart(of, length), { seed: 1, numRuns: 1 });
    const family = { name: probe.family };
    return made !== undefined && isAccepted(await search({ family, sender, of, probe: made }));
  };
  const differs = [...of.slice(0, -1)].findIndex((sign, at) => sign !== value[at]);
  const shared = differs < 0 ? of.length - 1 : differs;
  if (!(await taken(shared))) return;
  const agrees = shared === 0 || (await taken(0)) ? 0 : await smallestAccepted(0, shared, taken);
  facts.note(breach.exchange, { probe: { ...probe, agrees } });
}

/** The smallest accepted number, between a rejected and an accepted one. */
async function smallestAccepted(
  rejected: number,
  taken: number,
  isTaken: (middle: number) => Promise<boolean>,
): Promise<number> {
  if (taken - rejected <= 1) return taken;
  const middle = Math.floor((rejected + taken) / 2);
  return (await isTaken(middle))
    ? smallestAccepted(rejected, middle, isTaken)
    : smallestAccepted(middle, taken, isTaken);
}
