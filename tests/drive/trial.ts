import fc from 'fast-check';
import type { Answer } from '../engine/answer';
import { evaluate } from '../engine/evaluate';
import type { Expectation } from '../engine/expectation';
import { chosen, type Draw, draw, drawOf, type Family, type Probe } from '../probes/family';
import { inconclusive, record } from './recorder';
import type { Session } from './session';

/** What is sent of some families, and what it must be answered. */
export interface Trial {
  families: readonly Family[];
  /** What the members are made of: a key, an id, the name of a model. */
  of: () => string | Promise<string>;
  /** Names the operation in the table of families. */
  place: string;
  expected: Expectation;
  send: (probe: Probe) => Promise<Answer>;
  /** Whether a member that is served costs something. */
  spends: boolean;
  /** All families, with their classic members, or those only that are drawn for this place. */
  whole?: boolean;
  /** A member that agrees with what it is made of in its first characters only. */
  agreeing?: (of: string, length: number) => Probe;
}

/** So many requests are in flight together. */
const TOGETHER = 6;
/** So many requests look for the smallest member that breaks a clause. */
const SHRINKING = 40;

/**
 * Sends members of families, those that cost nothing in flight together. Of a family whose members cost something
 * when they are served, the first that is ends it. Where a member is not answered as it must be, the smallest such
 * member is looked for, and noted with the exchange that shows it.
 * @returns the answers, those of a breach by its smallest member
 */
export async function trial(session: Session, asked: Trial): Promise<Answer[]> {
  const { place, spends, whole = false } = asked;
  record().trial = { place, families: asked.families.map(({ name }) => name) };
  const of = await asked.of();
  const by: Draw = { seed: session.run.seed ?? 1, depth: session.run.depth ?? 1, place };
  const families = whole ? asked.families : chosen(asked.families, by);
  const queues = families.map((family) => {
    const classic = whole ? (family.classic?.(of) ?? []) : [];
    const drawn = draw(family, of, by);
    const members = [...classic, ...drawn].filter(
      ({ value }, index, all) => all.findIndex((each) => each.value === value) === index,
    );
    return { family, drawn, members };
  });
  const lanes = spends
    ? queues.map(({ family, members }) => members.map((probe) => ({ family, probe })))
    : spread(queues.flatMap(({ family, members }) => members.map((probe) => ({ family, probe }))));
  const answers: Answer[] = [];
  await together(
    lanes.map((lane) => async () => {
      for (const { family, probe } of lane) {
        if (session.coordinator.made(ENDED) !== undefined) return;
        const answer = await sent(asked, family, probe);
        answers.push(answer);
        if (spends && isBreach(asked, answer)) return;
      }
    }),
  );
  for (const { family, drawn } of spends ? [] : queues) {
    const breach = answers.find(
      (answer) => answer.exchange.probe?.family === family.name && isBreach(asked, answer),
    );
    if (breach === undefined) continue;
    const index = drawn.findIndex(({ words }) => words === breach.exchange.probe?.member);
    if (index >= 0) answers.unshift(await smallest(asked, of, family, by, index, breach));
    else answers.unshift(...answers.splice(answers.indexOf(breach), 1));
    await noteAgreement(asked, of, answers[0] as Answer);
  }
  if (answers.length > 0) return answers;
  return inconclusive('not driven', { kind: 'unfit', what: `something that ${place} can be tried with` });
}

/** The name under which the run keeps that wrong keys are no longer sent. */
export const ENDED = 'wrong keys are no longer sent';

async function sent({ send, place }: Trial, family: Family, probe: Probe): Promise<Answer> {
  const answer = await send(probe);
  answer.exchange.probe = { family: family.name, member: probe.words, place };
  return answer;
}

function isBreach({ expected }: Trial, answer: Answer): boolean {
  const { exchanges, context } = record();
  const found = evaluate(expected, [answer], exchanges, context);
  return !found.met && found.instead === undefined;
}

/** The smallest member that still breaks, beside the last that does not. */
async function smallest(
  asked: Trial,
  of: string,
  family: Family,
  by: Draw,
  index: number,
  first: Answer,
): Promise<Answer> {
  const members = family.drawn(of);
  let found = first;
  let closest: string | undefined;
  let left = SHRINKING;
  if (members === null) return found;
  const property = fc.asyncProperty(members, async (probe) => {
    if (left-- <= 0) return true;
    const answer = await sent(asked, family, probe);
    const breach = isBreach(asked, answer);
    if (breach) found = answer;
    else closest = probe.words;
    return !breach;
  });
  await fc.check(property, { ...drawOf(family, by), path: `${index}` });
  const { probe } = found.exchange;
  if (probe) found.exchange.probe = { ...probe, ...(closest !== undefined && { closest }) };
  return found;
}

/** By halves: in how many first characters a member must agree to be taken for what it was made of. */
async function noteAgreement(asked: Trial, of: string, breach: Answer): Promise<void> {
  const { agreeing } = asked;
  const { probe } = breach.exchange;
  if (agreeing === undefined || probe === undefined || probe.agrees !== undefined) return;
  const taken = async (length: number) =>
    isBreach(asked, await sent(asked, { name: probe.family, drawn: () => null }, agreeing(of, length)));
  if (!(await taken(of.length - 1))) return;
  let [refused, served] = [0, of.length - 1];
  if (await taken(0)) served = 0;
  while (served - refused > 1) {
    const middle = Math.floor((refused + served) / 2);
    if (await taken(middle)) served = middle;
    else refused = middle;
  }
  breach.exchange.probe = { ...probe, agrees: served };
}

function spread<T>(items: readonly T[]): T[][] {
  return Array.from({ length: TOGETHER }, (_, lane) => items.filter((_, index) => index % TOGETHER === lane));
}

/** Acts at once, and ends when all have ended: a case that is set back leaves nothing in flight. */
async function together(acts: readonly (() => Promise<void>)[]): Promise<void> {
  const ended = await Promise.allSettled(acts.map((act) => act()));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
