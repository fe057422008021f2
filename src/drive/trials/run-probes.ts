import { isUndecided, type Unjudged } from '../../judge/data/evidence';
import { groupedBy } from '../../judge/data/grouped';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { ask, settle } from '../ask/ask';
import { once } from '../client/once';
import { asRepeat } from '../client/request';
import { isOwner } from '../client/senders';
import { type CheckSession, endUnjudged, recordUntested, tryOne } from '../evidence/recorder';
import { inParallel } from '../run/parallel';
import { perSession } from '../run/per-session';
import { type PlannedProbe, probesOfFamilies } from './selection';
import { recordComparedLength, type Send, smallestViolation } from './shrink';
import { foundIn, isAcceptedUnverified, isDecided, isSameViolation, isViolation, type Trial } from './trial';

/** How many requests are in flight at once. */
const TOGETHER = 6;
/** After this number of disturbed probes, the probe is not the cause, and no more are sent. */
const DISTURBED = 3;
/**
 * Sends the probes of families, once in a run, for whichever check comes first. Several are in flight at
 * once. Where acceptance costs something, the first is sent alone, an accepted probe ends the trial, and
 * MAX_AI_REQUESTS makes them wait for each other. For each clause, the first violating probe is made smaller
 * as long as it still violates, and recorded with its exchange.
 * @returns the responses, a violation first
 */
export async function runProbes(session: CheckSession, trial: Trial): Promise<Answer[]> {
  const { place, expected } = trial;
  const families = trial.families.map(({ name }) => name);
  const evidence = session.evidence;
  evidence.trials = [...(evidence.trials ?? []), { place, families }];
  return once(session, ['probes', families, place, expected], (session) => tried(session, trial));
}

/** The families with a violation that was already made smaller. */
const shrunkIn = perSession(() => new Set<string>());

async function tried(session: CheckSession, trial: Trial): Promise<Answer[]> {
  const { place, families } = trial;
  const members = await probesOfFamilies(session, trial);
  const { answers, untested, isDoubted } = await sendAll(session, trial, members);
  const inOrder = members.flatMap((member) => answers.get(member) ?? []);
  if (inOrder.length === 0) {
    const names = families.map(({ name }) => `"${name}"`).join(', ');
    const what = `a key, an id or a name of which a probe can be made (${names})`;
    const reasons = [...untested.values()];
    const { verdict, reason } = reasons.find(isUndecided) ??
      reasons[0] ?? { verdict: 'not tested', reason: { kind: 'unfit', what } };
    return endUnjudged(verdict, reason);
  }
  recordProbes(session, place, members, untested);
  if (isDoubted) return inOrder;
  const broken = members.filter((member) => isViolation(session, trial, answers.get(member)));
  // An accepted probe shows more than one that is rejected in the wrong form.
  const first = broken.find((member) => isAccepted(answers.get(member) as Answer)) ?? broken[0];
  if (first === undefined) return inOrder;
  const smaller = mayBeMadeSmaller(session, trial) && (await madeSmaller(session, trial, first, answers));
  if (!smaller) {
    recordUnmetFamilies(session, trial, first, answers);
    return inOrder;
  }
  const { violating, searched } = smaller;
  recordUnmetFamilies(session, trial, first, new Map([...answers, [first, violating]]));
  return [violating, ...[...inOrder, ...searched].filter((answer) => answer !== violating)];
}

/**
 * Sends these probes.
 * @returns the responses, why other probes were not tested, and whether only decided ones count
 */
async function sendAll(session: CheckSession, trial: Trial, members: readonly PlannedProbe[]) {
  const { billable } = trial;
  const answers = new Map<PlannedProbe, Answer>();
  const untested = new Map<PlannedProbe, Unjudged>();
  let accepted = false;
  const isDisturbed = () =>
    [...untested.values()].filter(({ verdict }) => verdict === 'inconclusive').length >= DISTURBED;
  const sendOne = async (member: PlannedProbe) => {
    if (accepted || isDisturbed()) return;
    const stopped = trial.whyStopped?.(session);
    if (stopped) return void untested.set(member, stopped);
    const tried = await tryOne(() => sent(session, trial, member));
    if ('why' in tried) return void untested.set(member, ofAccount(member, tried.why));
    const answer = tried.value;
    const last = trial.whyStopped?.(session);
    if (last && !isDecided(session, trial, answer)) return void untested.set(member, last);
    answers.set(member, answer);
    accepted ||=
      billable && (isViolation(session, trial, answer) || isAcceptedUnverified(session, trial, answer));
  };
  const isLimited = billable && session.settings.maxAiRequests !== undefined;
  await inParallel(members.slice(0, 1), 1, sendOne);
  await inParallel(members.slice(1), trial.oneByOne || isLimited ? 1 : TOGETHER, sendOne);
  const doubted = await tryOne(async () => trial.whyUnjudged?.(session, [...answers.values()]));
  const doubt = 'why' in doubted ? doubted.why : doubted.value;
  if (doubt !== undefined)
    for (const [member, answer] of answers)
      if (!isDecided(session, trial, answer)) {
        answers.delete(member);
        untested.set(member, doubt);
      }
  return { answers, untested, isDoubted: doubt !== undefined };
}

/** Whether violations of these families are made smaller: once, and once more where whole families are sent. */
function mayBeMadeSmaller(session: CheckSession, { billable, families, entire = [] }: Trial): boolean {
  const shrunken = shrunkIn(session);
  const names = `${families.map(({ name }) => name)}`;
  // A violation is described best where whole families are sent, even if another operation showed it first.
  if (billable || (shrunken.has(names) && entire.length === 0)) return false;
  shrunken.add(names);
  return true;
}

/** @returns the response that shows the violation best, and those to the probes that were sent to find it */
async function madeSmaller(
  session: CheckSession,
  trial: Trial,
  first: PlannedProbe,
  answers: ReadonlyMap<PlannedProbe, Answer>,
): Promise<{ violating: Answer; searched: Answer[] }> {
  const searched: Answer[] = [];
  const search: Send = async (member) => {
    const answer = await sent(session, trial, member);
    searched.push(answer);
    return answer;
  };
  // If further probes of a violation cannot be sent, the violation stays.
  const smaller = await tryOne(async () => {
    const { smallest, value } = await smallestViolation(session, trial, first, answers, search);
    await recordComparedLength(session, trial, first, smallest, value, search);
    return smallest;
  });
  return { violating: 'value' in smaller ? smaller.value : (answers.get(first) as Answer), searched };
}

/** Records the probes that could not be tested, one line for each reason. */
function recordProbes(
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
const ofAccount = ({ sender }: PlannedProbe, why: Unjudged): Unjudged =>
  isOwner(sender) ? why : { ...why, verdict: 'not tested' };

async function sent(
  session: CheckSession,
  trial: Trial,
  { family, probe, sender, sampledEarlier: sampling, classic }: PlannedProbe,
): Promise<Answer> {
  const { request, place, expected, send = ask } = trial;
  const answer = await send(session, asRepeat(await request(session, probe, sender)), probe);
  const how = {
    ...(!isOwner(sender) && { by: 'OTHER_API_KEY' as const }),
    ...(sampling && { sampledEarlier: sampling }),
    ...(classic && { classic }),
    ...(probe.plain && { plain: probe.plain }),
  };
  session.facts.note(answer.exchange, { probe: { family: family.name, member: probe.words, place, ...how } });
  await settle(session, expected, [answer]);
  if (isOwner(sender) || isAccepted(answer)) return answer;
  const { met, unjudged } = foundIn(session, trial, answer);
  return met || !unjudged ? answer : endUnjudged(unjudged.verdict, unjudged.reason);
}

/** Records that no probe of a family got the expected response, if nothing more is known about them. */
function recordUnmetFamilies(
  session: CheckSession,
  trial: Trial,
  first: PlannedProbe,
  answers: ReadonlyMap<PlannedProbe, Answer>,
): void {
  const { family, sender } = first;
  const violating = answers.get(first) as Answer;
  const kin = [...answers].flatMap(([member, answer]) =>
    member.family === family && member.sender === sender ? answer : [],
  );
  if (kin.length < 2 || !kin.every((answer) => isSameViolation(session, trial, answer, violating))) return;
  for (const answer of kin) {
    const { probe } = session.facts.of(answer);
    if (probe && probe.closest === undefined && probe.agrees === undefined)
      session.facts.note(answer.exchange, { probe: { ...probe, all: kin.length } });
  }
}
