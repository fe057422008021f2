import { isDeepStrictEqual } from 'node:util';
import type { AccountRole } from '../../../spec/accounts';
import { operationNames } from '../../../spec/operations';
import type { Expectation } from '../../judge/data/expectation';
import { type Answer, isAccepted, parse } from '../../judge/response/answer';
import { comparisonOrder, headerNames } from '../../judge/response/indistinguishable';
import { readAt } from '../../judge/response/read-at';
import { isSmokeDepth } from '../../judge/verdict/depth';
import { countable, type Family, type Probe } from '../../probes/family';
import { controlIds, freshId, freshName, idsInFront, oddIds, unknownIds } from '../../probes/ids';
import { ask, foreignAtOnce } from '../ask/ask';
import { once } from '../client/once';
import { jobPatience, untilDone, untilFound } from '../client/poll';
import { accepting, again, type Request, type Sender } from '../client/request';
import { otherRolesIn, otherSenderIn, ownerOf } from '../client/senders';
import {
  endAsUnsuitable,
  type NamedAct,
  recordUntested,
  tryEach,
  tryFurther,
  tryOne,
} from '../evidence/recorder';
import { carries } from '../http/url';
import { isDone, lookUpOf, type Work, whileKept } from '../named/look-ups';
import { listedTiers, modelOf, notAccepted } from '../named/models';
import { submission as submitted, useOfKind } from '../named/uses';
import { finishedJob, firstLookUp, lookUpById, requireOwned, sharedId, sharedLookUp } from '../named/work';
import { type Chain, workflow as validWorkflow } from '../named/workflows';
import {
  credits,
  isDescribed,
  operationsOf,
  placeFor,
  type RequestKind,
  submission,
  workflow,
} from '../operations';
import { perSession } from '../run/per-session';
import { receivedOf } from '../target-file/read';
import { creditsAt, pointed, pointerOf } from '../target-file/target';
import {
  acceptHeaders,
  acceptWords,
  always,
  as,
  byType,
  jsonTypes,
  kindsAt,
  kindsOf,
  ofEachKind,
  rejected,
} from './common';
import { foreignWork, isAs, unknownWork } from './expected';
import { runProbes } from './probes';

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
export const readProbes = perSession((session) => {
  const { target, run } = session;
  const owner = ownerOf(session);
  const other = () => otherSenderIn(session, 'other account');
  const preparing = async (request: Request) =>
    session.facts.asPreparation(await ask(session, again(request)));
  const submissions = async () => {
    if (isSmokeDepth(run.depth) || target.job?.submit === undefined) return [await submitted(session)];
    const made = await tryEach(
      kindsOf(await listedTiers(session)).map(([form, tier]) => [
        `${submission.name}, ${form} for ${tier}`,
        () => useOfKind(session, 'submit', form, tier),
      ]),
      true,
    );
    return made.filter(isAccepted);
  };
  const isForeign = (answer: Answer) => isAs(foreignWork, answer);
  /**
   * The lookup by API_KEY of a job or run of the other account, once that account was rejected at all of
   * API_KEY's.
   */
  const otherWay = async (what: Work, rejected: readonly Answer[]) => {
    const use = what === 'job' ? submission : workflow;
    if (isSmokeDepth(run.depth) || !isDescribed(target, use) || !rejected.every(isForeign)) return [];
    const made = await preparing(await use.request(session, other()));
    if (!isAccepted(made)) return [];
    const own = await untilFound(
      () => preparing(lookUpOf(session, other(), what, made)),
      jobPatience(session),
    );
    return isAccepted(own) ? [await ask(session, again(lookUpOf(session, owner, what, made)))] : [];
  };
  const theOtherWay = (...asked: Parameters<typeof otherWay>) =>
    tryFurther('the other way round', () => otherWay(...asked));
  /**
   * Ids that a lookup carries: not the empty one, and for a run those that the target file puts into it
   * unchanged. Ids of jobs are always encoded.
   */
  const carriedAt = async (what: Work) => {
    const isId = ({ value }: Probe) => value !== '';
    const look = what === 'run' ? target.run : undefined;
    if (look === undefined) return { fits: isId };
    const received = receivedOf(await validWorkflow(session));
    return { fits: (each: Probe) => isId(each) && carries(look(each.value, received), each.value) };
  };
  const lookedUpAt = (ids: readonly string[]) =>
    ids.map((id) => {
      const spec = { path: `/v1/jobs/${id}` };
      return [`GET ${spec.path}`, () => ask(session, { sender: owner, operation: 'other', spec })] as const;
    });
  return {
    /** A request of this sender with varied Accept headers, one of each kind. */
    async accepting(sender: Sender, requestKind: RequestKind, expected: Expectation) {
      const kinds = await kindsAt(session, requestKind);
      return runProbes(session, {
        ...placeFor(requestKind),
        families: [acceptHeaders, ...ofEachKind(kinds)],
        expected,
        request: ({ value }) =>
          kinds.find((kind) => kind.value === value)?.request(sender) ??
          requestKind.request(session, accepting(sender, value)),
      });
    },
    /** A request of this sender at each operation. */
    async everywhere(sender: Sender, expected: Expectation) {
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
        request: ({ value }) =>
          (spelled.find(({ name }) => name === value) ?? credits).request(session, sender),
      });
    },
    /** A read of the owner, repeated on its own connection with varied Accept headers. */
    async again(requestKind: RequestKind) {
      const expected: Expectation =
        requestKind === credits ? { kind: 'credits', ...pointed(creditsAt(target)) } : success;
      const times = Array.from({ length: isSmokeDepth(run.depth) ? 3 : 12 }, (_, index) => index + 1);
      const family = always('repeated reads', () =>
        times.map((time) => ({
          words: `read ${time}, ${acceptWords(typeAt(time))}`,
          value: `${time}`,
        })),
      );
      const reader = { ...owner, connection: `again ${requestKind.name}` };
      return runProbes(session, {
        ...placeFor(requestKind),
        families: [family],
        oneByOne: true,
        expected,
        request: ({ value }) => requestKind.request(session, accepting(reader, typeAt(Number(value)))),
        send: (request) =>
          requestKind.looksUp
            ? whileKept(session, requestKind.looksUp, () => ask(session, request))
            : ask(session, request),
      });
    },
    /**
     * The lookup of the owner's job or run by another account, repeated, with lookups by the owner between
     * them. Both send the same Accept header each time, since a cached response to one may be given to the
     * other.
     */
    async foreign(what: Work) {
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
        expected: foreignWork,
        request: ({ value }) => sharedLookUp(session, accepting(other(), typeAt(times.indexOf(value))), what),
        async send(request, { value }) {
          const time = times.indexOf(value);
          if (time !== 0 && time !== last)
            await preparing(await sharedLookUp(session, accepting(owner, typeAt(time)), what));
          return ask(session, request);
        },
      });
    },
    /**
     * The lookup of the owner's job or run by each account with a special state. The contract does not say
     * how it is rejected.
     */
    async thirds(what: Work) {
      await requireOwned(session, what);
      return runProbes(session, {
        families: [
          countable('another account that cannot use the AI', () => otherRolesIn(session).map(byType)),
        ],
        place: operationNames[what],
        billable: false,
        placeIndex: what === 'job' ? 0 : 1,
        expected: rejected,
        request: ({ value }) => sharedLookUp(session, otherSenderIn(session, value as AccountRole), what),
      });
    },
    /**
     * The lookup of a job with the id of another account's run, or the other way round. It must not be
     * accepted, whether the id is unknown or somebody else's. The contract does not say how an id of another
     * form is rejected.
     */
    async otherKind(what: Work) {
      const kind = what === 'job' ? 'run' : 'job';
      await requireOwned(session, kind);
      return runProbes(session, {
        families: [
          always('a job ID as a run ID, or the other way round', () => [
            byType(`the id of a ${kind} of another account`),
          ]),
        ],
        place: operationNames[what],
        billable: false,
        expected: rejected,
        request: async () => lookUpById(session, other(), what, await sharedId(session, kind)),
      });
    },
    /**
     * The lookups of another account's id and of an unknown one. Where their headers differ, three times by
     * turns.
     */
    apart: (what: Work) =>
      once(session, ['told apart', what], async () => {
        await requireOwned(session, what);
        const own = await sharedId(session, what);
        const ids = [own, freshId(own)];
        const answers = [await foreignAtOnce(session, what)];
        for (const turn of comparisonOrder.slice(1)) {
          const request = await lookUpById(session, other(), what, ids[turn] as string);
          answers.push(await ask(session, again(request)));
          const [first, second] = answers.map((answer) => String(headerNames(answer)));
          if (answers.length === 2 && first === second) break;
        }
        return answers;
      }),
    /** The owner's jobs for each tier and form of input, once they are done; at depth 1, the shared one. */
    async jobs(): Promise<[Answer, ...Answer[]]> {
      const { state, result } = target.job ?? {};
      const first = await finishedJob(session);
      if (isSmokeDepth(run.depth) || result === undefined || !isAccepted(first)) return [first];
      const done = (look: Answer) => isDone(look, result);
      const stateOf = (look: Answer) => readAt(look, 'job.state', pointerOf(state));
      const looks = async () => {
        const each = ofEach(await submissions(), async (made) => {
          const request = lookUpOf(session, owner, 'job', made);
          return untilDone(() => ask(session, again(request)), done, jobPatience(session));
        });
        return tryEach(each, true);
      };
      const jobs = () => once(session, ['jobs of each kind'], looks);
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
      const first = await firstLookUp(session, 'run');
      if (isSmokeDepth(run.depth) || !isAccepted(first)) return [first];
      const look = async (which: Chain) => {
        const made = await validWorkflow(session, which);
        if (!isAccepted(made)) return [];
        const request = lookUpOf(session, owner, 'run', made);
        return [await untilFound(() => ask(session, again(request)), jobPatience(session))];
      };
      const chains = (['long', 'skipping'] as const).map(
        (which) => [`the ${which} workflow`, () => look(which)] as const,
      );
      const looks = () =>
        once(session, ['runs of each chain'], async () => (await tryEach(chains, true)).flat());
      return [first, ...(await tryFurther('runs of each chain', looks))];
    },
    /**
     * The lookups of these jobs by another account at the end of the run. From depth 3 on also of its own
     * jobs by API_KEY.
     */
    foreignJobs: () =>
      once(session, ["another account's jobs at the end"], async () => {
        let unaccepted: Answer | undefined;
        const each = ofEach(await submissions(), async (made) => {
          const own = isSmokeDepth(run.depth) ? null : await preparing(lookUpOf(session, owner, 'job', made));
          if (own === null || isAccepted(own))
            return [await ask(session, again(lookUpOf(session, other(), 'job', made)))];
          unaccepted = own;
          return [];
        });
        const answers = (await tryEach(each, true)).flat();
        if (answers.length === 0 && unaccepted) notAccepted("the owner's own lookup", unaccepted);
        return [...answers, ...(await theOtherWay('job', answers))];
      }),
    /**
     * The lookups of the owner's run by another account at the end of the run. From depth 3 on also of the
     * longest chain's run, and of its own runs by API_KEY.
     */
    foreignRuns: () =>
      once(session, ["another account's runs at the end"], async () => {
        const first = await ask(session, again(await sharedLookUp(session, other(), 'run')));
        if (isSmokeDepth(run.depth)) return [first];
        const ofTheLong = async () => {
          const long = await validWorkflow(session, 'long');
          if (!isAccepted(long)) return [];
          const own = await preparing(lookUpOf(session, owner, 'run', long));
          return isAccepted(own) ? [await ask(session, again(lookUpOf(session, other(), 'run', long)))] : [];
        };
        const answers = [first, ...(await tryFurther('the long workflow', ofTheLong))];
        return [...answers, ...(await theOtherWay('run', answers))];
      }),
    /**
     * The lookup of a job, once one exists, with ids that are wildcards. A proxy may respond instead of the
     * service.
     */
    async wildcards() {
      const id = encodeURIComponent(await sharedId(session, 'job'));
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
    async otherNames(what: Work) {
      const tiers = await listedTiers(session);
      const listed = await Promise.all(tiers.map((tier) => modelOf(session, tier)));
      const similar = listed.slice(0, 1).map((name) => name.replace(/[^-]+$/, freshName('')));
      return runProbes(session, {
        families: [always('the name of a model', () => [...listed, ...similar].map(byType))],
        place: operationNames[what],
        billable: false,
        ...(await carriedAt(what)),
        expected: rejected,
        request: ({ value }) => lookUpById(session, owner, what, value),
      });
    },
    /** The lookup of a job at paths that proxies rewrite; at depth 1, at a few. */
    async inFront() {
      const ids = idsInFront().slice(0, isSmokeDepth(run.depth) ? 3 : undefined);
      return tryEach(lookedUpAt(ids));
    },
    /** The lookup of a job or run with ids made from an id of the owner; odd ids have no original. */
    async ids(what: Work, families: readonly Family[]) {
      const odd = families.every((family) => oddIds.includes(family));
      return runProbes(session, {
        families,
        place: operationNames[what],
        ...(await carriedAt(what)),
        billable: false,
        membersPerShare: 50,
        placeIndex: what === 'job' ? 0 : 1,
        oneFamilyIn: families === unknownIds ? 3 : 6,
        ...(!odd && { of: () => sharedId(session, what) }),
        expected: families === unknownIds ? unknownWork : rejected,
        bySecondAccount: true,
        request: ({ value }, account) => lookUpById(session, as(session, account, value), what, value),
      });
    },
  };
});
