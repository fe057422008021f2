import { isDeepStrictEqual } from 'node:util';
import type { AccountRole } from '../../../spec/accounts';
import { operationNames } from '../../../spec/operations';
import { type Answer, body, isAccepted } from '../../judge/response/answer';
import { comparisonOrder, headerNames } from '../../judge/response/indistinguishable';
import { readAt } from '../../judge/response/read-at';
import { isSmokeDepth } from '../../judge/verdict/depth';
import type { Family, Probe } from '../../probes/family';
import { controlIds, freshId, freshName, idsInFront, nearIds, oddIds, unknownIds } from '../../probes/ids';
import { ask, foreignAtOnce } from '../ask/ask';
import { once } from '../client/once';
import { isNotFound, untilDone, untilFound } from '../client/poll';
import { asRepeat, type Request, withAccept } from '../client/request';
import { otherRolesIn, otherSenderIn, ownerOf } from '../client/senders';
import {
  type CheckSession,
  endAsUnsuitable,
  type NamedAct,
  recordUntested,
  tryEach,
  tryFurther,
  tryOne,
} from '../evidence/recorder';
import { carries } from '../http/url';
import { isDone, lookUpOf, type Work } from '../named/look-ups';
import { listedTiers, modelOf, notAccepted } from '../named/models';
import { forms } from '../named/uses';
import {
  finishedJob,
  finishedJobAtEnd,
  firstLookUp,
  foreignId,
  jobOnceDone,
  lookUpAtEnd,
  lookUpById,
  requireOwned,
  sharedId,
  sharedLookUp,
  sharedSubmission,
} from '../named/work';
import { workflow as validWorkflow } from '../named/workflows';
import { isDescribed, submission, workflow } from '../operations';
import { runProbes } from '../probes/run-probes';
import { receivedOf } from '../target-file/read';
import { pointerOf } from '../target-file/target';
import {
  acceptWords,
  always,
  byType,
  expectedOf,
  type ResolvedCheck,
  rejection,
  type Send,
  type StimulusFunctions,
  senderAs,
  varied,
} from './common';
import { typeAt } from './reads';
import type { Stimuli } from './stimulus';
import { usesOf } from './uses';

const isRedirected = ({ status }: Pick<Answer, 'status'>) => status >= 300 && status < 400;

/** What to do with each of these submissions. */
const ofEach = <T>(submissions: readonly Answer[], act: (submission: Answer) => Promise<T>): NamedAct<T>[] =>
  submissions.map((submission, index) => [`the work of submission ${index + 1}`, () => act(submission)]);

function workOf({ at = 'job' }: ResolvedCheck): Work {
  if (at === 'job' || at === 'run') return at;
  throw new Error(`this stimulus sends lookups, and ${at} is none`);
}

const placeOf = (what: Work) => ({
  place: operationNames[what],
  isMain: what === 'job',
  billable: false,
});

const otherIn = (session: CheckSession) => otherSenderIn(session, 'other account');

const preparing = async (session: CheckSession, request: Request) =>
  session.facts.asPreparation(await ask(session, asRepeat(request)));

/** Accepted submissions of each kind; at depth 1, the one that all checks share. */
const submissions = async (session: CheckSession, what: Work): Promise<Answer[]> => {
  const { target, setup } = session;
  const isOne = isSmokeDepth(setup.depth) || (what === 'job' && target.job?.submit === undefined);
  if (isOne) return [await sharedSubmission(session, what)];
  const each =
    what === 'run'
      ? (['short', 'long', 'skipping'] as const).map(
          (which): NamedAct<Answer> => [`the ${which} workflow`, () => validWorkflow(session, which)],
        )
      : usesOf(session, 'submit', forms, await listedTiers(session));
  return (await tryEach(session, each, true)).filter(isAccepted);
};
/**
 * The lookup by API_KEY of a job or run of the other account, once that account was rejected at all of
 * API_KEY's.
 */
const otherWay = async (session: CheckSession, what: Work, foreign: readonly Answer[]) => {
  const { target, setup } = session;
  const other = otherIn(session);
  const use = what === 'job' ? submission : workflow;
  if (isSmokeDepth(setup.depth) || !isDescribed(target, use) || !foreign.every(isNotFound)) return [];
  const made = await preparing(session, await use.request(session, other));
  if (!isAccepted(made)) return [];
  const own = await untilFound(session, () => preparing(session, lookUpOf(session, other, what, made)));
  if (!isAccepted(own)) return [];
  return [await ask(session, asRepeat(lookUpOf(session, ownerOf(session), what, made)))];
};
/**
 * Ids that a lookup carries: not the empty one, and for a run those that the target file puts into it
 * unchanged. Ids of jobs are always encoded.
 */
const carriedAt = async (session: CheckSession, what: Work) => {
  const isId = ({ value }: Probe) => value !== '';
  const look = what === 'run' ? session.target.run : undefined;
  if (look === undefined) return { fits: isId };
  const received = receivedOf(await validWorkflow(session));
  return { fits: (each: Probe) => isId(each) && carries(look(each.value, received), each.value) };
};
const lookedUpAt = (session: CheckSession, ids: readonly string[]) =>
  ids.map((id) => {
    const spec = { path: `/v1/jobs/${id}` };
    return [
      `GET ${spec.path}`,
      () => ask(session, { sender: ownerOf(session), operation: 'other', spec }),
    ] as const;
  });
/** The owner's jobs for each tier and form of input, once they are done; at depth 1, the shared one. */
const finishedJobs = async (session: CheckSession): Promise<Answer[]> => {
  const { state, result } = session.target.job ?? {};
  const first = await finishedJob(session);
  if (isSmokeDepth(session.setup.depth) || result === undefined || !isAccepted(first)) return [first];
  const done = (look: Answer) => isDone(look, result);
  const stateOf = (look: Answer) => readAt(look, 'job.state', pointerOf(state));
  const looks = async (session: CheckSession) => {
    const each = ofEach(await submissions(session, 'job'), async (submission) => {
      const request = lookUpOf(session, ownerOf(session), 'job', submission);
      return untilDone(session, () => ask(session, asRepeat(request)), done);
    });
    return tryEach(session, each, true);
  };
  const others = () => once(session, ['jobs of each kind'], looks);
  const all = [first, ...(await tryFurther(session, 'jobs of each kind', others))];
  const sound = all.find(done);
  if (sound === undefined) return [first];
  // A failed job has no result, and another state than a job with one.
  const failed = (look: Answer) => state === undefined || !isDeepStrictEqual(stateOf(look), stateOf(sound));
  const counted = all.filter((look) => look !== sound && (!isAccepted(look) || done(look) || !failed(look)));
  return [sound, ...counted];
};
/** The owner's runs of each form of a valid chain; at depth 1, the shared one. */
const runs = async (session: CheckSession) => {
  const first = await firstLookUp(session, 'run');
  if (isSmokeDepth(session.setup.depth) || !isAccepted(first)) return [first];
  const looks = async (session: CheckSession) => {
    const [, ...others] = await submissions(session, 'run');
    const each = ofEach(others, (submission) => {
      const request = lookUpOf(session, ownerOf(session), 'run', submission);
      return untilFound(session, () => ask(session, asRepeat(request)));
    });
    return tryEach(session, each, true);
  };
  const others = () => once(session, ['runs of each chain'], looks);
  return [first, ...(await tryFurther(session, 'runs of each chain', others))];
};
/** The lookups of another account's id and of an unknown one. Where their headers differ, three times by turns. */
const apart = (session: CheckSession, what: Work) =>
  once(session, ['told apart', what], async (session) => {
    await requireOwned(session, what);
    const own = await sharedId(session, what);
    const ids = [own, freshId(own)];
    const answers = [await foreignAtOnce(session, what)];
    for (const turn of comparisonOrder.slice(1)) {
      const request = await lookUpById(session, otherIn(session), what, ids[turn] as string);
      answers.push(await ask(session, asRepeat(request)));
      const [first, second] = answers.map((answer) => String(headerNames(answer)));
      if (answers.length === 2 && first === second) break;
    }
    return answers;
  });

const ownLookUps: Record<Stimuli['own'], Send> = {
  'of each kind': (session, check) => (workOf(check) === 'run' ? runs(session) : finishedJobs(session)),
  'when done': (session) => finishedJob(session),
  'before and when done': async (session) => [await firstLookUp(session, 'job'), await finishedJob(session)],
  'again when done': async (session) => [await finishedJob(session), await jobOnceDone(session)],
  'at the end': (session, check) => lookUpAtEnd(session, workOf(check)),
  'done, at the end': (session) => finishedJobAtEnd(session),
};

/** Ids of these families, which depend on an id of the owner unless they are odd. */
const idsOf =
  (name: 'unknown' | 'odd' | 'near', families: readonly Family[]): Send =>
  async (session, check) => {
    const what = workOf(check);
    // What is near a wrong ID may be the right one.
    if (name === 'near') await requireOwned(session, what);
    const probes = {
      ...placeOf(what),
      families,
      ...(await carriedAt(session, what)),
    };
    return runProbes(session, probes, {
      ...(name !== 'odd' && { of: (session: CheckSession) => sharedId(session, what) }),
      // Shared by a check of any rejection and one of the exact one.
      expected: name === 'odd' ? rejection : expectedOf(check),
      bySecondAccount: true,
      request: (session, { value }, sender) => lookUpById(session, varied(sender, value), what, value),
    });
  };

const idLookUps: Record<Stimuli['ids'], Send> = {
  unknown: idsOf('unknown', unknownIds),
  odd: idsOf('odd', oddIds),
  near: idsOf('near', nearIds),
  'unknown to the other account': async (session, check) => (await apart(session, workOf(check))).slice(1, 2),
  fresh: async (session, check) =>
    ask(session, await lookUpById(session, senderAs(session, check), workOf(check), freshId())),
  /**
   * The lookup of a job, once one exists, with ids that are wildcards. A proxy may respond instead of the
   * service.
   */
  async 'with wildcards'(session) {
    const id = encodeURIComponent(await sharedId(session, 'job'));
    const searched = ['%25', `${id.slice(0, -1)}%25`];
    const answers = await tryEach(session, lookedUpAt(session, searched));
    // A redirect, or a page that is no rejection, comes from a proxy and shows no job.
    const own = answers.filter((answer) => {
      const rejected = answer.status >= 400 && answer.status < 500;
      return rejected || (!isRedirected(answer) && body(answer) !== undefined);
    });
    return own.length > 0 ? own : endAsUnsuitable('a front end that lets %25 through');
  },
  /**
   * The lookup of a job with ids that contain control characters, at paths that the contract does not show.
   * A proxy may reject them with its own page, or close the connection. A service that crashes at one is
   * not tested further.
   */
  async 'with control characters'(session) {
    const few = isSmokeDepth(session.setup.depth) ? 3 : undefined;
    const looks = lookedUpAt(session, controlIds.slice(0, few));
    const answers: Answer[] = [];
    for (const [place, look] of looks) {
      const tried = await tryOne(look);
      if ('value' in tried) answers.push(...(isRedirected(tried.value) ? [] : [tried.value]));
      else recordUntested(session, place, { ...tried.why, verdict: 'not tested' });
    }
    return answers.length > 0 ? answers : endAsUnsuitable('a front end that lets %00 through');
  },
  async 'names of models'(session, check) {
    const what = workOf(check);
    const tiers = await listedTiers(session);
    const listed = await Promise.all(tiers.map((tier) => modelOf(session, tier)));
    const similar = listed.slice(0, 1).map((name) => name.replace(/[^-]+$/, freshName('')));
    const families = [always('the name of a model', () => [...listed, ...similar].map(byType))];
    return runProbes(
      session,
      { ...placeOf(what), families, ...(await carriedAt(session, what)) },
      {
        expected: rejection,
        request: (session, { value }) => lookUpById(session, ownerOf(session), what, value),
      },
    );
  },
  /** At depth 1, at a few of them. */
  'that proxies rewrite'(session) {
    const few = isSmokeDepth(session.setup.depth) ? 3 : undefined;
    return tryEach(session, lookedUpAt(session, idsInFront().slice(0, few)));
  },
  /**
   * It must not be accepted, whether the id is unknown or somebody else's. The contract does not say how an id of
   * another form is rejected.
   */
  async 'of the other kind'(session, check) {
    const what = workOf(check);
    const kind = what === 'job' ? 'run' : 'job';
    await requireOwned(session, kind);
    const families = [
      always('a job ID as a run ID, or the other way round', () => [
        byType(`the id of a ${kind} of another account`),
      ]),
    ];
    return runProbes(
      session,
      { ...placeOf(what), families },
      {
        expected: expectedOf(check),
        request: async (session) =>
          lookUpById(session, otherIn(session), what, await sharedId(session, kind)),
      },
    );
  },
};

const foreignLookUps: Record<Stimuli['foreign'], Send> = {
  'just submitted': (session, check) => foreignAtOnce(session, workOf(check)),
  /** Both send the same Accept header each time, since a cached response to one may be given to the other. */
  async repeatedly(session, check) {
    const what = workOf(check);
    await requireOwned(session, what);
    const last = isSmokeDepth(session.setup.depth) ? 3 : 5;
    const times = Array.from(
      { length: last + 1 },
      (_, index) => `after ${index} lookups by its owner, ${acceptWords(typeAt(index))}`,
    );
    const families = [always('repeated lookups', () => times.map(byType))];
    return runProbes(
      session,
      { ...placeOf(what), families },
      {
        oneByOne: true,
        expected: expectedOf(check),
        request: (session, { value }) =>
          sharedLookUp(session, withAccept(otherIn(session), typeAt(times.indexOf(value))), what),
        async send(session, request, { value }) {
          const time = times.indexOf(value);
          if (time !== 0 && time !== last)
            await preparing(
              session,
              await sharedLookUp(session, withAccept(ownerOf(session), typeAt(time)), what),
            );
          return ask(session, request);
        },
      },
    );
  },
  /** The contract does not say how they are rejected. */
  async 'by accounts without AI'(session, check) {
    const what = workOf(check);
    await requireOwned(session, what);
    const families = [
      always('another account that cannot use the AI', () => otherRolesIn(session).map(byType)),
    ];
    return runProbes(
      session,
      { ...placeOf(what), families },
      {
        expected: expectedOf(check),
        request: (session, { value }) =>
          sharedLookUp(session, otherSenderIn(session, value as AccountRole), what),
      },
    );
  },
  async 'from a variable'(session, check) {
    const what = workOf(check);
    return ask(session, await lookUpById(session, ownerOf(session), what, foreignId(session, what)));
  },
  'beside an unknown one': (session, check) => apart(session, workOf(check)),
  /** From depth 3 on also of the other account's own by API_KEY. */
  async 'at the end'(session, check) {
    const what = workOf(check);
    return once(session, ["another account's work at the end", what], async (session) => {
      let unaccepted: Answer | undefined;
      const each = ofEach(await submissions(session, what), async (submission) => {
        const own = isSmokeDepth(session.setup.depth)
          ? null
          : await preparing(session, lookUpOf(session, ownerOf(session), what, submission));
        if (own === null || isAccepted(own))
          return [await ask(session, asRepeat(lookUpOf(session, otherIn(session), what, submission)))];
        unaccepted = own;
        return [];
      });
      const answers = (await tryEach(session, each, true)).flat();
      if (answers.length === 0 && unaccepted) notAccepted("the owner's own lookup", unaccepted);
      return [
        ...answers,
        ...(await tryFurther(session, 'the other way round', () => otherWay(session, what, answers))),
      ];
    });
  },
};

/** Lookups of jobs and runs: of one's own, with other ids and by other accounts. */
export const lookUpStimuli = {
  own: (session, check, which) => ownLookUps[which](session, check),
  foreign: (session, check, which) => foreignLookUps[which](session, check),
  ids: (session, check, which) => idLookUps[which](session, check),
} satisfies Partial<StimulusFunctions>;
