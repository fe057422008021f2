import type { Request } from '../drive/client/request';
import { isOwner } from '../drive/client/senders';
import { type CheckSession, endUnjudged, recordUntested, tryOne } from '../drive/evidence/recorder';
import { inParallel } from '../drive/run/parallel';
import { isUndecided, type Unjudged } from '../judge/data/evidence';
import type { Expectation } from '../judge/data/expectation';
import { groupedBy } from '../judge/data/grouped';
import { type Answer, isAccepted } from '../judge/response/answer';
import { comparedLength } from '../probes/keys';
import type { PlannedProbe } from '../probes/plan';
import { judged, settle } from '../world/follow-ups';
import { ask } from './ask';

/** Probes at one operation, with the request of each. */
export interface Planned {
  place: string;
  /** What each response must be. */
  expected: Expectation;
  /** Whether an accepted probe costs credits: then it is the last. */
  billable: boolean;
  probes: readonly PlannedProbe[];
  /** The request of a probe; ends the probe where none can be made. */
  request: (probe: PlannedProbe) => Request;
  /** Why the second account sends none, if not all of them have what they are made from. */
  untested?: Unjudged;
  /** The probes are sent one after another, in their order, and each is sent even if an equal one was. */
  oneByOne?: boolean;
  /** What must be known before the first is sent; ends all of them. */
  requires?: (session: CheckSession) => Promise<unknown>;
  /** What is sent before a probe over the same connection, and judged by nobody. */
  before?: (probe: PlannedProbe) => Request | undefined;
  /** The probes are made from a key, of which the service may compare the first characters only. */
  ofKeys?: boolean;
  /** Sends it, where this takes more than the request. */
  send?: (session: CheckSession, request: Request, probe: PlannedProbe) => Promise<Answer>;
  /** Why no further probe may be sent, and the last one is not judged. */
  whyStopped?: (session: CheckSession) => Unjudged | undefined;
  /** Why responses that differ from the expected one cannot be judged. */
  whyUnjudged?: (session: CheckSession, answers: readonly Answer[]) => Promise<Unjudged | undefined>;
}

/** How many requests are in flight at once. */
const TOGETHER = 6;
/** After this number of disturbed probes, the probe is not the cause, and no more are sent. */
const DISTURBED = 3;

type Answers = ReadonlyMap<PlannedProbe, Answer>;

/**
 * Sends probes. Where acceptance costs something, the first is sent alone, an accepted probe is the last, and
 * MAX_AI_REQUESTS makes them wait for each other.
 * @returns the responses, the one that shows a violation best first
 */
export async function sendProbes(session: CheckSession, planned: Planned): Promise<Answer[]> {
  const { place, probes, whyUnjudged, expected } = planned;
  const families = [...new Set(probes.map(({ family }) => family.name))];
  session.evidence.trials = [...(session.evidence.trials ?? []), { place, families }];
  await planned.requires?.(session);
  const { answers, untested } = await sendAll(session, planned);
  const tried = await tryOne(async () => whyUnjudged?.(session, [...answers.values()]));
  const doubt = 'why' in tried ? tried.why : tried.value;
  if (doubt !== undefined)
    for (const [probe, answer] of answers)
      if (!isDecided(session, expected, answer)) {
        answers.delete(probe);
        untested.set(probe, doubt);
      }
  const inOrder = probes.flatMap((probe) => answers.get(probe) ?? []);
  if (inOrder.length === 0) {
    const what = `a key, an id or a name of which a probe can be made (${families.map((name) => `"${name}"`).join(', ')})`;
    const reasons = [...untested.values()];
    const { verdict, reason } = reasons.find(isUndecided) ??
      reasons[0] ?? { verdict: 'not tested', reason: { kind: 'unfit', what } };
    return endUnjudged(verdict, reason);
  }
  recordUntestedProbes(session, planned, untested);
  if (planned.untested)
    recordUntested(session, `${place} by OTHER_API_KEY`, { ...planned.untested, verdict: 'not tested' });
  return doubt === undefined ? violationFirst(session, planned, answers, inOrder) : inOrder;
}

/** A reason to doubt takes nothing away from what was accepted or is as expected. */
const isDecided = (session: CheckSession, expected: Expectation, answer: Answer): boolean =>
  isAccepted(answer) || judged(session, expected, [answer]).met;

/** What makes a probe that is sent one by one differ from an equal request; undefined if equal ones are sent once. */
export const turnOf = ({ place, oneByOne }: Planned, { family, probe }: PlannedProbe): string | undefined =>
  oneByOne ? JSON.stringify([place, family.name, probe.value]) : undefined;

/** Sends these probes. Returns the responses, and why other probes were not tested. */
async function sendAll(session: CheckSession, planned: Planned) {
  const { billable, probes, expected, whyStopped, oneByOne } = planned;
  const answers = new Map<PlannedProbe, Answer>();
  const untested = new Map<PlannedProbe, Unjudged>();
  const mustNot = expected.kind === 'failure' || expected.kind === 'rejection';
  let accepted = false;
  const isDisturbed = () =>
    [...untested.values()].filter(({ verdict }) => verdict === 'inconclusive').length >= DISTURBED;
  const sendOne = async (probe: PlannedProbe) => {
    if (accepted || isDisturbed()) return;
    const stopped = whyStopped?.(session);
    if (stopped) return void untested.set(probe, stopped);
    const tried = await tryOne(() => sent(session, planned, probe));
    if ('why' in tried) return void untested.set(probe, ofAccount(probe, tried.why));
    const answer = tried.value;
    const last = whyStopped?.(session);
    if (last && !isDecided(session, expected, answer)) return void untested.set(probe, last);
    answers.set(probe, answer);
    accepted ||= billable && mustNot && isAccepted(answer);
  };
  const isLimited = billable && session.settings.maxAiRequests !== undefined;
  await inParallel(probes.slice(0, 1), 1, sendOne);
  await inParallel(probes.slice(1), oneByOne || isLimited ? 1 : TOGETHER, sendOne);
  return { answers, untested };
}

/** An unjudged result of the second account does not change that of API_KEY. */
const ofAccount = ({ account }: PlannedProbe, why: Unjudged): Unjudged =>
  isOwner(account) ? why : { ...why, verdict: 'not tested' };

async function sent(session: CheckSession, planned: Planned, each: PlannedProbe): Promise<Answer> {
  const { place, expected, before } = planned;
  const { family, probe, account } = each;
  const turn = turnOf(planned, each);
  const prior = before?.(each);
  if (prior) session.facts.asPreparation(await ask(session, prior, turn));
  const request = planned.request(each);
  const answer = await (planned.send ? planned.send(session, request, each) : ask(session, request, turn));
  const how = {
    ...(!isOwner(account) && { by: 'OTHER_API_KEY' as const }),
    ...(probe.plain && { plain: probe.plain }),
  };
  session.facts.note(answer.exchange, { probe: { family: family.name, member: probe.words, place, ...how } });
  await settle(session, expected, [answer]);
  if (isOwner(account) || isAccepted(answer)) return answer;
  const { met, unjudged } = judged(session, expected, [answer]);
  return met || !unjudged ? answer : endUnjudged(unjudged.verdict, unjudged.reason);
}

/** Records the probes that could not be tested, one line for each reason. */
function recordUntestedProbes(
  session: CheckSession,
  { place, probes }: Planned,
  untested: ReadonlyMap<PlannedProbe, Unjudged>,
): void {
  for (const [[probe, why], ...others] of groupedBy([...untested], ([, why]) => JSON.stringify(why))) {
    const count = `${others.length + 1} of ${probes.length} probes`;
    recordUntested(
      session,
      others.length === 0 ? `${place}: ${probe.probe.words}` : `${place}: ${count}`,
      why,
    );
  }
}

/**
 * The response that shows a violation best, then all others. Records a similar probe that does not violate, how many first
 * characters of a key appear to be compared, and whether no probe of its family got the expected response.
 */
function violationFirst(
  session: CheckSession,
  { probes, expected, ofKeys }: Planned,
  answers: Answers,
  inOrder: Answer[],
): Answer[] {
  const { facts } = session;
  const isViolation = (answer: Answer | undefined) => {
    if (answer === undefined) return false;
    const { met, unjudged } = judged(session, expected, [answer]);
    return !met && unjudged === undefined;
  };
  const broken = probes.filter((probe) => isViolation(answers.get(probe)));
  // An accepted probe shows more than one that is rejected in the wrong form.
  const first = broken.find((probe) => isAccepted(answers.get(probe) as Answer)) ?? broken[0];
  if (first === undefined) return inOrder;
  const { family, account } = first;
  const violating = answers.get(first) as Answer;
  const isSame = (answer: Answer) => isViolation(answer) && isAccepted(answer) === isAccepted(violating);
  const ofAccount = [...answers].filter(([probe]) => probe.account.variable === account.variable);
  const sent = new Map(ofAccount.map(([{ probe }, answer]) => [probe.value, answer]));
  const acceptedBy = new Map([...sent].map(([value, answer]) => [value, isAccepted(answer)]));
  const compared = ofKeys && isAccepted(violating) ? comparedLength(account.of, acceptedBy) : undefined;
  const shown = (compared && sent.get(compared.accepted.value)) ?? violating;
  const kin = ofAccount.flatMap(([probe, answer]) => (probe.family === family ? answer : []));
  const closest = compared
    ? compared.rejected
    : ofAccount.find(([probe, answer]) => probe.family === family && !isSame(answer))?.[0].probe;
  const { probe } = facts.of(shown);
  if (probe)
    facts.note(shown.exchange, {
      probe: {
        ...probe,
        ...(closest && { closest: closest.words }),
        ...(compared && { agrees: compared.length }),
      },
    });
  if (kin.length > 1 && kin.every(isSame))
    for (const answer of kin) {
      const { probe } = facts.of(answer);
      if (probe && probe.closest === undefined && probe.agrees === undefined)
        facts.note(answer.exchange, { probe: { ...probe, all: kin.length } });
    }
  return [shown, ...inOrder.filter((answer) => answer !== shown)];
}
