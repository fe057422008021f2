/** The contract's sections in our own words: what the clauses of each rest on. `5.3` is rule 3 of part 5. */
export const sections = {
  '1': {
    title: 'What the service does',
    words: [
      'A hosted AI service that is reached over HTTPS and speaks JSON. It offers models for text, among them `<service>-text-pro`, `<service>-text-mini` and `<service>-text-nano`; the mini and the nano cost less than the pro. `<service>` is one neutral word.',
      'A client asks for a text with `messages` or `prompt`. Work may be done later: what was submitted has a `job_id`, and is looked up. Tasks can be chained into a workflow, whose run has a `run_id`.',
      'Each use of the AI costs a few credits. Keys and credits are managed in a dashboard, which is no part of the interface.',
    ],
  },
  '2': { title: 'Resources and their fields', words: [] },
  '2.1': {
    title: 'The error object',
    words: [
      'Every failed request is answered with a JSON body of one field, `error`, which holds `code`, `message` and `type`. `code` is one of the eleven of section 7. `message` is for people, and no contract, but for `invalid_workflow`, where it names the faulty connection. `type` is always `<service>_error`, with the word of the model names.',
    ],
  },
  '2.2': {
    title: 'Other resources',
    words: [
      'A model has an `id`, which is what a request names as its `model`. A submitted task has a `job_id`, a submitted workflow a `run_id`. A job belongs to one account. What other fields there are is not shown.',
    ],
  },
  '2.3': {
    title: 'A text request',
    words: [
      'It carries `messages`, `prompt` or both, at least one of them, and as `model` the id of a model.',
    ],
  },
  '2.4': {
    title: 'Workflows',
    words: [
      'Blocks in an order. A block may read an output field of a block before it, and of no other; the field must exist, and its kind must be one that the input accepts.',
    ],
  },
  '3': {
    title: 'States',
    words: ['The states of jobs and runs, and how one leads to another, are not shown.'],
  },
  '4': {
    title: 'Endpoints',
    words: [
      'Three are shown, each below the base address: `GET /v1/models` lists the models, `GET /v1/credits` tells what is left to spend, `GET /v1/jobs/{job_id}` gives state and result of a job. Each needs the header of section 5, and fails with the body of 2.1 and a status of 7. How texts, jobs and workflows are submitted is not shown, nor how often a client may poll.',
    ],
  },
  '4.1': {
    title: 'The name of a model',
    words: [
      '`GET /v1/models` confirms it. A `model` that is not listed there is answered 404 `model_not_found`.',
    ],
  },
  '4.2': {
    title: 'The look-up of a run',
    words: ['It exists, at a path that is not shown. A run id that does not exist is answered `not_found`.'],
  },
  '4.3': {
    title: 'Neither messages nor prompt',
    words: ['A text request without both is answered 422 `invalid_request`.'],
  },
  '4.4': {
    title: 'A workflow that does not fit together',
    words: ['It is refused with 400 `invalid_workflow` before anything of it runs, so it costs nothing.'],
  },
  '5': { title: 'Authentication', words: [] },
  '5.1': { title: 'The header', words: ['Every request carries `Authorization: Bearer <API_KEY>`.'] },
  '5.2': {
    title: 'Reissued keys',
    words: ['Keys come from the dashboard. When one is issued again, the old one can be used no more.'],
  },
  '5.3': { title: 'White space', words: ['A key with white space before or after it is no key.'] },
  '5.4': { title: 'No header', words: ['Without it the answer is 401 `missing_api_key`.'] },
  '5.5': {
    title: 'A key that is not in force',
    words: ['One that is wrong, cut short or inactive is answered 401 `invalid_api_key`.'],
  },
  '5.6': {
    title: 'Whose job it is',
    words: ['Jobs and runs belong to the account that made them. To any other, their ids are `not_found`.'],
  },
  '5.7': {
    title: 'No backend account',
    words: ['A subscription whose AI settings are not connected yet is answered 409 `no_backend_account`.'],
  },
  '6': { title: 'Events', words: ['Webhooks and notifications are not shown.'] },
  '7': {
    title: 'Errors',
    words: [
      'Eleven codes, each with one status. After `rate_limited` and `upstream_error` the same request may be repeated with growing gaps, such as 1, 3 and 10 seconds; one or two repeats usually do.',
    ],
  },
  '8': {
    title: 'Limits',
    words: [
      'Calls in a minute, by model: 429 `rate_limited`. Use in a day, until the next day or a higher limit: 429 `daily_quota_exceeded`. Credits: 402 `insufficient_credits`. No numbers are shown.',
    ],
  },
  '9': {
    title: 'Versions',
    words: [
      'The version stands in the path, which begins with `/v1/`. How versions come and go is not shown.',
    ],
  },
} as const satisfies Readonly<Record<string, { title: string; words: readonly string[] }>>;
