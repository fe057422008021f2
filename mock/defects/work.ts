import type { Account } from '../accounts';
import {
  asCode,
  asCrash,
  asEmpty,
  asHtml,
  asJson,
  asUnlisted,
  firstCall,
  nthCall,
  whenAccepted,
  whenRejected,
  withBody,
  withHeaders,
  withStatus,
} from '../answers';
import { type Behaviour, type Change, type Overrides, overrideChapter } from '../behaviour';
import type { Call, Work } from '../call';
import { acceptedWhere, advisoryDefects, type Defect, mustDefects, rejectedWhere } from '../defect';

const odd = {
  'a number': ({ id }: Call) => /^\d+$/.test(id),
  'of 200 characters': ({ id }: Call) => id.length >= 100,
  'with a quote': ({ id }: Call) => id.includes("'") || id.includes('"'),
  'in Korean': ({ id }: Call) => /[^\x20-\x7e]|%[89A-F]/i.test(id),
} as const;

const isOdd = (call: Call) => Object.values(odd).some((holds) => holds(call));

const hasMessages = ({ fields }: Call) => fields.messages !== undefined;

/** Applies `wrong` to the jobs whose submission satisfies `holds`. */
const jobsWhere = (
  holds: (call: Call) => boolean,
  wrong: (concerned: ReadonlySet<string>, jobs: Behaviour['jobs']) => Overrides['jobs'],
): Change =>
  overrideChapter('jobs', (jobs) => {
    const concerned = new Set<string>();
    return {
      submitted(work, call) {
        if (holds(call)) concerned.add(work.id);
        return jobs.submitted(work, call);
      },
      ...wrong(concerned, jobs),
    };
  });

/** Hides the result of jobs whose submission satisfies `holds`. */
export const withoutResult = (holds: (call: Call) => boolean): Change =>
  jobsWhere(holds, (concerned, jobs) => ({
    present(work, now, call) {
      const shown = jobs.present(work, now, call) as object;
      return concerned.has(work.id) ? { ...shown, result: undefined } : shown;
    },
  }));

/** Loses work after a lookup for which `counts` was true has shown it. */
const lostOnceShown = (kind: 'jobs' | 'runs', counts: (work: Work, now: number) => boolean): Change =>
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

/** Defects of submission and lookup that jobs and runs have in common. */
function workDefects(kind: 'jobs' | 'runs'): Defect[] {
  const [noun, idField, submission] =
    kind === 'jobs' ? (['job', 'job_id', 'submit'] as const) : (['run', 'run_id', 'workflow'] as const);
  const given = (submitted: (work: Work) => unknown): Change => ({ [kind]: { submitted } });
  const finding = (find: (id: string, all: ReadonlyMap<string, Work>) => Work | undefined): Overrides => ({
    [kind]: { find },
  });
  const belonging = (belongs: (work: Work, account: Account) => boolean): Overrides => ({
    [kind]: { belongs },
  });
  // The contract does not say how a run shows that it is done, so a client cannot wait for that.
  const soonDone: Overrides = kind === 'runs' ? { runs: { milliseconds: 0 } } : {};
  const isLookUp = ({ operation }: Call) => operation === noun;
  const unknown = (call: Call) => isLookUp(call) && !call.work && !isOdd(call);
  const foreign = (call: Call) => isLookUp(call) && call.work !== undefined;
  const other = kind === 'jobs' ? 'run' : 'job';
  const ofTheOtherKind = (call: Call) =>
    isLookUp(call) && call.id.startsWith(`${other}_`) && call.account.name === 'other account';
  const anyOdd = (call: Call) => isLookUp(call) && isOdd(call);
  const likeModel = ({ operation, id }: Call) => operation === noun && /^acme-text/.test(id);
  const done = ({ work, now }: Call) => work === undefined || work.doneAt <= now;

  return [
    ...mustDefects(`${kind}.submit.id`, {
      [`the ${idField} is missing`]: given(() => ({ accepted: true })),
      [`the ${idField} is null`]: given(() => ({ [idField]: null })),
      [`the ${idField} is empty`]: given(() => ({ [idField]: '' })),
      [`the ${idField} is called \`id\``]: given(({ id }) => ({ id })),
      [`the ${idField} is written in camel case`]: given(({ id }) => ({ [`${noun}Id`]: id })),
      [`the ${idField} is an object`]: given(({ id }) => ({ [idField]: { value: id } })),
      [`the ${idField} stands in the header Location only`]: whenAccepted(submission, (answer, call) =>
        withHeaders({ location: `/v1/${kind}/1` })(asEmpty()(answer, call), call),
      ),
    }),
    ...mustDefects(`${kind}.lookup.own`, {
      [`a ${noun} is lost`]: finding(() => undefined),
      [`a ${noun} is lost after its owner's first lookup`]: lostOnceShown(kind, () => true),
      [`a ${noun} is gone once it is done`]: [soonDone, whenAccepted(noun, asUnlisted('gone', 410), done)],
      [`a ${noun} belongs to nobody`]: belonging(() => false),
      [`a ${noun} belongs to everybody but its owner`]: belonging(
        (work, account) => work.account !== account,
      ),
      [`the owner of a ${noun} is forbidden to read it`]: whenAccepted(noun, asUnlisted('forbidden', 403)),
      [`the lookup of a ${noun} crashes the server`]: whenAccepted(noun, asCrash),
      [`every second lookup of a ${noun} finds nothing`]: whenAccepted(noun, asCode('not_found'), nthCall(2)),
      [`every third lookup of a ${noun} finds nothing`]: whenAccepted(noun, asCode('not_found'), nthCall(3)),
    }),
    ...mustDefects(`${kind}.lookup.unknown`, {
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
    }),
    ...Object.entries(odd).flatMap(([what, holds]) => {
      const picked = (call: Call) => isLookUp(call) && holds(call);
      return [
        ...mustDefects(`${kind}.lookup.odd`, {
          [`a ${noun} id ${what} crashes the server`]: whenRejected('not_found', asCrash, picked),
          [`a ${noun} id ${what} is served`]: whenRejected(
            'not_found',
            asJson({ state: 'done' }, 200),
            picked,
          ),
        }),
        ...advisoryDefects(`${kind}.lookup.odd-exact`, {
          ...rejectedWhere('not_found', picked, {
            [`a ${noun} id ${what} is a malformed request`]: asCode('invalid_request'),
          }),
        }),
      ];
    }),
    ...mustDefects(`${kind}.lookup.odd`, {
      ...rejectedWhere('not_found', (call) => unknown(call) && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(call.id), {
        [`an unknown ${noun} whose id is a UUID crashes the server`]: asCrash,
      }),
      ...rejectedWhere('not_found', likeModel, {
        [`a ${noun} id that looks like a model crashes the server`]: asCrash,
      }),
    }),
    ...advisoryDefects(`${kind}.lookup.odd-exact`, {
      ...rejectedWhere('not_found', anyOdd, {
        [`a ${noun} id of an odd form is a model that is not found`]: asCode('model_not_found'),
      }),
      ...rejectedWhere('not_found', likeModel, {
        [`a ${noun} id that looks like a model is called model_not_found`]: asCode('model_not_found'),
      }),
    }),
    ...mustDefects(`${kind}.lookup.foreign`, {
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
      ...rejectedWhere('not_found', ofTheOtherKind, {
        [`a foreign ${other} is served at the lookup of a ${noun}`]: asJson({ state: 'done' }, 200),
      }),
      ...rejectedWhere('not_found', firstCall(foreign), {
        [`everybody can read a ${noun} the first time`]: asJson({ state: 'done' }, 200),
      }),
      ...rejectedWhere('not_found', nthCall(2, foreign), {
        [`everybody can read a ${noun} every second time`]: asJson({ state: 'done' }, 200),
      }),
      ...rejectedWhere(
        'not_found',
        (call) => foreign(call) && call.headers.accept?.startsWith('text/html') === true,
        { [`everybody can read a ${noun} as a page`]: asJson({ state: 'done' }, 200) },
      ),
      ...rejectedWhere('not_found', foreign, {
        [`a foreign ${noun} shows its state`]: asJson({ state: 'done' }, 200),
        [`a foreign ${noun} is empty`]: asEmpty(204),
        [`a foreign ${noun} is forbidden`]: withStatus(403),
        [`a foreign ${noun} is called forbidden`]: asUnlisted('forbidden', 403),
        [`a foreign ${noun} is called invalid_api_key`]: asCode('invalid_api_key'),
        [`a foreign ${noun} is called model_not_found`]: asCode('model_not_found'),
        [`a foreign ${noun} is called no_backend_account`]: asCode('no_backend_account'),
        [`a foreign ${noun} is called rate_limited`]: asCode('rate_limited'),
        [`a foreign ${noun} crashes the server`]: asCrash,
      }),
    }),
    ...advisoryDefects(`${kind}.lookup.foreign-untellable`, {
      ...rejectedWhere('not_found', foreign, {
        [`the refusal of a foreign ${noun} has a header more`]: withHeaders({ 'x-owner': 'no' }),
        [`the refusal of a foreign ${noun} has an entity tag`]: withHeaders({ etag: '"1"' }),
      }),
      ...rejectedWhere('not_found', unknown, {
        [`the refusal of an unknown ${noun} has a header more`]: withHeaders({ 'x-cache': 'miss' }),
      }),
    }),
  ];
}

/** Jobs take long enough that the first lookup comes before they are done. */
const slow: Overrides = { jobs: { milliseconds: 500 } };

const presented = (field: 'state' | 'result', present: (value: unknown) => object): Change =>
  whenAccepted(
    'job',
    withBody((body) => {
      const { [field]: value, ...rest } = body as Record<string, unknown>;
      return value === undefined ? rest : { ...rest, ...present(value) };
    }),
  );

export const jobDefects: readonly Defect[] = [
  ...workDefects('jobs'),
  ...mustDefects('jobs.lookup.own', {
    'a job is gone once its result was read': lostOnceShown('jobs', ({ doneAt }, now) => doneAt <= now),
  }),
  ...mustDefects('jobs.lookup.foreign', {
    'a job that was given messages belongs to everybody': jobsWhere(hasMessages, (concerned, jobs) => ({
      belongs: (work, account) => concerned.has(work.id) || jobs.belongs(work, account),
    })),
  }),
  ...mustDefects('runs.lookup.foreign', {
    'a run of more than two blocks belongs to everybody': ({ runs }) => ({
      runs: {
        belongs: (work, account) =>
          Object.keys(work.result as object).length > 2 || runs.belongs(work, account),
      },
    }),
  }),
  ...mustDefects('jobs.submit.id', {
    'the job_id is a list where the task has messages': whenAccepted(
      'submit',
      withBody((body, { fields }) =>
        fields.messages === undefined ? body : { ...(body as object), job_id: [7] },
      ),
    ),
    'every job has the same job_id': { jobs: { newId: () => 'job_1b4e28ba2fa14d0e8c5d9f8a7b6c5d4e' } },
    'the job_id is a list': { jobs: { submitted: ({ id }) => ({ job_id: [id] }) } },
  }),
  ...advisoryDefects('jobs.submit.id-string', {
    'the job_id is a number': {
      jobs: {
        newId: () => String(Math.floor(1e8 + Math.random() * 9e8)),
        submitted: ({ id }) => ({ job_id: Number(id) }),
      },
    },
  }),
  ...mustDefects('jobs.lookup.odd', {
    ...rejectedWhere(
      'not_found',
      ({ operation, id }) => operation === 'job' && [...id].some((sign) => sign < ' '),
      {
        'a job id with a control character crashes the server': asCrash,
      },
    ),
    'a percent sign in an id is any text': overrideChapter('jobs', (jobs) => ({
      find: (id, all) =>
        jobs.find(id, all) ??
        [...all.values()].find((work) => id.endsWith('%') && work.id.startsWith(id.slice(0, -1))),
    })),
  }),
  ...mustDefects('jobs.lookup.state', {
    'a job shows no state': presented('state', () => ({})),
    'the state of a job is null': presented('state', () => ({ state: null })),
    'the state of a job is called `status`': presented('state', (status) => ({ status })),
    'a job shows no state until it is done': [
      slow,
      presented('state', (state) => (state === 'done' ? { state } : {})),
    ],
    'a job shows no state once it is done': [
      slow,
      presented('state', (state) => (state === 'done' ? {} : { state })),
    ],
    'a job is answered with an empty object': whenAccepted('job', asJson({})),
    'a job is answered with null': whenAccepted('job', asJson(null)),
  }),
  ...mustDefects('jobs.lookup.result', {
    'a job shows no result': presented('result', () => ({})),
    'the result of a job is null': presented('result', () => ({ result: null })),
    'a job shows no result, and a log with a line of the level "error"': presented('result', () => ({
      log: [{ level: 'error', message: 'The first attempt timed out.' }],
    })),
    'the result of a job is called `output`': presented('result', (output) => ({ output })),
    'the result of a job is gone once it was read': overrideChapter('jobs', (jobs) => {
      const delivered = new Set<string>();
      return {
        present(work, now, call) {
          const shown = jobs.present(work, now, call) as object;
          if (delivered.has(work.id)) return { ...shown, result: undefined };
          if (work.doneAt <= now) delivered.add(work.id);
          return shown;
        },
      };
    }),
    'a job is never done': { jobs: { milliseconds: Number.POSITIVE_INFINITY } },
    'a job that was given messages shows no result': withoutResult(hasMessages),
  }),
];

export const runDefects: readonly Defect[] = [
  ...workDefects('runs'),
  ...mustDefects('runs.lookup.own', {
    'a run of more than two blocks is lost': overrideChapter('runs', (runs) => ({
      find: (id, all) => {
        const work = runs.find(id, all);
        return work && Object.keys(work.result as object).length > 2 ? undefined : work;
      },
    })),
  }),
  ...mustDefects('runs.submit.id', {
    'every run has the same run_id': { runs: { newId: () => 'run_1b4e28ba2fa14d0e8c5d9f8a7b6c5d4e' } },
    ...acceptedWhere('workflow', ({ blocks }) => blocks.length > 2, {
      'a workflow of more than two blocks answers no run_id': asJson({ state: 'running' }),
    }),
  }),
  ...advisoryDefects('runs.submit.id-string', {
    'the run_id is a number': {
      runs: {
        newId: () => String(Math.floor(1e8 + Math.random() * 9e8)),
        submitted: ({ id }) => ({ run_id: Number(id) }),
      },
    },
  }),
];
