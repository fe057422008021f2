import type { RequestSpec, TextFields } from '../../drive/target';
import { isObject } from '../../engine/json';
import type { Mistake, SoundTarget } from './mistake';

/** Mistakes in the requests for text, for jobs, and in the headers of all. */

type Build = (fields: TextFields) => RequestSpec;

/** The text builder, with what it builds changed. */
const text =
  (change: (spec: RequestSpec, fields: TextFields) => object): NonNullable<Mistake['target']> =>
  (right) => ({
    ...right,
    text: (fields: TextFields) => ({ ...right.text(fields), ...change(right.text(fields), fields) }),
  });

const textOf =
  (change: (fields: TextFields) => TextFields): NonNullable<Mistake['target']> =>
  (right) => ({ ...right, text: (fields: TextFields) => right.text(change(fields)) });

const submit =
  (change: (spec: RequestSpec, fields: TextFields) => object): NonNullable<Mistake['target']> =>
  (right) => {
    const build: Build = right.job.submit ?? right.text;
    return {
      ...right,
      job: {
        ...right.job,
        submit: (fields: TextFields) => ({ ...build(fields), ...change(build(fields), fields) }),
      },
    };
  };

const body = ({ body }: RequestSpec) => (isObject(body) ? body : {});
const both = ['mock', 'enveloped'] as const;
const messages =
  (sample: unknown): NonNullable<Mistake['target']> =>
  (right: SoundTarget) => ({ ...right, messages: sample });

export const textMistakes: Record<string, Omit<Mistake, 'part'>> = {
  'a typo in the path of text requests': {
    on: [...both, 'text-as-job'],
    target: text(() => ({ path: '/v1/txt' })),
    says: 'text.prompt',
  },
  'GET for the POST of text requests': {
    on: both,
    target: text(() => ({ method: 'GET' })),
    says: 'text.prompt',
  },
  'PUT for the POST of text requests': {
    on: both,
    target: text(() => ({ method: 'PUT' })),
    says: 'text.prompt',
  },
  'POST for the PUT of text requests': {
    on: ['text-as-job'],
    target: text(() => ({ method: 'POST' })),
    says: 'text.prompt',
  },
  'the version twice in the path of text requests': {
    target: text(({ path }) => ({ path: `/v1${path}` })),
    says: 'text.prompt',
  },
  'no version in the path of text requests': {
    on: both,
    target: text(({ path }) => ({ path: path.slice(3) })),
    says: 'text.prompt',
  },
  'a slash behind the path of text requests': {
    on: both,
    target: text(({ path }) => ({ path: `${path}/` })),
    says: 'text.prompt',
  },
  'the fields of text requests nested where they are not': {
    on: both,
    target: text(({ body }) => ({ body: { input: body } })),
    says: 'text.prompt',
  },
  'the fields of text requests not nested where they are': {
    on: ['nested'],
    target: text((_, fields) => ({ body: fields })),
    says: 'text.prompt',
  },
  'the prompt nested apart from the messages': {
    on: both,
    target: text((_, { prompt, ...others }) => ({
      body: { ...others, ...(prompt !== undefined && { input: { prompt } }) },
    })),
    says: 'text.prompt',
  },
  'the messages nested apart from the prompt': {
    on: both,
    target: text((_, { messages, ...others }) => ({
      body: { ...others, ...(messages !== undefined && { chat: { messages } }) },
    })),
    says: 'text.messages',
  },
  'the model apart from prompt and messages, where it is not read': {
    on: both,
    target: text((_, { model, ...others }) => ({
      body: { ...others, ...(model !== undefined && { options: { model } }) },
    })),
    says: 'text.model',
  },
  'the body of text requests in a list': {
    target: text(({ body }) => ({ body: [body] })),
    says: 'text.prompt',
  },
  'the body of text requests as JSON in JSON': {
    target: text(({ body }) => ({ body: JSON.stringify(body) })),
    says: 'text: prompt is left out',
  },
  'a content type that is not JSON': {
    on: ['enveloped'],
    target: text(() => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' } })),
    says: 'text.prompt',
  },
  'messages left out of text requests': {
    target: textOf(({ messages: _, ...others }) => others),
    says: 'text: messages is left out',
  },
  'a prompt by default': {
    target: textOf((fields) => ({ prompt: 'Hello', ...fields })),
    says: 'text: prompt is sent although it was not given',
  },
  'a model by default': {
    target: textOf((fields) => ({ model: 'acme-text-nano', ...fields })),
    says: 'text: model is sent although it was not given',
  },
  'always one model': {
    target: textOf((fields) => ({ ...fields, model: 'acme-text-nano' })),
    says: 'text: model is replaced by another value',
  },
  'the prompt replaced': {
    target: textOf((fields) => ({ ...fields, ...('prompt' in fields && { prompt: 'Hello' }) })),
    says: 'text: prompt is replaced by another value',
  },
  'the prompt trimmed to a few letters': {
    target: textOf((fields) => ({
      ...fields,
      ...(typeof fields.prompt === 'string' && { prompt: fields.prompt.slice(0, 5) }),
    })),
    says: 'text: prompt is replaced by another value',
  },
  'the prompt under another name': {
    target: textOf(({ prompt, ...others }) => ({ ...others, input_text: prompt })),
    says: 'text: prompt is sent as input_text',
  },
  'the model under another name': {
    target: textOf(({ model, ...others }) => ({ ...others, model_id: model })),
    says: 'text: model is sent as model_id',
  },
  'numbers as words': {
    target: textOf((fields) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? `${value}` : value]),
      ),
    ),
    says: 'text: model is replaced by another value',
  },
  'null left out': {
    target: textOf((fields) =>
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)),
    ),
    says: 'text: prompt is left out',
  },
  'what is empty left out': {
    target: textOf((fields) =>
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && String(value) !== '')),
    ),
    says: 'text: prompt is left out',
  },
  'unknown fields left out': {
    target: textOf(({ model, prompt, messages }) => ({
      ...(model !== undefined && { model }),
      ...(prompt !== undefined && { prompt }),
      ...(messages !== undefined && { messages }),
    })),
    says: 'text: unknown_field is left out',
  },
  'a promise for a text request': {
    target: (right) => ({ ...right, text: async (fields: TextFields) => right.text(fields) }),
    says: 'text returns a promise',
  },
  'messages of another form': {
    on: both,
    target: messages([{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]),
    says: 'text.messages',
  },
  'messages as one string': { target: messages('user: Hello'), says: 'text.messages' },
  'messages as a list where they are one string': {
    on: ['three-blocks'],
    target: messages([{ role: 'user', content: 'Hello' }]),
    says: 'text.messages',
  },
  'a needed header of another value': {
    on: ['tenant'],
    target: (right) => ({ ...right, headers: { 'X-Tenant': '8' } }),
    says: 'headers',
  },
};

export const jobMistakes: Record<string, Omit<Mistake, 'part'>> = {
  'a typo in the path of jobs': {
    often: true,
    on: both,
    target: submit(() => ({ path: '/v1/job' })),
    says: 'job.submit',
  },
  'GET for the POST of jobs': { on: both, target: submit(() => ({ method: 'GET' })), says: 'job.submit' },
  'the fields of jobs nested where they are not': {
    on: both,
    target: submit(({ body }) => ({ body: { input: body } })),
    says: 'job.submit',
  },
  'the fields of jobs not nested where they are': {
    on: ['nested'],
    target: submit((_, fields) => ({ body: fields })),
    says: 'job.submit',
  },
  'jobs sent to the address of text requests, which answers no job_id': {
    on: both,
    target: submit(() => ({ path: '/v1/text' })),
    says: 'job',
  },
  'jobs sent to the address of workflows': {
    on: both,
    target: submit(() => ({ path: '/v1/workflows' })),
    says: 'job.submit',
  },
  'no submission of jobs where text requests give no job_id': {
    on: both,
    target: (right) => ({ ...right, job: { ...right.job, submit: undefined } }),
    says: 'job',
  },
  'the messages left out of jobs': {
    target: submit((_, { messages: __, ...others }) => ({ body: others })),
    says: 'job.submit: messages is left out',
  },
  'a model by default in jobs': {
    target: submit((spec) => ({ body: { model: 'acme-text-nano', ...body(spec) } })),
    says: 'job.submit: model is sent although it was not given',
  },
  'a pointer to the job_id that leads nowhere': {
    on: [...both, 'text-as-job'],
    target: (right) => ({ ...right, job: { ...right.job, id: '/id' } }),
    says: 'job.id',
  },
  'a pointer to the address of the job instead of the job_id': {
    on: ['enveloped'],
    target: (right) => ({ ...right, job: { ...right.job, id: '/data/task/url' } }),
    says: 'job.id',
  },
  'a pointer to the status of the answer instead of the job_id': {
    on: ['enveloped'],
    target: (right) => ({ ...right, job: { ...right.job, id: '/status' } }),
    says: 'job.id',
  },
  'a function for the job_id that finds nothing': {
    target: (right) => ({ ...right, job: { ...right.job, id: () => undefined } }),
    says: 'job.id',
  },
  'a function for the job_id that throws': {
    target: (right) => ({
      ...right,
      job: {
        ...right.job,
        id: ({ headers }: { headers: Record<string, string> }) =>
          headers.location?.split('/').at(-1)?.trim() ?? JSON.parse(''),
      },
    }),
    says: 'job.id',
  },
  'a pointer to the state that leads nowhere': {
    on: both,
    target: (right) => ({ ...right, job: { ...right.job, state: '/status/now' } }),
    says: 'job.state',
  },
  'a pointer to the id instead of the state': {
    target: (right) => ({ ...right, job: { ...right.job, state: '/job_id' } }),
    says: 'job.state',
  },
  'a pointer to the id instead of the state, in an envelope': {
    on: ['enveloped'],
    target: (right) => ({ ...right, job: { ...right.job, state: '/data/task/job_id' } }),
    says: 'job.state',
  },
  'a pointer to what holds the state': {
    on: ['enveloped'],
    target: (right) => ({ ...right, job: { ...right.job, state: '/data/task' } }),
    says: 'job.state',
  },
  'a pointer to the result instead of the state': {
    target: (right) => ({ ...right, job: { ...right.job, state: '/result' } }),
    says: 'job.state',
  },
  'a pointer to the result that leads nowhere': {
    on: both,
    target: (right) => ({ ...right, job: { ...right.job, result: '/output' } }),
    says: 'job.result',
  },
  'a pointer to the id instead of the result': {
    target: (right) => ({ ...right, job: { ...right.job, result: '/job_id' } }),
    says: 'job.result',
  },
  'a pointer to the state instead of the result': {
    target: (right) => ({ ...right, job: { ...right.job, result: '/state' } }),
    says: 'job.result',
  },
  'a pointer to what holds state and result': {
    on: ['enveloped'],
    target: (right) => ({ ...right, job: { ...right.job, result: '/data/task/progress' } }),
    says: 'job.result',
  },
};

export const placeMistakes: Record<'credits' | 'models', Record<string, Omit<Mistake, 'part'>>> = {
  credits: {
    'a pointer to the credits that leads nowhere': {
      on: both,
      target: (right) => ({ ...right, credits: '/balance' }),
      says: 'credits',
    },
    'a pointer to another number than the credits': {
      on: ['many-numbers'],
      target: (right) => ({ ...right, credits: '/plan' }),
      says: 'credits',
    },
    'a pointer to what was used instead of what remains': {
      on: ['many-numbers'],
      target: (right) => ({ ...right, credits: '/used' }),
      says: 'credits',
    },
    'a pointer to a count of requests instead of the credits': {
      on: ['many-numbers'],
      target: (right) => ({ ...right, credits: '/requests' }),
      says: 'credits',
    },
    'a pointer to a word instead of the credits': {
      on: ['many-numbers'],
      target: (right) => ({ ...right, credits: '/name' }),
      says: 'credits',
    },
    'no pointer to the credits among other numbers': {
      on: ['many-numbers'],
      target: ({ credits: _, ...right }) => right,
      says: 'credits',
    },
  },
  models: {
    'a pointer to the models that leads nowhere': {
      on: both,
      target: (right) => ({ ...right, models: '/list' }),
      says: 'models',
    },
    'a pointer to a list of something else': {
      on: ['two-lists'],
      target: (right) => ({ ...right, models: '/regions' }),
      says: 'models',
    },
    'a pointer to one model': { target: (right) => ({ ...right, models: '/models/0' }), says: 'models' },
    'a list of the names of the models': {
      target: (right) => ({
        ...right,
        models: ({ body }: { body: { models: { id: string }[] } }) => body.models.map(({ id }) => id),
      }),
      says: 'models',
    },
  },
};
