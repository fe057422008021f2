/** An error code: how the mock reports it, what provokes it, and how other services report it. */
interface Code {
  status: number;
  /** Builds the message from its subject: a model, an ID, a field or a connection. */
  message: (about: string) => string;
  /** The clauses whose checks provoke it, the plainest one first. */
  metBy: readonly [string, ...string[]];
  /** The statuses that other services use most often instead. */
  statusesElsewhere: readonly number[];
  /** The name of this code at other services. */
  synonym: string;
}

/** The error codes of contract 7. */
export const codes = {
  missing_api_key: {
    status: 401,
    message: () => 'Send your key in the Authorization header.',
    metBy: ['auth.header.required'],
    statusesElsewhere: [403, 400],
    synonym: 'unauthorized',
  },
  invalid_api_key: {
    status: 401,
    message: () => 'The key is wrong or inactive.',
    metBy: ['auth.key.wrong', 'auth.key.inactive', 'auth.key.incomplete'],
    statusesElsewhere: [403, 400],
    synonym: 'authentication_failed',
  },
  insufficient_credits: {
    status: 402,
    message: (about) => `Too few credits are left: ${about}.`,
    metBy: ['credits.insufficient'],
    statusesElsewhere: [403, 429],
    synonym: 'payment_required',
  },
  model_not_found: {
    status: 404,
    message: (about) => `There is no model ${about}.`,
    metBy: ['models.use.unlisted'],
    statusesElsewhere: [400, 422],
    synonym: 'unknown_model',
  },
  not_found: {
    status: 404,
    message: (about) => `There is no ${about} of yours.`,
    metBy: ['jobs.lookup.unknown', 'jobs.lookup.foreign', 'runs.lookup.unknown', 'runs.lookup.foreign'],
    statusesElsewhere: [403, 410],
    synonym: 'job_not_found',
  },
  no_backend_account: {
    status: 409,
    message: () => 'The AI usage settings of this account are not connected.',
    metBy: ['auth.backend.missing'],
    statusesElsewhere: [403, 424],
    synonym: 'conflict',
  },
  invalid_request: {
    status: 422,
    message: (about) => `The request is malformed: ${about}.`,
    metBy: ['text.requires.input', 'text.malformed.json'],
    statusesElsewhere: [400, 500],
    synonym: 'validation_error',
  },
  invalid_workflow: {
    status: 400,
    message: (about) => `The workflow cannot run: ${about}.`,
    metBy: ['workflows.reference.later', 'workflows.reference.missing-field'],
    statusesElsewhere: [422, 409],
    synonym: 'bad_request',
  },
  rate_limited: {
    status: 429,
    message: () => 'Too many calls within a short time.',
    metBy: ['limits.rate.exceeded'],
    statusesElsewhere: [503, 420],
    synonym: 'rate_limit_exceeded',
  },
  daily_quota_exceeded: {
    status: 429,
    message: () => "The day's usage is used up.",
    metBy: ['limits.daily.exceeded'],
    statusesElsewhere: [403, 402],
    synonym: 'insufficient_quota',
  },
  upstream_error: {
    status: 502,
    message: () => 'AI processing failed. Repeat the request.',
    metBy: ['upstream.failure'],
    statusesElsewhere: [500, 503],
    synonym: 'bad_gateway',
  },
} as const satisfies Record<string, Code>;

export type ErrorCode = keyof typeof codes;

export const errorCodes = Object.keys(codes) as ErrorCode[];

/** Code -> status. */
export const statuses = Object.fromEntries(errorCodes.map((code) => [code, codes[code].status])) as Readonly<
  Record<ErrorCode, number>
>;
