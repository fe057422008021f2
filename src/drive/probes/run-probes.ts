import { isUndecided, type Unjudged } from '../../judge/data/evidence';
import type { Expectation } from '../../judge/data/expectation';
import { groupedBy } from '../../judge/data/grouped';
import { type Answer, isAccepted } from '../../judge/response/answer';
import type { Probe } from '../../probes/family';
import { comparedLength } from '../../probes/keys';
import { type PlannedProbe, type ProbeAccount, type ProbesAt, planProbes } from '../../probes/plan';
import { ask, settle } from '../ask/ask';
import { once } from '../client/once';
import { asRepeat, type Request, type Sender } from '../client/request';
import { isOwner, otherSenderIn, ownerOf } from '../client/senders';
import { type CheckSession, endUnjudged, recordUntested, tryOne } from '../evidence/recorder';
import { inParallel } from '../run/parallel';
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
  /** The second account also sends probes, if its key is given. */
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
  /** The probes are made from a key, of which the service may compare the first characters only. */
  ofKeys?: boolean;
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
 * MAX_AI_REQUESTS makes them wait for each other.
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

async function probed(probing: Probing): Promise<Answer[]> {
  const { session, at, sending, judging } = probing;
  const members = planProbes(at, await accountsOf(session, at, sending), session.setup.depth);
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
  const violating = noteWhatShowsIt(probing, first, answers);
  recordUnmetFamilies(probing, first, answers);
  return [violating, ...inOrder.filter((answer) => answer !== violating)];
}

/**
 * Records a similar probe that does not violate, and how many first characters of a key appear to be compared.
 * @returns the response that shows the violation best
 */
function noteWhatShowsIt(
  { session: { facts }, sending, judging }: Probing,
  first: PlannedProbe,
  answers: Answers,
): Answer {
  const { family, account } = first;
  const violating = answers.get(first) as Answer;
  const ofAccount = [...answers].filter(([member]) => member.account === account);
  const sent = new Map(ofAccount.map(([{ probe }, answer]) => [probe.value, answer]));
  const accepted = new Map([...sent].map(([value, answer]) => [value, isAccepted(answer)]));
  const compared = sending.ofKeys && isAccepted(violating) ? comparedLength(account.of, accepted) : undefined;
  const shown = (compared && sent.get(compared.accepted.value)) ?? violating;
  const closest = compared
    ? compared.rejected
    : ofAccount.find(
        ([member, answer]) => member.family === family && !judging.isSame(answer, violating),
      )?.[0].probe;
  const noted = facts.of(shown).probe;
  if (noted)
    facts.note(shown.exchange, {
      probe: {
        ...noted,
        ...(closest && { closest: closest.words }),
        ...(compared && { agrees: compared.length }),
      },
    });
  return shown;
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
  { family, probe, account }: PlannedProbe,
): Promise<Answer> {
  const made = await request(session, probe, senderIn(session, account));
  const answer = await send(session, asRepeat(made), probe);
  const how = {
    ...(!isOwner(account) && { by: 'OTHER_API_KEY' as const }),
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
