import { isDeepStrictEqual } from 'node:util';
import { type Answer, isAccepted, parse } from '../../judge/answer';
import { isSmokeDepth } from '../../judge/depth';
import { type Expectation, failure } from '../../judge/expectation';
import { comparisonOrder, headerNames } from '../../judge/indistinguishable';
import { readAt } from '../../judge/read-at';
import { remainingCredits } from '../../judge/requirements';
import { countable, type Family, type Probe } from '../../probes/family';
import { controlIds, freshId, freshName, idsInFront, oddIds, unknownIds } from '../../probes/ids';
import type { Actor } from '../actors';
import { oncePerRun } from '../client/once-per-run';
import { isNotFound, jobPatience, untilDone, untilFound } from '../client/poll';
import { type Holder, holderIn, ownerOf, thirdsIn } from '../client/senders';
import { noteUntested, type Place, tryBeyond, tryPlace, tryPlaces, unfit } from '../evidence/recorder';
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
import { pointerOf } from '../target';
import { receivedOf } from '../target-file/read';
import {
  accepted,
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

const notFound = failure(404, 'not_found');
const isRedirected = ({ status }: Pick<Answer, 'status'>) => status >= 300 && status < 400;
const success: Expectation = { kind: 'success' };

/** What the request accepts, in turn. */
const typeAt = (time: number) => jsonTypes[time % jsonTypes.length] as string;

/** What is done with each of these submissions. */
const ofEach = <T>(submissions: readonly Answer[], act: (submission: Answer) => Promise<T>): Place<T>[] =>
  submissions.map((submission, index) => [`the work of submission ${index + 1}`, () => act(submission)]);

/** Of reads and lookups: whatever is accepted, everywhere, again and again, by other ids and accounts. */
export function readTrials({ controls, preconditions, actorFor, session, owner, as, kindsAt }: Common) {
  const { target, run } = session;
  const toldApart = oncePerRun<'job' | 'run', Answer[]>(session);
  const ofKinds = oncePerRun<'job' | 'run', Answer[]>(session);
  const ofAnother = oncePerRun<'job' | 'run', Answer[]>(session);
  const submissions = async () => {
    if (isSmokeDepth(run.depth) || target.job?.submit === undefined) return [await controls.submission()];
    const made = await tryPlaces(
      kindsOf(await preconditions.tiers()).map(([form, tier]) => [
        `${submission.place}, ${form} for ${tier}`,
        () => controls.kind('submit', form, tier),
      ]),
      true,
    );
    return made.filter(isAccepted);
  };
  /** The lookup by API_KEY of what the other account submitted and reads, once that account was rejected all that is API_KEY's. */
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
    tryBeyond('the other way round', () => otherWay(...asked));
  /** Ids that the target file puts into the lookup of a run whole; of a job each is encoded. */
  const carriedAt = async (what: 'job' | 'run') => {
    const look = what === 'run' ? target.run : undefined;
    if (look === undefined) return {};
    const submission = receivedOf(await controls.workflow());
    return { fits: ({ value }: Probe) => carries(look(value, submission), value) };
  };
  const lookedUpAt = (ids: readonly string[]) =>
    ids.map((id) => [`GET /v1/jobs/${id}`, () => owner().send({ path: `/v1/jobs/${id}` })] as const);
  return {
    /** A request of somebody's, whatever it says that it accepts, and of each kind. */
    async accepting(actor: Actor, requestKind: RequestKind, expected: Expectation) {
      const kinds = await kindsAt(requestKind);
      return runProbes(session, {
        ...placeFor(requestKind),
        families: [accepted, ...ofEachKind(kinds)],
        expected,
        send: ({ value }) =>
          kinds.find((kind) => kind.value === value)?.ask(actor) ??
          requestKind.ask(actor.accepting(value), preconditions),
      });
    },
    /** A request of somebody's at each operation. */
    async everywhere(actor: Actor, expected: Expectation) {
      const spelled = operationsOf(target);
      const places = spelled.map(({ place }) => byType(place));
      const family = countable(
        'an operation',
        () => places.slice(2),
        () => places.slice(0, 2),
      );
      return runProbes(session, {
        families: [family],
        place: 'any operation',
        billable: true,
        expected,
        send: ({ value }) =>
          (spelled.find(({ place }) => place === value) ?? credits).ask(actor, preconditions),
      });
    },
    /** A read of one's own again and again over a connection of its own, whatever the request accepts. */
    async again(requestKind: RequestKind) {
      const expected = requestKind === credits ? remainingCredits(target.credits) : success;
      const times = Array.from({ length: isSmokeDepth(run.depth) ? 3 : 12 }, (_, index) => index + 1);
      const family = always('read again and again', () =>
        times.map((time) => ({
          words: `for the ${time}. time, ${acceptWords(typeAt(time))}`,
          value: `${time}`,
        })),
      );
      const reader = actorFor({ ...ownerOf(session), connection: `again ${requestKind.place}` });
      return runProbes(session, {
        ...placeFor(requestKind),
        families: [family],
        inTurn: true,
        expected,
        send({ value }) {
          const look = () => requestKind.ask(reader.accepting(typeAt(Number(value))), preconditions);
          return requestKind.looksUp ? controls.whileKept(requestKind.looksUp, look) : look();
        },
      });
    },
    /**
     * The lookup of the own job, or run, by another account again and again, its owner looking in between; each time both
     * accept the same, since what is kept for the one may be kept by that.
     */
    async foreign(what: 'job' | 'run', otherAccount: Actor) {
      const last = isSmokeDepth(run.depth) ? 3 : 5;
      const times = Array.from(
        { length: last + 1 },
        (_, index) => `after ${index} looks of its owner, ${acceptWords(typeAt(index))}`,
      );
      return runProbes(session, {
        families: [always('asked again and again', () => times.map(byType))],
        place: `the lookup of a ${what}`,
        billable: false,
        inTurn: true,
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
    /** The lookup of the own job, or run, by each account that is there for its state: what it is rejected with is open. */
    async thirds(what: 'job' | 'run') {
      await preconditions.owned(what);
      return runProbes(session, {
        families: [countable('another account that cannot use the AI', () => thirdsIn(session).map(byType))],
        place: `the lookup of a ${what}`,
        billable: false,
        placeIndex: what === 'job' ? 0 : 1,
        expected: rejected,
        send: async ({ value }) =>
          actorFor(holderIn(session, value as Holder))[what](await preconditions.id(what)),
      });
    },
    /**
     * The lookup of a job by the id of a run of another account, or the other way round: whether it is none or not the
     * caller's, it is not served, and what an id of another form is rejected with is open.
     */
    async otherKind(what: 'job' | 'run', otherAccount: Actor) {
      const other = what === 'job' ? 'run' : 'job';
      await preconditions.owned(other);
      return runProbes(session, {
        families: [
          always('an id of the other kind', () => [byType(`the id of a ${other} of another account`)]),
        ],
        place: `the lookup of a ${what}`,
        billable: false,
        expected: rejected,
        send: async () => otherAccount[what](await preconditions.id(other)),
      });
    },
    /** The lookups of another account's id and of an unknown one; by turns three times, where their headers differ. */
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
    /** The own jobs for each tier and form of the input once they are done; in pull requests, the one that all share. */
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
        return tryPlaces(each, true);
      };
      const jobs = () => ofKinds('job', looks);
      const all = [first, ...(await tryBeyond('jobs of each kind', jobs))];
      const sound = all.find(done);
      if (sound === undefined) return [first];
      // A job that failed has no result, and another state than one that has.
      const failed = (look: Answer) =>
        state === undefined || !isDeepStrictEqual(stateOf(look), stateOf(sound));
      const others = all.filter(
        (look) => look !== sound && (!isAccepted(look) || done(look) || !failed(look)),
      );
      return [sound, ...others];
    },
    /** The own runs, of each form of a sound chain; in pull requests, the one that all share. */
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
      const looks = () => ofKinds('run', async () => (await tryPlaces(chains, true)).flat());
      return [first, ...(await tryBeyond('runs of each chain', looks))];
    },
    /** The lookups of these jobs by another account, at the end of the run; from a depth of three on also of its own by API_KEY. */
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
        const answers = (await tryPlaces(each, true)).flat();
        if (answers.length === 0 && unaccepted) notAccepted("the owner's own lookup", unaccepted);
        return [...answers, ...(await theOtherWay('job', otherAccount, answers))];
      }),
    /** The lookups of the own run by another account at the end of the run, from a depth of three on of the longest chain's, too, and of its own by API_KEY. */
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
        const answers = [first, ...(await tryBeyond('the long workflow', ofTheLong))];
        return [...answers, ...(await theOtherWay('run', otherAccount, answers))];
      }),
    /** The lookup of a job, while there is one, by ids that are any for a search: front ends may answer for the service. */
    async wildcards() {
      const id = encodeURIComponent(await preconditions.id('job'));
      const searched = ['%25', `${id.slice(0, -1)}%25`];
      const answers = await tryPlaces(lookedUpAt(searched));
      // A redirect, or a page that is no refusal, is a front end's, and finds no job.
      const own = answers.filter(({ status, text }) => {
        const rejected = status >= 400 && status < 500;
        return rejected || (!isRedirected({ status }) && parse(text) !== undefined);
      });
      return own.length > 0 ? own : unfit('a front end that lets %25 through');
    },
    /**
     * The lookup of a job by ids with control characters, at addresses that the contract does not show: a front end may
     * reject them with a page of its own, or cut the connection, and a service that breaks down at one is not looked up.
     */
    async controlIds() {
      const looks = lookedUpAt(controlIds.slice(0, isSmokeDepth(run.depth) ? 3 : undefined));
      const answers: Answer[] = [];
      for (const [place, look] of looks) {
        const tried = await tryPlace(look);
        if ('value' in tried) answers.push(...(isRedirected(tried.value) ? [] : [tried.value]));
        else noteUntested(place, { ...tried.why, verdict: 'not tested' });
      }
      return answers.length > 0 ? answers : unfit('a front end that lets %00 through');
    },
    /** The lookup by what names something else of the service: a model, or what begins as one. */
    async otherNames(what: 'job' | 'run') {
      const names = async () => {
        const tiers = await preconditions.tiers();
        const listed = await Promise.all(tiers.map((tier) => preconditions.modelOf(tier)));
        return [...listed, ...listed.slice(0, 1).map((name) => name.replace(/[^-]+$/, freshName('')))];
      };
      return runProbes(session, {
        families: [always('a name of something else', (of) => of.split(' ').map(byType))],
        place: `the lookup of a ${what}`,
        billable: false,
        of: async () => (await names()).join(' '),
        ...(await carriedAt(what)),
        expected: failure([404, 422], ['not_found', 'invalid_request']),
        send: ({ value }) => owner()[what](value),
      });
    },
    /** The lookup of a job at addresses of which front ends make something else: in brief, at a few. */
    async inFront() {
      const ids = idsInFront().slice(0, isSmokeDepth(run.depth) ? 3 : undefined);
      return tryPlaces(lookedUpAt(ids));
    },
    /** The lookup of a job, or a run, by ids made from that of the own one; odd ones are made of none. */
    async ids(what: 'job' | 'run', families: readonly Family[]) {
      const odd = families.every((family) => oddIds.includes(family));
      const answers = await runProbes(session, {
        families,
        place: `the lookup of a ${what}`,
        ...(await carriedAt(what)),
        billable: false,
        membersPerShare: 50,
        placeIndex: what === 'job' ? 0 : 1,
        oneFamilyIn: families === unknownIds ? 3 : 6,
        of: () => (odd ? '' : preconditions.id(what)),
        expected: families === unknownIds ? notFound : rejected,
        byBoth: {},
        send: ({ value }, account) => as(account, value)[what](value),
      });
      // Of what is shared the first case alone has the control.
      if (what === 'run' && target.workflow) await controls.run();
      return answers;
    },
  };
}
