const section = (title: string, ...words: string[]) => ({ title, words });

/** The contract's sections in our own words. `5.3` is rule 3 of part 5. */
export const sections = {
  '1': section(
    'What the service does',
    'A hosted AI service over HTTPS with JSON bodies. Its text models include `<service>-text-pro`, `<service>-text-mini` and `<service>-text-nano`. Mini and nano cost less than pro. `<service>` is one neutral word.',
    'A client requests a text with `messages` or `prompt`. Work may be done later: a submitted task has a `job_id`, with which the client looks it up. Tasks can be chained into a workflow, whose run has a `run_id`.',
    'Each AI request costs a few credits. Keys and credits are managed in a dashboard, which is not part of the API.',
  ),
  '2': section('Resources and their fields'),
  '2.1': section(
    'The error object',
    'The response to every failed request is a JSON object with one field, `error`, which has `code`, `message` and `type`. `code` is one of section 7. `message` is for people and not part of the contract, except that for `invalid_workflow` it names the faulty connection. `type` is always `<service>_error`, with the word of the model names.',
  ),
  '2.2': section(
    'Other resources',
    'A model has an `id`, which a request passes as `model`. A submitted task has a `job_id`, a submitted workflow a `run_id`. A job belongs to one account. Other fields are not specified.',
  ),
  '2.3': section('A text request', 'It has `messages`, `prompt` or both, and the ID of a model as `model`.'),
  '2.4': section(
    'Workflows',
    'An ordered list of blocks. A block may read an output field only of an earlier block. The field must exist, and the input must accept its kind.',
  ),
  '3': section('States', 'The states of jobs and runs, and how one leads to another, are not specified.'),
  '4': section(
    'Endpoints',
    'Every path is relative to the base address. Each request needs the header of section 5. A failed one has the body of 2.1 and a status of 7. How texts, jobs and workflows are submitted and how often a client may poll is not specified.',
  ),
  '4.1': section(
    'The name of a model',
    '`GET /v1/models` confirms it. A `model` that is not listed there is rejected with 404 `model_not_found`.',
  ),
  '4.2': section(
    'The lookup of a run',
    'It exists, but its path is not specified. A run ID that does not exist is rejected with `not_found`.',
  ),
  '4.3': section(
    'Neither messages nor prompt',
    'A text request without both is rejected with 422 `invalid_request`.',
  ),
  '4.4': section(
    'An invalid workflow',
    'It is rejected with 400 `invalid_workflow` before any block runs, so it costs nothing.',
  ),
  '5': section('Authentication'),
  '5.1': section('The header', 'Every request carries `Authorization: Bearer <API_KEY>`.'),
  '5.2': section(
    'Reissued keys',
    'Keys come from the dashboard. When a key is reissued, the old one stops working.',
  ),
  '5.3': section('White space', 'A key with white space before or after it is not valid.'),
  '5.4': section('No header', 'Without it the request is rejected with 401 `missing_api_key`.'),
  '5.5': section(
    'A key that is not valid',
    'A wrong, incomplete or inactive key is rejected with 401 `invalid_api_key`.',
  ),
  '5.6': section(
    'Whose job it is',
    'Jobs and runs belong to the account that created them. For any other account, their IDs are `not_found`.',
  ),
  '5.7': section(
    'No backend account',
    'An account whose AI settings are not connected yet is rejected with 409 `no_backend_account`.',
  ),
  '6': section('Events', 'Webhooks and notifications are not specified.'),
  '7': section(
    'Errors',
    'Each code has one status. After `rate_limited` and `upstream_error` the same request may be repeated with growing gaps, such as 1, 3 and 10 seconds. One or two retries are usually enough.',
  ),
  '8': section(
    'Limits',
    'Calls per minute and model: 429 `rate_limited`. Usage per day, until the daily reset or a higher limit: 429 `daily_quota_exceeded`. Credits: 402 `insufficient_credits`. No numbers are shown.',
  ),
  '9': section(
    'Versions',
    'The version is part of the path, which begins with `/v1/`. How versions change is not specified.',
  ),
};

/** `2.1`; in parts 4 and 5, `5.3` is rule 3. */
export type Section = keyof typeof sections;
