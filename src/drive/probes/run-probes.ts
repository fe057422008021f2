import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { isUndecided, type Unjudged } from '../../judge/data/evidence';
import type { Expectation } from '../../judge/data/expectation';
import { groupedBy } from '../../judge/data/grouped';
import { type Answer, isAccepted } from '../../judge/response/answer';
import type { Probe } from '../../probes/family';
import {
  type PlannedProbe,
  type ProbeAccount,
  type ProbesAt,
  planProbes,
  type RunSampling,
} from '../../probes/plan';
import { comparedLength, smallest } from '../../probes/smallest';
import { ask, settle } from '../ask/ask';
import { once } from '../client/once';
import { asRepeat, type Request, type Sender } from '../client/request';
import { isOwner, otherSenderIn, ownerOf } from '../client/senders';
import { type CheckSession, endUnjudged, recordUntested, tryOne } from '../evidence/recorder';
import { inParallel } from '../run/parallel';
import { perSession } from '../run/per-session';
import { type Judging, judgingOf } from './judging';

/** How many requests are in flight at once. */
const TOGETHER = 6;
/** After this number of disturbed probes, the probe is not the cause, and no more are sent. */
const DISTURBED = 3;

/** How probes are sent, and what is expected of each. */
export interface Sending {
  expected: Expectation;
  /** The request with this probe, of API_KEY or the second account. */
  request: (session: CheckSession, probe: Probe, sender: Sender) => Request | Promise<Request>;
  /** Sends it, where this takes more than the request. */
  send?: (session: CheckSession, request: Request, probe: Probe) => Promise<Answer>;
  /** The second account also sends a share of the probes, if its key is given. */
  bySecondAccount?: boolean;
  /**
   * What the probes are made from, if anything: a key, an id or the JSON of a request. If it is empty, it is
   * unknown, and no probe is made.
   */
  of?: (session: CheckSession, sender: Sender) => string | Promise<string>;
  /** The probes are sent one after another, in their order. */
  oneByOne?: boolean;
  /** Why no further probe may be sent, and the last one is not judged. */
  whyStopped?: (session: CheckSession) => Unjudged | undefined;
  /** Why responses that differ from the expected one cannot be judged. */
  whyUnjudged?: (session: CheckSession, answers: readonly Answer[]) => Promise<Unjudged | undefined>;
  /** Probes that agree with their original only in this number of first characters. */
  sameStart?: (of: string, length: number) => fc.Arbitrary<Probe>;
}

/** The probes of one operation while they are sent. */
interface Probing {
  session: CheckSession;
  at: ProbesAt;
  sending: Sending;
  judging: Judging;
}

type Answers = ReadonlyMap<PlannedProbe, Answer>;

/**
 * Sends the probes of families, once in a run, for whichever check comes first. Several are in flight at
 * once. Where acceptance costs something, the first is sent alone, an accepted probe is the last, and
 * MAX_AI_REQUESTS makes them wait for each other. For each clause, the first violating probe is made smaller
 * as long as it still violates, and recorded with its exchange.
 * @returns the responses, a violation first
 */
export async function runProbes(session: CheckSession, at: ProbesAt, sending: Sending): Promise<Answer[]> {
  const { place } = at;
  const { expected } = sending;
  const families = at.families.map(({ name }) => name);
  const evidence = session.evidence;
  evidence.trials = [...(evidence.trials ?? []), { place, families }];
  return once(session, ['probes', families, place, expected], (session) =>
    probed({ session, at, sending, judging: judgingOf(session, expected) }),
  );
}

/** The families with a violation that was already made smaller. */
const shrunkIn = perSession(() => new Set<string>());

async function probed(probing: Probing): Promise<Answer[]> {
  const { session, at, sending, judging } = probing;
  const members = planProbes(at, await accountsOf(session, at, sending), samplingOf(session, at, sending));
  const { answers, untested, isDoubted } = await sendAll(probing, members);
  const inOrder = members.flatMap((member) => answers.get(member) ?? []);
  if (inOrder.length === 0) {
    const names = at.families.map(({ name }) => `"${name}"`).join(', ');
    const what = `a key, an id or a name of which a probe can be made (${names})`;
    const reasons = [...untested.values()];
    const { verdict, reason } = reasons.find(isUndecided) ??
      reasons[0] ?? { verdict: 'not tested', reason: { kind: 'unfit', what } };
    return endUnjudged(verdict, reason);
  }
  recordUntestedProbes(session, at.place, members, untested);
  if (isDoubted) return inOrder;
  const broken = members.filter((member) => judging.isViolation(answers.get(member)));
  // An accepted probe shows more than one that is rejected in the wrong form.
  const first = broken.find((member) => isAccepted(answers.get(member) as Answer)) ?? broken[0];
  if (first === undefined) return inOrder;
  if (!mayBeMadeSmaller(session, at)) {
    recordUnmetFamilies(probing, first, answers);
    return inOrder;
  }
  const { violating, searched } = await madeSmaller(probing, first, answers);
  recordUnmetFamilies(probing, first, new Map([...answers, [first, violating]]));
  return [violating, ...[...inOrder, ...searched].filter((answer) => answer !== violating)];
}

/** API_KEY, and the second account, with what their probes are made from. */
async function accountsOf(
  session: CheckSession,
  { place }: ProbesAt,
  { of, bySecondAccount }: Sending,
): Promise<ProbeAccount[]> {
  const accountOf = async (variable: ProbeAccount['variable']): Promise<ProbeAccount[]> => {
    if (of === undefined) return [{ variable, of: '' }];
    const original = await of(session, senderIn(session, { variable }));
    return original === '' ? [] : [{ variable, of: original }];
  };
  const own = await accountOf('API_KEY');
  if (!bySecondAccount || session.keys.OTHER_API_KEY === undefined) return own;
  const second = await tryOne(() => accountOf('OTHER_API_KEY'));
  if ('value' in second) return [...own, ...second.value];
  recordUntested(session, `${place} by OTHER_API_KEY`, { ...second.why, verdict: 'not tested' });
  return own;
}

const senderIn = (session: CheckSession, { variable }: Pick<ProbeAccount, 'variable'>): Sender =>
  variable === 'API_KEY' ? ownerOf(session) : otherSenderIn(session, 'other account');

/** The samples of earlier runs are those of this operation with the same expectation. */
function samplingOf(
  { setup: { seed, depth, earlierSamples = [] } }: CheckSession,
  { place }: ProbesAt,
  { expected }: Sending,
): RunSampling {
  const isSame = (each: { expected?: Expectation }) =>
    each.expected === undefined || isDeepStrictEqual(each.expected, expected);
  return { seed, depth, earlier: earlierSamples.filter((each) => each.place === place && isSame(each)) };
}

/**
 * Sends these probes.
 * @returns the responses, why other probes were not tested, and whether only decided ones count
 */
async function sendAll(probing: Probing, members: readonly PlannedProbe[]) {
  const { session, at, sending, judging } = probing;
  const { billable } = at;
  const { whyStopped, whyUnjudged, oneByOne } = sending;
  const answers = new Map<PlannedProbe, Answer>();
  const untested = new Map<PlannedProbe, Unjudged>();
  let accepted = false;
  const isDisturbed = () =>
    [...untested.values()].filter(({ verdict }) => verdict === 'inconclusive').length >= DISTURBED;
  const sendOne = async (member: PlannedProbe) => {
    if (accepted || isDisturbed()) return;
    const stopped = whyStopped?.(session);
    if (stopped) return void untested.set(member, stopped);
    const tried = await tryOne(() => sent(probing, member));
    if ('why' in tried) return void untested.set(member, ofAccount(member, tried.why));
    const answer = tried.value;
    const last = whyStopped?.(session);
    if (last && !judging.isDecided(answer)) return void untested.set(member, last);
    answers.set(member, answer);
    accepted ||= billable && (judging.isViolation(answer) || judging.isAcceptedUnverified(answer));
  };
  const isLimited = billable && session.settings.maxAiRequests !== undefined;
  await inParallel(members.slice(0, 1), 1, sendOne);
  await inParallel(members.slice(1), oneByOne || isLimited ? 1 : TOGETHER, sendOne);
  const doubted = await tryOne(async () => whyUnjudged?.(session, [...answers.values()]));
  const doubt = 'why' in doubted ? doubted.why : doubted.value;
  if (doubt !== undefined)
    for (const [member, answer] of answers)
      if (!judging.isDecided(answer)) {
        answers.delete(member);
        untested.set(member, doubt);
      }
  return { answers, untested, isDoubted: doubt !== undefined };
}

/** Whether violations of these families are made smaller: once, and once more where whole families are sent. */
function mayBeMadeSmaller(session: CheckSession, { billable, families, entire = [] }: ProbesAt): boolean {
  const shrunken = shrunkIn(session);
  const names = `${families.map(({ name }) => name)}`;
  // A violation is described best where whole families are sent, even if another operation showed it first.
  if (billable || (shrunken.has(names) && entire.length === 0)) return false;
  shrunken.add(names);
  return true;
}

/** @returns the response that shows the violation best, and those to the probes that were sent to find it */
async function madeSmaller(
  probing: Probing,
  first: PlannedProbe,
  answers: Answers,
): Promise<{ violating: Answer; searched: Answer[] }> {
  const { session, judging } = probing;
  const { facts } = session;
  const violating = answers.get(first) as Answer;
  const searched: Answer[] = [];
  const search = async (member: PlannedProbe) => {
    const answer = await sent(probing, member);
    searched.push(answer);
    return answer;
  };
  const isSame = (answer: Answer) => judging.isSame(answer, violating);
  const similar = [...answers].findLast(
    ([{ family, account }, answer]) =>
      family === first.family && account === first.account && !isSame(answer),
  )?.[0].probe;
  // If further probes of a violation cannot be sent, the violation stays.
  const smaller = await tryOne(async () => {
    const found = await smallest(first, (probe) => search({ ...first, probe }), isSame);
    const { probe, sent = violating, closest = similar } = found;
    const noted = facts.of(sent).probe;
    if (noted && closest) facts.note(sent.exchange, { probe: { ...noted, closest: closest.words } });
    await recordComparedLength(probing, { ...first, probe }, sent, search);
    return sent;
  });
  return { violating: 'value' in smaller ? smaller.value : violating, searched };
}

/**
 * If a probe was accepted because its first characters equal those of the original, finds how many must be equal, and
 * records it with the violation.
 */
async function recordComparedLength(
  { session: { facts }, sending: { sameStart } }: Probing,
  { family, account, probe }: PlannedProbe,
  violating: Answer,
  search: (member: PlannedProbe) => Promise<Answer>,
): Promise<void> {
  const noted = facts.of(violating).probe;
  if (!sameStart || !noted || noted.agrees !== undefined || !isAccepted(violating)) return;
  const { of } = account;
  const agrees = await comparedLength(of, probe.value, async (length) => {
    const [made] = fc.sample(sameStart(of, length), { seed: 1, numRuns: 1 });
    return made !== undefined && isAccepted(await search({ family, account, probe: made }));
  });
  if (agrees !== undefined) facts.note(violating.exchange, { probe: { ...noted, agrees } });
}

/** Records the probes that could not be tested, one line for each reason. */
function recordUntestedProbes(
  session: CheckSession,
  place: string,
  members: readonly PlannedProbe[],
  untested: ReadonlyMap<PlannedProbe, Unjudged>,
): void {
  for (const [[member, why], ...others] of groupedBy([...untested], ([, why]) => JSON.stringify(why))) {
    const count = `${others.length + 1} of ${members.length} probes`;
    recordUntested(
      session,
      others.length === 0 ? `${place}: ${member.probe.words}` : `${place}: ${count}`,
      why,
    );
  }
}

/** An unjudged result of the second account does not change that of API_KEY. */
const ofAccount = ({ account }: PlannedProbe, why: Unjudged): Unjudged =>
  isOwner(account) ? why : { ...why, verdict: 'not tested' };

async function sent(
  { session, at: { place }, sending: { request, expected, send = ask }, judging }: Probing,
  { family, probe, account, sampledEarlier, classic }: PlannedProbe,
): Promise<Answer> {
  const made = await request(session, probe, senderIn(session, account));
  const answer = await send(session, asRepeat(made), probe);
  const how = {
    ...(!isOwner(account) && { by: 'OTHER_API_KEY' as const }),
    ...(sampledEarlier && { sampledEarlier }),
    ...(classic && { classic }),
    ...(probe.plain && { plain: probe.plain }),
  };
  session.facts.note(answer.exchange, { probe: { family: family.name, member: probe.words, place, ...how } });
  await settle(session, expected, [answer]);
  if (isOwner(account) || isAccepted(answer)) return answer;
  const { met, unjudged } = judging.found(answer);
  return met || !unjudged ? answer : endUnjudged(unjudged.verdict, unjudged.reason);
}

/** Records that no probe of a family got the expected response, if nothing more is known about them. */
function recordUnmetFamilies(
  { session: { facts }, judging }: Probing,
  first: PlannedProbe,
  answers: Answers,
): void {
  const { family, account } = first;
  const violating = answers.get(first) as Answer;
  const kin = [...answers].flatMap(([member, answer]) =>
    member.family === family && member.account === account ? answer : [],
  );
  if (kin.length < 2 || !kin.every((answer) => judging.isSame(answer, violating))) return;
  for (const answer of kin) {
    const { probe } = facts.of(answer);
    if (probe && probe.closest === undefined && probe.agrees === undefined)
      facts.note(answer.exchange, { probe: { ...probe, all: kin.length } });
  }
}
