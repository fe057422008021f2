const section = (title: string, ...words: string[]) => ({ title, words });

/** The contract's sections in our own words: what the clauses of each rest on. `5.3` is rule 3 of part 5. */
export const sections = {
  '1': section(
    'What the service does',
    'A hosted AI service that is reached over HTTPS and speaks JSON. It offers models for text, among them `<service>-text-pro`, `<service>-text-mini` and `<service>-text-nano`; the mini and the nano cost less than the pro. `<service>` is one neutral word.',
    'A client asks for a text with `messages` or `prompt`. Work may be done later: what was submitted has a `job_id`, and is looked up. Tasks can be chained into a workflow, whose run has a `run_id`.',
    'Each AI request costs a few credits. Keys and credits are managed in a dashboard, which is no part of the interface.',
  ),
  '2': section('Resources and their fields'),
  '2.1': section(
    'The error object',
    'Every failed request is answered with a JSON body of one field, `error`, which holds `code`, `message` and `type`. `code` is one of those of section 7. `message` is for people, and no contract, but for `invalid_workflow`, where it names the faulty connection. `type` is always `<service>_error`, with the word of the model names.',
  ),
  '2.2': section(
    'Other resources',
    'A model has an `id`, which is what a request names as its `model`. A submitted task has a `job_id`, a submitted workflow a `run_id`. A job belongs to one account. What other fields there are is not shown.',
  ),
  '2.3': section(
    'A text request',
    'It carries `messages`, `prompt` or both, at least one of them, and as `model` the id of a model.',
  ),
  '2.4': section(
    'Workflows',
    'Blocks in an order. A block may read an output field of a block before it, and of no other; the field must exist, and its kind must be one that the input accepts.',
  ),
  '3': section('States', 'The states of jobs and runs, and how one leads to another, are not shown.'),
  '4': section(
    'Endpoints',
    'Every path stands below the base address. Each request needs the header of section 5, and fails with the body of 2.1 and a status of 7. How texts, jobs and workflows are submitted is not shown, nor how often a client may poll.',
  ),
  '4.1': section(
    'The name of a model',
    '`GET /v1/models` confirms it. A `model` that is not listed there is answered 404 `model_not_found`.',
  ),
  '4.2': section(
    'The lookup of a run',
    'It exists, at a path that is not shown. A run id that does not exist is answered `not_found`.',
  ),
  '4.3': section(
    'Neither messages nor prompt',
    'A text request without both is answered 422 `invalid_request`.',
  ),
  '4.4': section(
    'A workflow that does not fit together',
    'It is rejected with 400 `invalid_workflow` before anything of it runs, so it costs nothing.',
  ),
  '5': section('Authentication'),
  '5.1': section('The header', 'Every request carries `Authorization: Bearer <API_KEY>`.'),
  '5.2': section(
    'Reissued keys',
    'Keys come from the dashboard. When one is issued again, the old one can be used no more.',
  ),
  '5.3': section('White space', 'A key with white space before or after it is no key.'),
  '5.4': section('No header', 'Without it the answer is 401 `missing_api_key`.'),
  '5.5': section(
    'A key that is not in force',
    'One that is wrong, cut short or inactive is answered 401 `invalid_api_key`.',
  ),
  '5.6': section(
    'Whose job it is',
    'Jobs and runs belong to the account that made them. To any other, their ids are `not_found`.',
  ),
  '5.7': section(
    'No backend account',
    'A subscription whose AI settings are not connected yet is answered 409 `no_backend_account`.',
  ),
  '6': section('Events', 'Webhooks and notifications are not shown.'),
  '7': section(
    'Errors',
    'Each code has one status. After `rate_limited` and `upstream_error` the same request may be repeated with growing gaps, such as 1, 3 and 10 seconds; one or two repeats usually do.',
  ),
  '8': section(
    'Limits',
    'Calls in a minute, by model: 429 `rate_limited`. Use in a day, until the next day or a higher limit: 429 `daily_quota_exceeded`. Credits: 402 `insufficient_credits`. No numbers are shown.',
  ),
  '9': section(
    'Versions',
    'The version stands in the path, which begins with `/v1/`. How versions come and go is not shown.',
  ),
};

/** `2.1`; in parts 4 and 5, `5.3` is rule 3. */
export type Section = keyof typeof sections;
