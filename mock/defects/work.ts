import { asCrash, asJson, whenAccepted, withBody } from '../answers';
import { type Behaviour, type Change, type Overrides, overrideChapter } from '../behaviour';
import type { Call } from '../call';
import { acceptedWhere, breaking, type Defect, rejectedWhere } from '../defect';
import { lostOnceShown, workDefects } from './jobs-and-runs';

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
const withoutResult = (holds: (call: Call) => boolean): Change =>
  jobsWhere(holds, (concerned, jobs) => ({
    present(work, now, call) {
      const shown = jobs.present(work, now, call) as object;
      return concerned.has(work.id) ? { ...shown, result: undefined } : shown;
    },
  }));

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
  ...breaking('jobs.lookup.own', {
    'a job is gone once its result was read': lostOnceShown('jobs', ({ doneAt }, now) => doneAt <= now),
  }),
  ...breaking('jobs.lookup.foreign', {
    'a job that was given messages belongs to everybody': jobsWhere(hasMessages, (concerned, jobs) => ({
      belongs: (work, account) => concerned.has(work.id) || jobs.belongs(work, account),
    })),
  }),
  ...breaking('runs.lookup.foreign', {
    'a run of more than two blocks belongs to everybody': ({ runs }) => ({
      runs: {
        belongs: (work, account) =>
          Object.keys(work.result as object).length > 2 || runs.belongs(work, account),
      },
    }),
  }),
  ...breaking('jobs.submit.id', {
    'the job_id is a list where the task has messages': whenAccepted(
      'submit',
      withBody((body, { fields }) =>
        fields.messages === undefined ? body : { ...(body as object), job_id: [7] },
      ),
    ),
    'the job_id is a list': { jobs: { submitted: ({ id }) => ({ job_id: [id] }) } },
  }),
  ...breaking('jobs.lookup.odd', {
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
  ...breaking('jobs.lookup.state', {
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
  ...breaking('jobs.lookup.result', {
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
  ...breaking('runs.lookup.own', {
    'a run of more than two blocks is lost': overrideChapter('runs', (runs) => ({
      find: (id, all) => {
        const work = runs.find(id, all);
        return work && Object.keys(work.result as object).length > 2 ? undefined : work;
      },
    })),
  }),
  ...breaking('runs.submit.id', {
    ...acceptedWhere('workflow', ({ blocks }) => blocks.length > 2, {
      'a workflow of more than two blocks answers no run_id': asJson({ state: 'running' }),
    }),
  }),
];
