import {
  asCode,
  asCrash,
  asEmpty,
  asHtml,
  asJson,
  asUnlisted,
  firstCall,
  inOrder,
  nthCall,
  type Picker,
  whenAccepted,
  whenRejected,
  withHeaders,
  withStatus,
} from '../answers';
import { type Change, overrideChapter } from '../behaviour';
import type { Call, Work } from '../call';
import { breaking, changes, type Defect, rejectedWhere } from '../defect';
import type { WorkBehaviour } from '../work';

const odd = {
  'a number': ({ id }: Call) => /^\d+$/.test(id),
  'of 200 characters': ({ id }: Call) => id.length >= 100,
  'with a quote': ({ id }: Call) => id.includes("'") || id.includes('"'),
  'in Korean': ({ id }: Call) => /[^\x20-\x7e]|%[89A-F]/i.test(id),
} as const;

const isOdd = (call: Call) => Object.values(odd).some((holds) => holds(call));

/** Loses work after a lookup for which `counts` was true has shown it. */
export const lostOnceShown = (kind: 'jobs' | 'runs', counts: (work: Work, now: number) => boolean): Change =>
  overrideChapter(kind, (works) => {
    const shown = new Set<string>();
    return {
      find: (id, all) => (shown.has(id) ? undefined : works.find(id, all)),
      present(work, now, call) {
        if (counts(work, now)) shown.add(work.id);
        return works.present(work, now, call);
      },
    };
  });

/** What jobs and runs are called, and what of theirs is asked for. */
function worksOf(kind: 'jobs' | 'runs') {
  const [noun, other] = kind === 'jobs' ? (['job', 'run'] as const) : (['run', 'job'] as const);
  const isLookUp = ({ operation }: Call) => operation === noun;
  return {
    kind,
    noun,
    other,
    idField: `${noun}_id`,
    submission: kind === 'jobs' ? ('submit' as const) : ('workflow' as const),
    isLookUp,
    /** Lookups of an id of the usual form that nothing has. */
    unknown: (call: Call) => isLookUp(call) && !call.work && !isOdd(call),
    foreign: (call: Call) => isLookUp(call) && call.work !== undefined,
    // The contract does not say how a run shows that it is done, so a client cannot wait for that: it is done at once.
    soonDone: kind === 'runs' ? { runs: { milliseconds: 0 } } : {},
    belonging: (belongs: WorkBehaviour['belongs']): Change => ({ [kind]: { belongs } }),
    finding: (find: WorkBehaviour['find']): Change => ({ [kind]: { find } }),
  };
}

type Works = ReturnType<typeof worksOf>;

/** Defects of submission and lookup that jobs and runs have in common. */
export const workDefects = (kind: 'jobs' | 'runs'): Defect[] =>
  [idDefects, ownDefects, unknownDefects, oddDefects, foreignDefects, untellableDefects].flatMap(
    (defectsOf) => defectsOf(worksOf(kind)),
  );

function idDefects({ kind, noun, idField, submission }: Works): Defect[] {
  const given = (submitted: (work: Work) => unknown): Change => ({ [kind]: { submitted } });
  const sameId = () => `${noun}_1b4e28ba2fa14d0e8c5d9f8a7b6c5d4e`;
  const number = () => String(Math.floor(1e8 + Math.random() * 9e8));
  return [
    ...breaking(`${kind}.submit.id`, {
      [`every ${noun} has the same ${idField}`]: { [kind]: { newId: sameId } },
      [`the ${idField} is missing`]: given(() => ({ accepted: true })),
      [`the ${idField} is null`]: given(() => ({ [idField]: null })),
      [`the ${idField} is empty`]: given(() => ({ [idField]: '' })),
      [`the ${idField} is called \`id\``]: given(({ id }) => ({ id })),
      [`the ${idField} is written in camel case`]: given(({ id }) => ({ [`${noun}Id`]: id })),
      [`the ${idField} is an object`]: given(({ id }) => ({ [idField]: { value: id } })),
      [`the ${idField} stands in the header Location only`]: whenAccepted(
        submission,
        inOrder(asEmpty(), withHeaders({ location: `/v1/${kind}/1` })),
      ),
    }),
    ...breaking(`${kind}.submit.id-string`, {
      [`the ${idField} is a number`]: {
        [kind]: { newId: number, submitted: ({ id }: Work) => ({ [idField]: Number(id) }) },
      },
    }),
  ];
}

function ownDefects({ kind, noun, soonDone, belonging, finding }: Works): Defect[] {
  const done = ({ work, now }: Call) => work === undefined || work.doneAt <= now;
  return breaking(`${kind}.lookup.own`, {
    [`a ${noun} is lost`]: finding(() => undefined),
    [`a ${noun} is lost after its owner's first lookup`]: lostOnceShown(kind, () => true),
    [`a ${noun} is gone once it is done`]: [soonDone, whenAccepted(noun, asUnlisted('gone', 410), done)],
    [`a ${noun} belongs to nobody`]: belonging(() => false),
    [`a ${noun} belongs to everybody but its owner`]: belonging((work, account) => work.account !== account),
    [`the owner of a ${noun} is forbidden to read it`]: whenAccepted(noun, asUnlisted('forbidden', 403)),
    [`the lookup of a ${noun} crashes the server`]: whenAccepted(noun, asCrash),
    [`every second lookup of a ${noun} finds nothing`]: whenAccepted(noun, asCode('not_found'), nthCall(2)),
    [`every third lookup of a ${noun} finds nothing`]: whenAccepted(noun, asCode('not_found'), nthCall(3)),
  });
}

function unknownDefects({ kind, noun, unknown, finding }: Works): Defect[] {
  return breaking(`${kind}.lookup.unknown`, {
    ...rejectedWhere('not_found', unknown, {
      [`an unknown ${noun} is answered with null`]: asJson(null, 200),
      [`an unknown ${noun} is answered with nothing`]: asEmpty(204),
      [`an unknown ${noun} is answered with an empty object`]: asJson({}, 200),
      [`an unknown ${noun} is of an unknown state`]: asJson({ state: 'unknown' }, 200),
      [`an unknown ${noun} is always about to begin`]: asJson({ state: 'queued' }, 202),
      [`an unknown ${noun} is a malformed request`]: asCode('invalid_request'),
      [`an unknown ${noun} is called model_not_found`]: asCode('model_not_found'),
      [`an unknown ${noun} is called invalid_api_key`]: asCode('invalid_api_key'),
      [`an unknown ${noun} is called ${noun}_not_found`]: asUnlisted(`${noun}_not_found`, 404),
      [`an unknown ${noun} is forbidden`]: withStatus(403),
      [`an unknown ${noun} is gone`]: withStatus(410),
      [`an unknown ${noun} crashes the server`]: asCrash,
      [`an unknown ${noun} is answered by the router`]: asHtml('Cannot GET'),
    }),
    ...rejectedWhere('not_found', (call) => unknown(call) && call.account.name === 'other account', {
      [`an unknown ${noun} is served to a second account`]: asJson({ state: 'queued' }, 200),
    }),
    [`a ${noun} is found by the beginning of its id`]: finding((id, all) =>
      [...all.values()].find((work) => work.id.slice(0, 12) === id.slice(0, 12)),
    ),
  });
}

function oddDefects({ kind, noun, isLookUp, unknown }: Works): Defect[] {
  const malformed = asCode('invalid_request');
  const anyOdd = (call: Call) => isLookUp(call) && isOdd(call);
  const likeModel = ({ operation, id }: Call) => operation === noun && /^acme-text/.test(id);
  return [
    ...Object.entries(odd).flatMap(([what, holds]) => {
      const picked = (call: Call) => isLookUp(call) && holds(call);
      return [
        ...breaking(
          `${kind}.lookup.odd`,
          rejectedWhere('not_found', picked, {
            [`a ${noun} id ${what} crashes the server`]: asCrash,
            [`a ${noun} id ${what} is served`]: asJson({ state: 'done' }, 200),
          }),
        ),
        ...breaking(`${kind}.lookup.odd-exact`, {
          [`a ${noun} id ${what} is a malformed request`]: whenRejected('not_found', malformed, picked),
        }),
      ];
    }),
    ...breaking(`${kind}.lookup.odd`, {
      ...rejectedWhere('not_found', (call) => unknown(call) && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(call.id), {
        [`an unknown ${noun} whose id is a UUID crashes the server`]: asCrash,
      }),
      ...rejectedWhere('not_found', likeModel, {
        [`a ${noun} id that looks like a model crashes the server`]: asCrash,
      }),
    }),
    ...breaking(`${kind}.lookup.odd-exact`, {
      ...rejectedWhere('not_found', anyOdd, {
        [`a ${noun} id of an odd form is a model that is not found`]: asCode('model_not_found'),
      }),
      ...rejectedWhere('not_found', likeModel, {
        [`a ${noun} id that looks like a model is called model_not_found`]: asCode('model_not_found'),
      }),
    }),
  ];
}

function foreignDefects({ kind, noun, other, isLookUp, foreign, soonDone, belonging }: Works): Defect[] {
  const ofTheOtherKind = (call: Call) =>
    isLookUp(call) && call.id.startsWith(`${other}_`) && call.account.name === 'other account';
  return breaking(`${kind}.lookup.foreign`, {
    [`everybody can read a ${noun}`]: belonging(() => true),
    [`whoever cannot use the AI can read every ${noun}`]: belonging(
      (work, account) => work.account === account || account.granted < 1 || !account.connected,
    ),
    [`the account that was there first can read every ${noun}`]: belonging(
      (work, account) => work.account === account || account.name === 'owner',
    ),
    [`everybody can read a ${noun} once it is done`]: [
      soonDone,
      belonging((work, account) => work.account === account || work.doneAt <= performance.now()),
    ],
    [`everybody can read a ${noun} until it is done`]: [
      { [kind]: { milliseconds: 300 } },
      belonging((work, account) => work.account === account || work.doneAt > performance.now()),
    ],
    ...changes((picker: Picker) => whenRejected('not_found', asJson({ state: 'done' }, 200), picker), {
      [`a foreign ${other} is served at the lookup of a ${noun}`]: ofTheOtherKind,
      [`everybody can read a ${noun} the first time`]: firstCall(foreign),
      [`everybody can read a ${noun} every second time`]: nthCall(2, foreign),
      [`everybody can read a ${noun} as a page`]: (call) =>
        foreign(call) && call.headers.accept?.startsWith('text/html') === true,
      [`a foreign ${noun} shows its state`]: foreign,
    }),
    ...rejectedWhere('not_found', foreign, {
      [`a foreign ${noun} is empty`]: asEmpty(204),
      [`a foreign ${noun} is forbidden`]: withStatus(403),
      [`a foreign ${noun} is called forbidden`]: asUnlisted('forbidden', 403),
      [`a foreign ${noun} is called invalid_api_key`]: asCode('invalid_api_key'),
      [`a foreign ${noun} is called model_not_found`]: asCode('model_not_found'),
      [`a foreign ${noun} is called no_backend_account`]: asCode('no_backend_account'),
      [`a foreign ${noun} is called rate_limited`]: asCode('rate_limited'),
      [`a foreign ${noun} crashes the server`]: asCrash,
    }),
  });
}

function untellableDefects({ kind, noun, foreign, unknown }: Works): Defect[] {
  return breaking(`${kind}.lookup.foreign-untellable`, {
    ...rejectedWhere('not_found', foreign, {
      [`the refusal of a foreign ${noun} has a header more`]: withHeaders({ 'x-owner': 'no' }),
      [`the refusal of a foreign ${noun} has an entity tag`]: withHeaders({ etag: '"1"' }),
    }),
    ...rejectedWhere('not_found', unknown, {
      [`the refusal of an unknown ${noun} has a header more`]: withHeaders({ 'x-cache': 'miss' }),
    }),
  });
}
