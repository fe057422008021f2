import fc from 'fast-check';
import { mockKeys } from '../../../../mock/accounts';
import {
  whenAccepted as altered,
  asCrash,
  asUnlisted,
  counter,
  whenRejected,
} from '../../../../mock/answers';
import { type Change, type Overrides, overrideChapter } from '../../../../mock/behaviour';
import type { Call, Work } from '../../../../mock/call';
import { withoutResult } from '../../../../mock/defects/work';
import type { WorkBehaviour } from '../../../../mock/work';
import { type Ask, otherThan, pause, type Reply, reach, submitted, wasAccepted } from '../ask';
import { type Defect, type DefectFamily, familiesOf, family, rowOf } from '../family';
import { nearTexts } from '../near';
import { accepts, anyAccept, anyTextUse, rejections } from '../scope';

const otherKey = `Bearer ${mockKeys.OTHER_API_KEY}`;
const unlike = otherThan(404, 'not_found');

/** Milliseconds that work takes in defects that depend on the time of a lookup. */
const SLOW = 250;

const answers = rejections('403 410 model_not_found invalid_request invalid_api_key 404:forbidden crash');

/** Moments in the course of slow work, and the milliseconds to wait for each. */
const moments: Readonly<Record<string, { holds: (work: Work, now: number) => boolean; wait: number }>> = {
  'while it is pending': { holds: ({ doneAt }, now) => now < doneAt, wait: 0 },
  'once it is done': { holds: ({ doneAt }, now) => now >= doneAt, wait: SLOW + 30 },
};
const anyMoment = rowOf(moments);

/** Returns a function that counts its calls for each work. */
function counting(): (work: Work) => number {
  const times = new Map<Work, number>();
  return (work) => {
    const now = (times.get(work) ?? 0) + 1;
    times.set(work, now);
    return now;
  };
}

const hexadecimal = [...'0123456789abcdef'];

/** Families of defects of submission and lookup that jobs and runs have in common. */
function workFamilies(kind: 'jobs' | 'runs'): readonly DefectFamily[] {
  const [noun, field, submission] =
    kind === 'jobs' ? (['job', 'job_id', 'submit'] as const) : (['run', 'run_id', 'workflow'] as const);
  const length = `${noun}_`.length + 32;
  const unknown = `${kind}.lookup.unknown`;
  const foreign = `${kind}.lookup.foreign`;
  const own = `${kind}.lookup.own`;
  const odd = `${kind}.lookup.odd`;
  const behaving = (behaviour: Partial<WorkBehaviour>): Overrides => ({ [kind]: behaviour });
  const slow = behaving({ milliseconds: SLOW });
  const lookUp = (ask: Ask, id: string, authorization?: string) =>
    reach(ask, noun, { id, ...(authorization && { authorization }) });

  /** Replaces the check of ownership. `make` runs once for each mock, so that it can keep state. */
  const belonging =
    (make: (owned: WorkBehaviour['belongs']) => WorkBehaviour['belongs']): Change =>
    ({ [kind]: { belongs } }) =>
      behaving({ belongs: make(belongs) });
  /** Submits work, runs `before`, and looks the work up with a key, by default its owner's. */
  const seen = async (ask: Ask, before: (id: string) => Promise<unknown>, authorization?: string) => {
    const id = await submitted(ask, kind);
    await before(id);
    return lookUp(ask, id, authorization);
  };

  /** Returns a function that looks work up `times` times. */
  const looking = (ask: Ask, times: number, authorization?: string) => async (id: string) => {
    for (let sent = 0; sent < times; sent++) await lookUp(ask, id, authorization);
  };

  /** A defect in which an ID derived from a real one finds its work. */
  const wrongId = (
    what: string,
    agrees: (id: string, real: string) => boolean,
    make: (real: string) => string,
    share: number | null,
  ): Defect => ({
    phrase: `an id of a ${noun} ${what} finds it`,
    change: behaving({
      find: (id, all) => all.get(id) ?? [...all.values()].find((work) => agrees(id, work.id)),
    }),
    async shows(ask) {
      let real = await submitted(ask, kind);
      // IDs are random, so swapping two letters may give the same ID. Try again with another.
      for (let tries = 0; make(real) === real && tries < 20; tries++) real = await submitted(ask, kind);
      return wasAccepted(await lookUp(ask, make(real)));
    },
    share,
  });

  /** A defect in which certain lookups of unknown IDs crash the server. */
  const crashing = (
    what: string,
    holds: (call: Call) => boolean,
    sample: string,
    share: number | null,
  ): Defect => ({
    phrase: `an id of a ${noun} ${what} crashes the server`,
    change: whenRejected('not_found', asCrash, (call) => call.operation === noun && holds(call)),
    shows: async (ask) => (await lookUp(ask, sample)).status >= 500,
    share,
  });

  const near = nearTexts(length).flatMap(([about, members]) =>
    familiesOf(kind, {
      [`of ids of ${kind}, ${about}`]: family(
        unknown,
        members,
        ({ what, agrees, sample, share, collated }) => ({
          ...wrongId(what, agrees, sample, share),
          leftAlone: collated ? 'to many databases they are the same text' : undefined,
        }),
        [unknown, odd],
      ),
    }),
  );

  const folds: Readonly<Record<string, (id: string) => string>> = {
    'in upper case without its prefix': (id) => id.slice(id.indexOf('_') + 1).toUpperCase(),
    'without its prefix': (id) => id.slice(id.indexOf('_') + 1),
    'with a hyphen for the underscore': (id) => id.replace('_', '-'),
    'without the underscore': (id) => id.replace('_', ''),
    'with hyphens as in a UUID': (id) => id.replace(/_(.{8})(.{4})(.{4})(.{4})/, '_$1-$2-$3-$4-'),
    'with a space behind it': (id) => `${id} `,
    'with a space before it': (id) => ` ${id}`,
    'with the prefix of the other kind': (id) => id.replace(/^[a-z]+/, noun === 'job' ? 'run' : 'job'),
    'in quotes': (id) => `"${id}"`,
    'in braces': (id) => `{${id}}`,
    'with leading zeros': (id) => id.replace('_', '_00'),
    'in base64': (id) => Buffer.from(id).toString('base64url'),
  };

  const parsed = 'to whoever parses ids it is the same UUID';
  const leftAlone: Readonly<Record<string, string>> = {
    'without its prefix': parsed,
    'with hyphens as in a UUID': parsed,
    'in braces': parsed,
    'with a space behind it': 'white space around an id is trimmed by many',
    'with a space before it': 'white space around an id is trimmed by many',
  };

  const others = familiesOf(kind, {
    [`ids of ${kind} are folded`]: family(
      unknown,
      rowOf(folds),
      ([how, fold]) => ({
        ...wrongId(how, (id, real) => id === fold(real), fold, 1 / Object.keys(folds).length),
        leftAlone: leftAlone[how],
      }),
      [unknown, odd],
    ),
    [`another account's ${kind} are shown at a moment`]: family(
      foreign,
      anyMoment,
      ([moment, { holds, wait }]) => ({
        phrase: `another account's ${noun} is shown ${moment}`,
        change: [
          slow,
          belonging((owned) => (work, account) => owned(work, account) || holds(work, performance.now())),
        ],
        shows: async (ask) => wasAccepted(await seen(ask, () => pause(wait), otherKey)),
      }),
    ),
    [`another account's ${kind} are shown some time after they are done`]: family(
      foreign,
      fc.integer({ min: 0, max: 1000 }),
      (after) => ({
        phrase: `another account's ${noun} is shown ${after} ms after it is done`,
        change: belonging(
          (owned) => (work, account) => owned(work, account) || performance.now() >= work.doneAt + after,
        ),
        shows: async (ask) => wasAccepted(await seen(ask, () => pause(after + 60), otherKey)),
        share: null,
      }),
    ),
    [`another account's ${kind} are shown to who asks again`]: family(
      foreign,
      fc.integer({ min: 2, max: 6 }),
      (nth) => ({
        phrase: `another account's ${noun} is shown at the ${nth}th time of asking`,
        change: belonging((owned) => {
          const asked = counting();
          return (work, account) => owned(work, account) || asked(work) >= nth;
        }),
        shows: async (ask) => wasAccepted(await seen(ask, looking(ask, nth - 1, otherKey), otherKey)),
        share: null,
      }),
    ),
    [`another account's ${kind} are shown once their owner has looked`]: family(
      foreign,
      fc.integer({ min: 1, max: 4 }),
      (nth) => ({
        phrase: `another account's ${noun} is shown once its owner has looked ${nth} times`,
        change: belonging((owned) => {
          const looked = counting();
          const shown = new Set<Work>();
          return (work, account) => {
            if (!owned(work, account)) return shown.has(work);
            if (looked(work) >= nth) shown.add(work);
            return true;
          };
        }),
        shows: async (ask) => wasAccepted(await seen(ask, looking(ask, nth), otherKey)),
        share: null,
      }),
    ),
    [`another account's ${kind} are rejected in another way at a moment`]: family(
      foreign,
      fc.tuple(rowOf(answers), anyMoment),
      ([[how, alter], [moment, { holds, wait }]]) => ({
        phrase: `another account's ${noun} is refused ${how} ${moment}`,
        change: [
          slow,
          whenRejected(
            'not_found',
            alter,
            ({ operation, work, now }) => operation === noun && work !== undefined && holds(work, now),
          ),
        ],
        shows: async (ask) => unlike(await seen(ask, () => pause(wait), otherKey)),
      }),
    ),
    [`unknown ${kind} are answered in another way where their ids begin so`]: family(
      unknown,
      fc.tuple(rowOf(answers), fc.constantFrom(...hexadecimal)),
      ([[how, alter], digit]) => ({
        phrase: `an unknown ${noun} is refused ${how} where its id begins with ${noun}_${digit}`,
        change: whenRejected(
          'not_found',
          alter,
          ({ operation, id, work }) => operation === noun && !work && id.startsWith(`${noun}_${digit}`),
        ),
        shows: async (ask) => unlike(await lookUp(ask, `${noun}_${digit}${'0'.repeat(31)}`)),
        share: 1 / hexadecimal.length,
      }),
    ),
    [`long ids of ${kind} crash the server`]: family(odd, fc.integer({ min: 40, max: 1000 }), (from) =>
      crashing(
        `of ${from} characters or more`,
        ({ id }) => id.length >= from,
        'a'.repeat(from),
        (1000 - from) / 1000,
      ),
    ),
    [`a sign in an id of ${kind} crashes the server`]: family(
      odd,
      fc.constantFrom(...'\'"`<>(){}[]|;:,*&^$!~+=@-_é한😀'),
      (sign) =>
        crashing(
          `with ${sign} in it`,
          ({ id, work }) => !work && id.replace(/^[a-z]+_/, '').includes(sign),
          `${noun}_a${sign}b`,
          null,
        ),
    ),
    [`${kind} are lost at a moment`]: family(own, anyMoment, ([moment, { holds, wait }]) => ({
      phrase: `a ${noun} is lost ${moment}`,
      change: [
        slow,
        belonging((owned) => (work, account) => owned(work, account) && !holds(work, performance.now())),
      ],
      shows: async (ask) => !wasAccepted(await seen(ask, () => pause(wait))),
      share: null,
      leftAlone: wait === 0 ? 'a replica that lags finds it later' : undefined,
    })),
    [`every so many lookups of ${kind} fail`]: family(own, fc.integer({ min: 2, max: 8 }), (nth) => ({
      phrase: `every ${nth}th lookup of a ${noun} of one's own finds nothing`,
      change: belonging((owned) => {
        const chosen = counter(nth);
        return (work, account) => owned(work, account) && !chosen();
      }),
      shows: async (ask) => !wasAccepted(await seen(ask, looking(ask, nth - 1))),
      share: 1 / nth,
    })),
    [`${kind} are rejected to who asks for another media type`]: family(own, anyAccept, (accept) => ({
      phrase: `the lookup of a ${noun} is refused ${accept.noun}`,
      change: altered(
        noun,
        (answer, call) => asUnlisted('not_acceptable', 406)({ ...answer, body: { error: {} } }, call),
        accept.holds,
      ),
      shows: async (ask) => !wasAccepted(await reach(ask, noun, accept.sent)),
      share: 1 / accepts.length,
      leftAlone: accept.leftAlone,
    })),
    ...(kind === 'jobs' ? jobsOnly(field) : {}),
    [`a submission shows no ${field}`]: family(
      `${kind}.submit.id`,
      rowOf<unknown>({ null: null, missing: undefined, 'an empty text': '', 'an object': {}, true: true }),
      ([how, id]) => ({
        phrase: `the ${field} of a submission is ${how}`,
        change: altered(submission, (answer) => ({ ...answer, body: { [field]: id } })),
        async shows(ask) {
          const { body } = await reach(ask, submission);
          const id = (body as Record<string, unknown>)[field];
          return typeof id !== 'string' || id === '';
        },
      }),
    ),
  });
  return [...near, ...others];
}

function jobsOnly(field: string) {
  const looked = async (ask: Ask, id: string, wait: number) => {
    await pause(wait);
    return reach(ask, 'job', { id });
  };
  const lacks = (member: string, { body }: Reply) => (body as Record<string, unknown>)[member] === undefined;
  return {
    'the state of a job is missing at a moment': family(
      'jobs.lookup.state',
      anyMoment,
      ([moment, { holds, wait }]) => ({
        phrase: `a job shows no state ${moment}`,
        change: [
          { jobs: { milliseconds: SLOW } },
          overrideChapter('jobs', (jobs) => ({
            present(work, now, call) {
              const body = jobs.present(work, now, call) as object;
              return holds(work, now) ? { ...body, state: undefined } : body;
            },
          })),
        ],
        shows: async (ask) => lacks('state', await looked(ask, await submitted(ask, 'jobs'), wait)),
      }),
    ),
    'one kind of job has no result': family(
      'jobs.lookup.result',
      anyTextUse.filter(({ at }) => at === 'submit'),
      (use) => ({
        phrase: `a job has no result ${use.noun}`,
        change: withoutResult(use.holds),
        async shows(ask) {
          const { body } = await reach(ask, 'submit', use.sent);
          return lacks('result', await looked(ask, String((body as Record<string, unknown>)[field]), 60));
        },
        share: use.share,
      }),
    ),
  };
}

export const jobFamilies = workFamilies('jobs');
export const runFamilies = workFamilies('runs');
