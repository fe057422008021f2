import { isObject } from '../../../src/judge/data/json';
import type { RequestSpec, Target, TextFields } from '../../../src/settings/target-file/target';
import { both, row, rows, three, type WrongTarget } from './mistake';

/** Mistakes in text requests and jobs, in headers, and in pointers to values. */

type Build = (fields: TextFields) => RequestSpec;
type Altered = (spec: RequestSpec, fields: TextFields) => object;

const altered =
  (build: Build, change: Altered): Build =>
  (fields) => ({ ...build(fields), ...change(build(fields), fields) });

const text =
  (change: Altered): WrongTarget =>
  (right) => ({ ...right, text: altered(right.text, change) });

const textOf =
  (change: (fields: TextFields) => TextFields): WrongTarget =>
  (right) => ({ ...right, text: (fields: TextFields) => right.text(change(fields)) });

const job =
  (parts: object): WrongTarget =>
  (right) => ({ ...right, job: { ...right.job, ...parts } });

const submit =
  (change: Altered): WrongTarget =>
  (right) =>
    job({ submit: altered(right.job.submit ?? right.text, change) })(right);

const having =
  (parts: Partial<Target>): WrongTarget =>
  (right) => ({ ...right, ...parts });

const messages = (sample: unknown) => having({ messages: sample });
const body = ({ body }: RequestSpec) => (isObject(body) ? body : {});

export const textMistakes = {
  'a typo in the path of text requests': row(
    'text.prompt',
    three,
    text(() => ({ path: '/v1/txt' })),
  ),
  ...rows('text.prompt', both, {
    'GET for the POST of text requests': text(() => ({ method: 'GET' })),
    'PUT for the POST of text requests': text(() => ({ method: 'PUT' })),
    'no version in the path of text requests': text(({ path }) => ({ path: path.slice(3) })),
    'a slash behind the path of text requests': text(({ path }) => ({ path: `${path}/` })),
    'the fields of text requests nested where they are not': text(({ body }) => ({ body: { input: body } })),
    'the prompt nested apart from the messages': text((_, { prompt, ...others }) => ({
      body: { ...others, ...(prompt !== undefined && { input: { prompt } }) },
    })),
  }),
  'POST for the PUT of text requests': row(
    'text.prompt',
    'text-as-job',
    text(() => ({ method: 'POST' })),
  ),
  ...rows('text.prompt', 'mock', {
    'the version twice in the path of text requests': text(({ path }) => ({ path: `/v1${path}` })),
    'the body of text requests in a list': text(({ body }) => ({ body: [body] })),
  }),
  ...rows('text.prompt', 'nested', {
    'the fields of text requests not nested where they are': text((_, fields) => ({ body: fields })),
  }),
  ...rows('text.messages', both, {
    'the messages nested apart from the prompt': text((_, { messages, ...others }) => ({
      body: { ...others, ...(messages !== undefined && { chat: { messages } }) },
    })),
    'messages of another form': messages([{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]),
  }),
  ...rows('text.model', both, {
    'the model apart from prompt and messages, where it is not read': text((_, { model, ...others }) => ({
      body: { ...others, ...(model !== undefined && { options: { model } }) },
    })),
  }),
  ...rows('text is sent to /v1/models', both, {
    'text requests sent as a GET to the models': text(() => ({ method: 'GET', path: '/v1/models' })),
  }),
  ...rows('text: prompt is left out', 'mock', {
    'the body of text requests as JSON in JSON': text(({ body }) => ({ body: JSON.stringify(body) })),
    'null left out': textOf((fields) =>
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)),
    ),
    'what is empty left out': textOf((fields) =>
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && String(value) !== '')),
    ),
  }),
  ...rows('text.prompt', 'enveloped', {
    'a content type that is not JSON': text(() => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })),
  }),
  ...rows('text: messages is left out', 'mock', {
    'messages left out of text requests': textOf(({ messages: _, ...others }) => others),
  }),
  ...rows('text: prompt is sent although it was not given', 'mock', {
    'a prompt by default': textOf((fields) => ({ prompt: 'Hello', ...fields })),
  }),
  ...rows('text: model is sent although it was not given', 'mock', {
    'a model by default': textOf((fields) => ({ model: 'acme-text-nano', ...fields })),
  }),
  ...rows('text: model is replaced by another value', 'mock', {
    'always one model': textOf((fields) => ({ ...fields, model: 'acme-text-nano' })),
    'numbers as words': textOf((fields) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? `${value}` : value]),
      ),
    ),
  }),
  ...rows('text: prompt is replaced by another value', 'mock', {
    'the prompt replaced': textOf((fields) => ({
      ...fields,
      ...('prompt' in fields && { prompt: 'Hello' }),
    })),
    'the prompt trimmed to a few letters': textOf((fields) => ({
      ...fields,
      ...(typeof fields.prompt === 'string' && { prompt: fields.prompt.slice(0, 5) }),
    })),
  }),
  ...rows('text: prompt is sent as input_text', 'mock', {
    'the prompt under another name': textOf(({ prompt, ...others }) => ({ ...others, input_text: prompt })),
  }),
  ...rows('text: model is sent as model_id', 'mock', {
    'the model under another name': textOf(({ model, ...others }) => ({ ...others, model_id: model })),
  }),
  ...rows('text: unknown_field is left out', 'mock', {
    'unknown fields left out': textOf(({ model, prompt, messages }) => ({
      ...(model !== undefined && { model }),
      ...(prompt !== undefined && { prompt }),
      ...(messages !== undefined && { messages }),
    })),
  }),
  ...rows('text returns a promise', 'mock', {
    'a promise for a text request': (right) => ({
      ...right,
      text: async (fields: TextFields) => right.text(fields),
    }),
  }),
  'messages as one string': row('text.messages', 'mock', messages('user: Hello')),
  ...rows('messages needs text', 'mock', {
    'messages without text requests': ({ text: _, ...right }) => ({ ...right, messages: 'Hello' }),
  }),
  ...rows('text.messages', 'three-blocks', {
    'messages as a list where they are one string': messages([{ role: 'user', content: 'Hello' }]),
  }),
  'a needed header of another value': row('headers', 'tenant', having({ headers: { 'X-Tenant': '8' } })),
};

export const jobMistakes = {
  ...rows('job.submit', both, {
    'a typo in the path of jobs': submit(() => ({ path: '/v1/job' })),
    'GET for the POST of jobs': submit(() => ({ method: 'GET' })),
    'the fields of jobs nested where they are not': submit(({ body }) => ({ body: { input: body } })),
    'jobs sent to the address of workflows': submit(() => ({ path: '/v1/workflows' })),
  }),
  ...rows('job.submit', 'nested', {
    'the fields of jobs not nested where they are': submit((_, fields) => ({ body: fields })),
  }),
  ...rows('job', both, {
    'jobs sent to the address of text requests, which answers no job_id': submit(() => ({
      path: '/v1/text',
    })),
    'no submission of jobs where text requests give no job_id': job({ submit: undefined }),
  }),
  ...rows('job.submit: messages is left out', 'mock', {
    'the messages left out of jobs': submit((_, { messages: __, ...others }) => ({ body: others })),
  }),
  ...rows('job.submit: model is sent although it was not given', 'mock', {
    'a model by default in jobs': submit((spec) => ({ body: { model: 'acme-text-nano', ...body(spec) } })),
  }),
  'a pointer to the job_id that leads nowhere': row('job.id', three, job({ id: '/id' })),
  ...rows('job.id', 'enveloped', {
    'a pointer to the address of the job instead of the job_id': job({ id: '/data/task/url' }),
    'a pointer to the status of the answer instead of the job_id': job({ id: '/status' }),
  }),
  ...rows('job.id', 'mock', {
    'a function for the job_id that finds nothing': job({ id: () => undefined }),
    'a function for the job_id that throws': job({
      id: ({ headers }: { headers: Record<string, string> }) =>
        headers.location?.split('/').at(-1)?.trim() ?? JSON.parse(''),
    }),
  }),
  'a function for a job_id of more digits than a number of JavaScript has': row(
    'job.id in the target file returned a rounded number for job_id: JSON.parse loses digits of 90071992547409',
    'long-ids',
    job({ id: ({ body }: { body: { job_id: unknown } }) => body.job_id }),
  ),
  'a pointer to the state that leads nowhere': row('job.state', both, job({ state: '/status/now' })),
  ...rows('job.state', 'mock', {
    'a pointer to the id instead of the state': job({ state: '/job_id' }),
    'a pointer to the result instead of the state': job({ state: '/result' }),
  }),
  ...rows('job.state', 'enveloped', {
    'a pointer to the id instead of the state, in an envelope': job({ state: '/data/task/job_id' }),
    'a pointer to what holds the state': job({ state: '/data/task' }),
  }),
  'a pointer to the result that leads nowhere': row('job.result', both, job({ result: '/output' })),
  ...rows('job.result', 'mock', {
    'a pointer to the id instead of the result': job({ result: '/job_id' }),
    'a pointer to the state instead of the result': job({ result: '/state' }),
  }),
  ...rows('job.result', 'enveloped', {
    'a pointer to what holds state and result': job({ result: '/data/task/progress' }),
  }),
};

const balanceAt = (at: string) => having({ credits: { at, settlesWithin: 0.3 } });

export const placeMistakes = {
  credits: {
    'a pointer to the credits that leads nowhere': row('credits', both, balanceAt('/balance')),
    ...rows('credits', 'many-numbers', {
      'a pointer to another number than the credits': balanceAt('/plan'),
      'a pointer to what was used instead of what remains': balanceAt('/used'),
      'a pointer to a count of requests instead of the credits': balanceAt('/requests'),
      'a pointer to a word instead of the credits': balanceAt('/name'),
      'a pointer to what was used, with the time and the resolution of charges': having({
        credits: { at: '/used', resolution: 1, settlesWithin: 0.3 },
      }),
      'no pointer to the credits among other numbers': ({ credits: _, ...right }) => right,
    }),
  },
  models: {
    'a pointer to the models that leads nowhere': row('models', both, having({ models: '/list' })),
    'a pointer to a list of something else': row('models', 'two-lists', having({ models: '/regions' })),
    ...rows('models', 'mock', {
      'a pointer to one model': having({ models: '/models/0' }),
      'a list of the names of the models': (right) => ({
        ...right,
        models: ({ body }: { body: { models: { id: string }[] } }) => body.models.map(({ id }) => id),
      }),
    }),
    'a next page of the models on another host': row(
      'models.next in the target file returned the path',
      'mock',
      having({ models: { list: '/models', next: () => ({ path: '@127.0.0.1:9/v1/models' }) } }),
    ),
  },
};
