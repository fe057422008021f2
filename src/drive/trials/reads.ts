import { isDeepStrictEqual } from 'node:util';
import { operationNames } from '../../../spec/operations';
import { type Expectation, rejectedWith } from '../../judge/data/expectation';
import { type Answer, isAccepted, parse } from '../../judge/response/answer';
import { comparisonOrder, headerNames } from '../../judge/response/indistinguishable';
import { readAt } from '../../judge/response/read-at';
import { remainingCredits } from '../../judge/response/requirements';
import { isSmokeDepth } from '../../judge/verdict/depth';
import { countable, type Family, type Probe } from '../../probes/family';
import { controlIds, freshId, freshName, idsInFront, oddIds, unknownIds } from '../../probes/ids';
import type { Actor } from '../actors';
import { oncePerRun } from '../client/once-per-run';
import { isNotFound, jobPatience, untilDone, untilFound } from '../client/poll';
import { type OtherRole, otherRolesIn, otherSenderIn, ownerOf } from '../client/senders';
import {
  endAsUnsuitable,
  type NamedAct,
  recordUntested,
  tryEach,
  tryFurther,
  tryOne,
} from '../evidence/recorder';
import { carries } from '../http/url';
import {
  credits,
  isDescribed,
  operationsOf,
  placeFor,
  type RequestKind,
  submission,
  workflow,
} from '../operations';
import type { Chain } from '../preconditions';
import { isDone, notAccepted } from '../reference-requests';
import { receivedOf } from '../target-file/read';
import { pointerOf } from '../target-file/target';
import {
  acceptHeaders,
  acceptWords,
  always,
  byType,
  type Common,
  jsonTypes,
  kindsOf,
  ofEachKind,
  rejected,
} from './common';
import { runProbes } from './trial';

const notFound = rejectedWith(404, 'not_found');
const isRedirected = ({ status }: Pick<Answer, 'status'>) => status >= 300 && status < 400;
const success: Expectation = { kind: 'success' };

/** The Accept headers, in turn. */
const typeAt = (time: number) => jsonTypes[time % jsonTypes.length] as string;

/** What to do with each of these submissions. */
const ofEach = <T>(submissions: readonly Answer[], act: (submission: Answer) => Promise<T>): NamedAct<T>[] =>
  submissions.map((submission, index) => [`the work of submission ${index + 1}`, () => act(submission)]);

/**
 * Reads and lookups: with varied Accept headers, at all operations, repeated, with other ids and by other
 * accounts.
 */
export function readTrials({ controls, preconditions, actorFor, session, owner, as, kindsAt }: Common) {
  const { target, run } = session;
  const toldApart = oncePerRun<'job' | 'run', Answer[]>(session);
  const ofKinds = oncePerRun<'job' | 'run', Answer[]>(session);
  const ofAnother = oncePerRun<'job' | 'run', Answer[]>(session);
  const submissions = async () => {
    if (isSmokeDepth(run.depth) || target.job?.submit === undefined) return [await controls.submission()];
    const made = await tryEach(
      kindsOf(await preconditions.tiers()).map(([form, tier]) => [
        `${submission.name}, ${form} for ${tier}`,
        () => controls.kind('submit', form, tier),
      ]),
      true,
    );
    return made.filter(isAccepted);
  };
  /**
   * The lookup by API_KEY of a job or run of the other account, once that account was rejected at all of
   * API_KEY's.
   */
  const otherWay = async (what: 'job' | 'run', otherAccount: Actor, rejected: readonly Answer[]) => {
    const use = what === 'job' ? submission : workflow;
    if (isSmokeDepth(run.depth) || !isDescribed(target, use) || !rejected.every(isNotFound)) return [];
    const submitted = session.facts.asPreparation(await use.ask(otherAccount, preconditions));
    if (!isAccepted(submitted)) return [];
    const id = await preconditions.id(what, submitted);
    const look = async () => session.facts.asPreparation(await otherAccount[what](id, submitted));
    const own = await untilFound(look, jobPatience(session));
    return isAccepted(own) ? [await owner()[what](id, submitted)] : [];
  };
  const theOtherWay = (...asked: Parameters<typeof otherWay>) =>
    tryFurther('the other way round', () => otherWay(...asked));
  /**
   * Ids that a lookup carries: not the empty one, and for a run those that the target file puts into it
   * unchanged. Ids of jobs are always encoded.
   */
  const carriedAt = async (what: 'job' | 'run') => {
    const isId = ({ value }: Probe) => value !== '';
    const look = what === 'run' ? target.run : undefined;
    if (look === undefined) return { fits: isId };
    const submission = receivedOf(await controls.workflow());
    return { fits: (each: Probe) => isId(each) && carries(look(each.value, submission), each.value) };
  };
  const lookedUpAt = (ids: readonly string[]) =>
    ids.map((id) => [`GET /v1/jobs/${id}`, () => owner().send({ path: `/v1/jobs/${id}` })] as const);
  return {
    /** A request of this sender with varied Accept headers, one of each kind. */
    async accepting(actor: Actor, requestKind: RequestKind, expected: Expectation) {
      const kinds = await kindsAt(requestKind);
      return runProbes(session, {
        ...placeFor(requestKind),
        families: [acceptHeaders, ...ofEachKind(kinds)],
        expected,
        send: ({ value }) =>
          kinds.find((kind) => kind.value === value)?.ask(actor) ??
          requestKind.ask(actor.accepting(value), preconditions),
      });
    },
    /** A request of this sender at each operation. */
    async everywhere(actor: Actor, expected: Expectation) {
      const spelled = operationsOf(target);
      const places = spelled.map(({ name }) => byType(name));
      const family = countable(
        'each operation',
        () => places.slice(2),
        () => places.slice(0, 2),
      );
      return runProbes(session, {
        families: [family],
        place: 'any operation',
        billable: true,
        expected,
        send: ({ value }) =>
          (spelled.find(({ name }) => name === value) ?? credits).ask(actor, preconditions),
      });
    },
    /** A read of the owner, repeated on its own connection with varied Accept headers. */
    async again(requestKind: RequestKind) {
      const expected = requestKind === credits ? remainingCredits(target.credits) : success;
      const times = Array.from({ length: isSmokeDepth(run.depth) ? 3 : 12 }, (_, index) => index + 1);
      const family = always('repeated reads', () =>
        times.map((time) => ({
          words: `read ${time}, ${acceptWords(typeAt(time))}`,
          value: `${time}`,
        })),
      );
      const reader = actorFor({ ...ownerOf(session), connection: `again ${requestKind.name}` });
      return runProbes(session, {
        ...placeFor(requestKind),
        families: [family],
        oneByOne: true,
        expected,
        send({ value }) {
          const look = () => requestKind.ask(reader.accepting(typeAt(Number(value))), preconditions);
          return requestKind.looksUp ? controls.whileKept(requestKind.looksUp, look) : look();
        },
      });
    },
    /**
     * The lookup of the owner's job or run by another account, repeated, with lookups by the owner between
     * them. Both send the same Accept header each time, since a cached response to one may be given to the
     * other.
     */
    async foreign(what: 'job' | 'run', otherAccount: Actor) {
      const last = isSmokeDepth(run.depth) ? 3 : 5;
      const times = Array.from(
        { length: last + 1 },
        (_, index) => `after ${index} lookups by its owner, ${acceptWords(typeAt(index))}`,
      );
      return runProbes(session, {
        families: [always('repeated lookups', () => times.map(byType))],
        place: operationNames[what],
        billable: false,
        oneByOne: true,
        expected: notFound,
        async send({ value }) {
          const time = times.indexOf(value);
          const look = async (actor: Actor) =>
            actor.accepting(typeAt(time))[what](await preconditions.id(what));
          if (time !== 0 && time !== last) session.facts.asPreparation(await look(owner()));
          return look(otherAccount);
        },
      });
    },
    /**
     * The lookup of the owner's job or run by each account with a special state. The contract does not say
     * how it is rejected.
     */
    async thirds(what: 'job' | 'run') {
      await preconditions.owned(what);
      return runProbes(session, {
        families: [
          countable('another account that cannot use the AI', () => otherRolesIn(session).map(byType)),
        ],
        place: operationNames[what],
        billable: false,
        placeIndex: what === 'job' ? 0 : 1,
        expected: rejected,
        send: async ({ value }) =>
          actorFor(otherSenderIn(session, value as OtherRole))[what](await preconditions.id(what)),
      });
    },
    /**
     * The lookup of a job with the id of another account's run, or the other way round. It must not be
     * accepted, whether the id is unknown or somebody else's. The contract does not say how an id of another
     * form is rejected.
     */
    async otherKind(what: 'job' | 'run', otherAccount: Actor) {
      const other = what === 'job' ? 'run' : 'job';
      await preconditions.owned(other);
      return runProbes(session, {
        families: [
          always('a job ID as a run ID, or the other way round', () => [
            byType(`the id of a ${other} of another account`),
          ]),
        ],
        place: operationNames[what],
        billable: false,
        expected: rejected,
        send: async () => otherAccount[what](await preconditions.id(other)),
      });
    },
    /**
     * The lookups of another account's id and of an unknown one. Where their headers differ, three times by
     * turns.
     */
    apart: (what: 'job' | 'run', otherAccount: Actor) =>
      toldApart(what, async () => {
        await preconditions.owned(what);
        const own = await preconditions.id(what);
        const ids = [own, freshId(own)];
        const answers = [await preconditions.foreignAtOnce(what)];
        for (const turn of comparisonOrder.slice(1)) {
          answers.push(await otherAccount[what](ids[turn] as string));
          const [first, second] = answers.map((answer) => String(headerNames(answer)));
          if (answers.length === 2 && first === second) break;
        }
        return answers;
      }),
    /** The owner's jobs for each tier and form of input, once they are done; at depth 1, the shared one. */
    async jobs(): Promise<[Answer, ...Answer[]]> {
      const { state, result } = target.job ?? {};
      const first = await controls.finishedJob();
      if (isSmokeDepth(run.depth) || result === undefined || !isAccepted(first)) return [first];
      const done = (look: Answer) => isDone(look, result);
      const stateOf = (look: Answer) => readAt(look, 'job.state', pointerOf(state));
      const looks = async () => {
        const each = ofEach(await submissions(), async (submission) => {
          const id = await preconditions.id('job', submission);
          return untilDone(() => owner().job(id), done, jobPatience(session));
        });
        return tryEach(each, true);
      };
      const jobs = () => ofKinds('job', looks);
      const all = [first, ...(await tryFurther('jobs of each kind', jobs))];
      const sound = all.find(done);
      if (sound === undefined) return [first];
      // A failed job has no result, and another state than a job with one.
      const failed = (look: Answer) =>
        state === undefined || !isDeepStrictEqual(stateOf(look), stateOf(sound));
      const others = all.filter(
        (look) => look !== sound && (!isAccepted(look) || done(look) || !failed(look)),
      );
      return [sound, ...others];
    },
    /** The owner's runs of each form of a valid chain; at depth 1, the shared one. */
    async runs() {
      const first = await controls.run();
      if (isSmokeDepth(run.depth) || !isAccepted(first)) return [first];
      const look = async (which: Chain) => {
        const submission = await controls.workflow(which);
        if (!isAccepted(submission)) return [];
        const id = await preconditions.id('run', submission);
        return [await untilFound(() => owner().run(id, submission), jobPatience(session))];
      };
      const chains = (['long', 'skipping'] as const).map(
        (which) => [`the ${which} workflow`, () => look(which)] as const,
      );
      const looks = () => ofKinds('run', async () => (await tryEach(chains, true)).flat());
      return [first, ...(await tryFurther('runs of each chain', looks))];
    },
    /**
     * The lookups of these jobs by another account at the end of the run. From depth 3 on also of its own
     * jobs by API_KEY.
     */
    foreignJobs: (otherAccount: Actor) =>
      ofAnother('job', async () => {
        let unaccepted: Answer | undefined;
        const each = ofEach(await submissions(), async (submission) => {
          const id = await preconditions.id('job', submission);
          const own = isSmokeDepth(run.depth) ? null : session.facts.asPreparation(await owner().job(id));
          if (own === null || isAccepted(own)) return [await otherAccount.job(id)];
          unaccepted = own;
          return [];
        });
        const answers = (await tryEach(each, true)).flat();
        if (answers.length === 0 && unaccepted) notAccepted("the owner's own lookup", unaccepted);
        return [...answers, ...(await theOtherWay('job', otherAccount, answers))];
      }),
    /**
     * The lookups of the owner's run by another account at the end of the run. From depth 3 on also of the
     * longest chain's run, and of its own runs by API_KEY.
     */
    foreignRuns: (otherAccount: Actor) =>
      ofAnother('run', async () => {
        const first = await otherAccount.run(await preconditions.id('run'));
        if (isSmokeDepth(run.depth)) return [first];
        const ofTheLong = async () => {
          const long = await controls.workflow('long');
          if (!isAccepted(long)) return [];
          const id = await preconditions.id('run', long);
          const own = session.facts.asPreparation(await owner().run(id, long));
          return isAccepted(own) ? [await otherAccount.run(id, long)] : [];
        };
        const answers = [first, ...(await tryFurther('the long workflow', ofTheLong))];
        return [...answers, ...(await theOtherWay('run', otherAccount, answers))];
      }),
    /**
     * The lookup of a job, once one exists, with ids that are wildcards. A proxy may respond instead of the
     * service.
     */
    async wildcards() {
      const id = encodeURIComponent(await preconditions.id('job'));
      const searched = ['%25', `${id.slice(0, -1)}%25`];
      const answers = await tryEach(lookedUpAt(searched));
      // A redirect, or a page that is no rejection, comes from a proxy and shows no job.
      const own = answers.filter(({ status, text }) => {
        const rejected = status >= 400 && status < 500;
        return rejected || (!isRedirected({ status }) && parse(text) !== undefined);
      });
      return own.length > 0 ? own : endAsUnsuitable('a front end that lets %25 through');
    },
    /**
     * The lookup of a job with ids that contain control characters, at paths that the contract does not show.
     * A proxy may reject them with its own page, or close the connection. A service that crashes at one is
     * not tested further.
     */
    async controlIds() {
      const looks = lookedUpAt(controlIds.slice(0, isSmokeDepth(run.depth) ? 3 : undefined));
      const answers: Answer[] = [];
      for (const [place, look] of looks) {
        const tried = await tryOne(look);
        if ('value' in tried) answers.push(...(isRedirected(tried.value) ? [] : [tried.value]));
        else recordUntested(place, { ...tried.why, verdict: 'not tested' });
      }
      return answers.length > 0 ? answers : endAsUnsuitable('a front end that lets %00 through');
    },
    /** The lookup with the name of something else in the service: a model, or a name that starts like one. */
    async otherNames(what: 'job' | 'run') {
      const tiers = await preconditions.tiers();
      const listed = await Promise.all(tiers.map((tier) => preconditions.modelOf(tier)));
      const similar = listed.slice(0, 1).map((name) => name.replace(/[^-]+$/, freshName('')));
      return runProbes(session, {
        families: [always('the name of a model', () => [...listed, ...similar].map(byType))],
        place: operationNames[what],
        billable: false,
        ...(await carriedAt(what)),
        expected: rejected,
        send: ({ value }) => owner()[what](value),
      });
    },
    /** The lookup of a job at paths that proxies rewrite; at depth 1, at a few. */
    async inFront() {
      const ids = idsInFront().slice(0, isSmokeDepth(run.depth) ? 3 : undefined);
      return tryEach(lookedUpAt(ids));
    },
    /** The lookup of a job or run with ids made from an id of the owner; odd ids have no original. */
    async ids(what: 'job' | 'run', families: readonly Family[]) {
      const odd = families.every((family) => oddIds.includes(family));
      const answers = await runProbes(session, {
        families,
        place: operationNames[what],
        ...(await carriedAt(what)),
        billable: false,
        membersPerShare: 50,
        placeIndex: what === 'job' ? 0 : 1,
        oneFamilyIn: families === unknownIds ? 3 : 6,
        ...(!odd && { of: () => preconditions.id(what) }),
        expected: families === unknownIds ? notFound : rejected,
        bySecondAccount: {},
        send: ({ value }, account) => as(account, value)[what](value),
      });
      // If several checks share a trial, only the first has the control.
      if (what === 'run' && target.workflow) await controls.run();
      return answers;
    },
  };
}
