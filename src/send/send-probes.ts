import {
  type CheckSession,
  endAsUnsuitable,
  endUnjudged,
  recordUntested,
  tryOne,
} from '../client/evidence/recorder';
import { inParallel } from '../client/run/parallel';
import { isOwner } from '../client/senders';
import type { Unjudged } from '../judge/data/evidence';
import { type Expectation, isOfRejection } from '../judge/data/expectation';
import { groupedBy } from '../judge/data/grouped';
import type { SentProbe } from '../judge/data/probe';
import { type Answer, isAccepted } from '../judge/response/answer';
import { comparedLength } from '../probes/keys';
import type { Planned, PlannedProbe } from '../stimuli/plan';
import { judged } from '../world/controls';
import { whileKept } from '../world/works';
import { ask } from './ask';
import { whyInDoubt, whyStopped } from './doubts';
import { requireOwned } from './own-work';

/** How many requests are in flight at once. */
const TOGETHER = 6;
/** After this number of disturbed probes, the probe is not the cause, and no more are sent. */
const DISTURBED = 3;

/**
 * Sends probes. Where acceptance costs something, the first is sent alone, an accepted probe is the last, and
 * MAX_AI_REQUESTS makes them wait for each other.
 * @returns the responses, the one that shows a violation best first
 */
export async function sendProbes(session: CheckSession, planned: Planned): Promise<Answer[]> {
  const { place, probes, expected } = planned;
  if (probes.length === 0) endAsUnsuitable('a key, an id or a name of which a probe can be made');
  if (planned.owned) await requireOwned(session, planned.owned);
  const { answers, untested } = await sendAll(session, planned);
  const tried = await tryOne(() => whyInDoubt(session, planned, [...answers.values()]));
  const doubt = 'why' in tried ? tried.why : tried.value;
  if (doubt)
    for (const [probe, answer] of answers)
      if (!isDecided(session, expected, answer)) {
        answers.delete(probe);
        untested.set(probe, doubt);
      }
  for (const [[probe, why], ...others] of groupedBy([...untested], ([, why]) => JSON.stringify(why))) {
    const which = others.length === 0 ? probe.words : `${others.length + 1} of ${probes.length} probes`;
    recordUntested(session, `${place}: ${which}`, why);
  }
  const inOrder = probes.filter((probe) => answers.has(probe));
  const sent = inOrder.map((probe) => ({ ...probe, answer: answers.get(probe) as Answer }));
  return doubt ? sent.map(({ answer }) => answer) : violationFirst(session, expected, sent);
}

/** A reason to doubt takes nothing away from what was accepted or is as expected. */
const isDecided = (session: CheckSession, expected: Expectation, answer: Answer): boolean =>
  isAccepted(answer) || judged(session, expected, [answer]).met;

/** Sends these probes. Returns the responses, and why other probes were not tested. */
async function sendAll(session: CheckSession, planned: Planned) {
  const { billable, probes, expected, oneByOne } = planned;
  const answers = new Map<PlannedProbe, Answer>();
  const untested = new Map<PlannedProbe, Unjudged>();
  const mustNot = isOfRejection(expected);
  let accepted = false;
  const isDisturbed = () =>
    [...untested.values()].filter(({ verdict }) => verdict === 'inconclusive').length >= DISTURBED;
  const sendOne = async (probe: PlannedProbe) => {
    if (accepted || isDisturbed()) return;
    const stopped = whyStopped(session, planned);
    if (stopped) return void untested.set(probe, stopped);
    const tried = await tryOne(() => sent(session, planned, probe));
    // An unjudged result of the second account does not change that of API_KEY.
    if ('why' in tried)
      return void untested.set(probe, isOwner(probe) ? tried.why : { ...tried.why, verdict: 'not tested' });
    const answer = tried.value;
    const last = whyStopped(session, planned);
    if (last && !isDecided(session, expected, answer)) return void untested.set(probe, last);
    answers.set(probe, answer);
    accepted ||= billable && mustNot && isAccepted(answer);
  };
  const isLimited = billable && session.settings.maxAiRequests !== undefined;
  await inParallel(probes.slice(0, 1), 1, sendOne);
  await inParallel(probes.slice(1), oneByOne || isLimited ? 1 : TOGETHER, sendOne);
  return { answers, untested };
}

async function sent(session: CheckSession, { expected, kept }: Planned, probe: PlannedProbe) {
  const { family, words, plain, before, turn } = probe;
  if (before) session.facts.asPreparation(await ask(session, before(), turn));
  const request = probe.request();
  const look = (when = '') => ask(session, request, turn && turn + when);
  const answer = await (kept ? whileKept(session, kept, look) : look());
  const how = { ...(!isOwner(probe) && { by: 'OTHER_API_KEY' as const }), ...(plain && { plain }) };
  session.facts.note(answer.exchange, { probe: { family, member: words, ...how } });
  if (isOwner(probe) || isAccepted(answer)) return answer;
  const { met, unjudged } = judged(session, expected, [answer]);
  return met || !unjudged ? answer : endUnjudged(unjudged.verdict, unjudged.reason);
}

/**
 * The response that shows a violation best, then all others. Records a similar probe that does not violate, how many first
 * characters of a key appear to be compared, and whether no probe of its family got the expected response.
 */
function violationFirst(
  session: CheckSession,
  expected: Expectation,
  sent: readonly (PlannedProbe & { answer: Answer })[],
): Answer[] {
  const { facts } = session;
  const all = sent.map((each) => {
    const { met, unjudged } = judged(session, expected, [each.answer]);
    return { ...each, violates: !met && unjudged === undefined, isAccepted: isAccepted(each.answer) };
  });
  const broken = all.filter(({ violates }) => violates);
  // An accepted probe shows more than one that is rejected in the wrong form.
  const first = broken.find((each) => each.isAccepted) ?? broken[0];
  if (first === undefined) return sent.map(({ answer }) => answer);
  const isSame = (each: typeof first) => each.violates && each.isAccepted === first.isAccepted;
  const ofAccount = all.filter(({ variable }) => variable === first.variable);
  const kin = ofAccount.filter(({ family }) => family === first.family);
  const changed = ofAccount.filter(({ at }) => at !== undefined);
  const compared = first.isAccepted ? comparedLength(changed) : undefined;
  const shown = compared?.accepted ?? first;
  const closest = compared ? compared.rejected : kin.find((each) => !isSame(each));
  const note = ({ answer }: typeof first, more: Partial<SentProbe>) => {
    const { probe } = facts.of(answer);
    if (probe) facts.note(answer.exchange, { probe: { ...probe, ...more } });
  };
  note(shown, {
    ...(closest && { closest: closest.words }),
    ...(compared && { agrees: compared.length }),
  });
  if (kin.length > 1 && kin.every(isSame))
    for (const each of kin) if (!compared || each !== shown) note(each, { all: kin.length });
  return [shown, ...all.filter((each) => each !== shown)].map(({ answer }) => answer);
}
