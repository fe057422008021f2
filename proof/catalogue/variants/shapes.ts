import { whenAccepted, withBody, withStatus } from '../../../mock/answers';
import { overrideChapter } from '../../../mock/behaviour';
import { type Call, operations } from '../../../mock/call';
import { submitJob } from '../../../mock/jobs';
import { isKnownOperation } from '../../../spec/operations';
import { documented } from '../../../src/judge/response/documented';
import { counting, type Variant } from './variant';

/** Returns a numeric ID as a number. IDs of other traits stay unchanged. */
const integer = (id: string) => (/^\d+$/.test(id) ? Number(id) : id);

export const bare: Variant = {
  phrase:
    'models as a bare list, credits as a bare number, ids of jobs and runs that are integers and count from 1, 201 for what is submitted',
  change: ({ service }) => ({
    service: { success: { ...service.success, submit: 201, workflow: 201 } },
    models: { present: (offered) => offered.map(({ id }) => ({ id })) },
    credits: { present: (remaining) => Math.floor(remaining) },
    jobs: { newId: counting(), submitted: ({ id }) => ({ job_id: integer(id) }) },
    runs: { newId: counting(), submitted: ({ id }) => ({ run_id: integer(id) }) },
  }),
  target: (given) => ({ ...given, models: '', credits: { at: '', settlesWithin: 0.3 } }),
  mayBeUntested: /^(jobs|runs)\.submit\.id-string/,
};

/** Whether the contract leaves the form of a success open. */
const mayBeEnveloped = (operation: (typeof operations)[number]) =>
  !isKnownOperation(operation) || documented(operation, 200, { status: 'ok', data: [{ id: 'a' }] }).met;

export const enveloped: Variant = {
  phrase:
    'nested envelopes around everything, prices with decimals, credits as a numeric string deep in them',
  change: [
    ({ models }) => ({
      models: {
        offered: (word) => models.offered(word).map((model) => ({ ...model, price: 0.6 + model.price / 20 })),
        present: (offered) => ({ items: offered.map(({ id }) => ({ id, object: 'model' })), next: null }),
      },
      credits: { present: (remaining) => ({ balance: { amount: remaining.toFixed(2), unit: 'credits' } }) },
      jobs: {
        submitted: ({ id }) => ({ task: { job_id: id, url: `/v1/jobs/${id}` } }),
        present: ({ id, doneAt, result }, now) => ({
          task: {
            job_id: id,
            progress: now < doneAt ? { phase: 'WORKING' } : { phase: 'FINISHED', outcome: { value: result } },
          },
        }),
      },
      runs: { submitted: ({ id }) => ({ workflow: { run_id: id } }) },
    }),
    whenAccepted(
      operations.filter(mayBeEnveloped),
      withBody((data) => ({ status: 'ok', data })),
    ),
  ],
  target: (given) => ({
    ...given,
    job: {
      ...given.job,
      id: '/data/task/job_id',
      state: '/data/task/progress/phase',
      result: '/data/task/progress/outcome/value',
    },
    workflow: { ...given.workflow, runId: '/data/workflow/run_id' },
    models: '/data/items',
    credits: '/data/balance/amount',
  }),
};

export const deepList: Variant = {
  phrase:
    'the models deep in an object beside another list with ids, credits as a numeric string beside other numbers',
  change: {
    models: {
      present: (offered) => ({
        regions: [{ id: 'eu-1' }, { id: 'kr-1' }],
        result: {
          catalogue: {
            pages: [{ number: 1, models: offered.map(({ id }) => ({ id, created: 1_700_000_000 })) }],
          },
        },
      }),
    },
    credits: { present: (remaining) => ({ plan: 7, expires: '2030-12-31', remaining: String(remaining) }) },
  },
  // The response has two lists with IDs. The models are recognized by their names.
  target: ({ models: _, ...given }) => ({ ...given, credits: { at: '/remaining', settlesWithin: 0.3 } }),
};

export const fourBlocks: Variant = {
  phrase: 'workflows of at most four blocks, by a target file that does not say so',
  change: overrideChapter('workflows', ({ wrong }) => ({
    wrong: (blocks) => (blocks.length > 4 ? 'more than four blocks' : wrong(blocks)),
  })),
  verified: true,
  mayBeUntested: /^workflows\./,
};

export const twoLists: Variant = {
  phrase: 'models in two lists, fast and best ones, and no pointer to either',
  change: overrideChapter('models', () => ({
    present: (offered) => {
      const [best = [], fast = []] = [/-pro$/, /-(mini|nano)$/].map((tier) =>
        offered.filter(({ id }) => tier.test(id)).map(({ id }) => ({ id })),
      );
      return { fast, best };
    },
  })),
  target: ({ models: _, ...given }) => given,
};

export const longNumber: Variant = {
  phrase:
    'credits as a number whose last digits JavaScript loses, answers to known prompts and workflows kept and free',
  change: [
    overrideChapter('credits', (credits) => {
      const isKept = ({ operation, body, fields }: Call) =>
        operation === 'workflow' ? body.includes('"Hello"') : fields.prompt === 'Reply with the word ok.';
      return {
        present: (remaining) => ({ plan: 7, remaining }),
        charge(account, price, now, doneAt, call) {
          if (!isKept(call)) credits.charge(account, price, now, doneAt, call);
        },
      };
    }),
    whenAccepted('credits', (answer) => ({
      ...answer,
      raw: JSON.stringify(answer.body).replace(
        /(?<="remaining":)\d+/,
        (units) => `900719925474099${units.padStart(7, '0')}`,
      ),
    })),
  ],
  target: (given) => ({ ...given, credits: { at: '/remaining', resolution: 1, settlesWithin: 0.2 } }),
};

export const fewBlocks: Variant = {
  phrase: 'messages as one string, workflows of at most three blocks',
  change: ({ text, workflows }) => ({
    text: {
      wrong: ({ prompt, messages }, call) =>
        typeof messages === 'string' ? undefined : text.wrong({ prompt, messages: messages && 0 }, call),
    },
    workflows: {
      wrong: (blocks) => (blocks.length > 3 ? 'there are more than three blocks' : workflows.wrong(blocks)),
    },
  }),
  target: (given) => ({
    ...given,
    messages: 'user: Reply with the word ok.',
    workflow: { ...given.workflow, longest: 3 },
  }),
};

export const textAsJob: Variant = {
  phrase: 'text requests that are put and answered 202 as jobs, runs looked up by a query parameter',
  change: [
    overrideChapter('service', (service) => ({
      routes: {
        ...service.routes,
        text: { method: 'PUT', path: '/v1/tasks' },
        submit: { method: 'PUT', path: '/v1/tasks' },
        workflow: { method: 'PUT', path: '/v1/flows' },
        run: { method: 'GET', path: '/v1/flow-status' },
      },
      serve: { ...service.serve, text: submitJob },
      success: { ...service.success, text: 202, workflow: 200 },
    })),
    whenAccepted(['job', 'run'], withStatus(202), ({ work, now }) => work !== undefined && now < work.doneAt),
  ],
  target: ({ job: { submit: _, ...job }, ...given }) => ({
    ...given,
    text: (fields) => ({ method: 'PUT', path: '/v1/tasks', body: fields }),
    job,
    workflow: {
      ...given.workflow,
      submit: (blocks) => ({ ...given.workflow.submit(blocks), method: 'PUT', path: '/v1/flows' }),
    },
    run: (runId) => ({ path: `/v1/flow-status?run_id=${encodeURIComponent(runId)}` }),
  }),
};
