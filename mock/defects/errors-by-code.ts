import {
  type Alter,
  asEmpty,
  asHtml,
  asJson,
  asText,
  whenRejected,
  withBody,
  withError,
  withStatus,
} from '../answers';
import { codes, type ErrorCode, errorCodes, statuses } from '../codes';
import { type Defect, silentDefects } from '../defect';

/** Alterations of the responses of a single code after which they have no error object: clause -> phrase -> alteration. */
const formsWithoutError: typeof forms = {
  'errors.body.single-field': {
    'is plain text': asText('Request failed'),
    'is an HTML page': asHtml('Error'),
    'has an empty body': asEmpty(),
  },
  'errors.object.fields': {
    'has a text for `error`': withBody(() => ({ error: 'Request failed' })),
    'has a list for `error`': withBody((body) => ({ error: [(body as { error: unknown }).error] })),
  },
};

/** Further ones: clause -> phrase -> alteration. */
const forms: Readonly<Record<string, Readonly<Record<string, Alter>>>> = {
  'errors.body.single-field': {
    'has a field beside `error`': withBody((body) => ({ ...(body as object), request_id: 'req_81f2' })),
  },
  'errors.object.fields': {
    'has a field more inside `error`': withError({ param: null }),
    'has no message': withError({ message: undefined }),
    'is wrapped in `error` twice': withBody((body) => ({ error: body })),
  },
  'errors.type.service': { 'is of a type of its own': withError({ type: 'api_error' }) },
  'errors.code.status': { 'has the status 200': withStatus(200) },
};

/** The default error responses of frameworks, gateways and middleware. */
const defaults: Readonly<Partial<Record<ErrorCode, Readonly<Record<string, Alter>>>>> = {
  missing_api_key: {
    'FastAPI answers a missing header': asJson({ detail: 'Not authenticated' }, 403),
    'Laravel answers a missing header': asJson({ message: 'Unauthenticated.' }),
    'Kong answers a missing header': asJson({ message: 'No API key found in request' }),
    'AWS API Gateway answers a missing header': asJson({ message: 'Unauthorized' }),
    'Spring Security answers a missing header': asEmpty(),
    'nginx answers a missing header': asHtml('401 Authorization Required'),
  },
  invalid_api_key: {
    'Django REST answers a wrong key': asJson({ detail: 'Invalid token.' }),
    'NestJS answers a wrong key': asJson({ statusCode: 401, message: 'Unauthorized' }),
    'Spring Boot answers a wrong key': asJson({
      timestamp: '2026-01-01T00:00:00.000+00:00',
      status: 401,
      error: 'Unauthorized',
      path: '/v1/models',
    }),
    'Go answers a wrong key': asText('Unauthorized\n'),
    'AWS API Gateway answers a wrong key': asJson({ message: 'Forbidden' }, 403),
  },
  model_not_found: {
    'a JSON:API service answers an unknown model': asJson({
      errors: [{ status: '404', code: 'model_not_found', title: 'Not found' }],
    }),
  },
  not_found: {
    'Express answers an unknown id': asHtml('Error'),
    'Flask answers an unknown id': asHtml('404 Not Found'),
    'Rails answers an unknown id': asJson({ status: 404, error: 'Not Found' }),
    'Fastify answers an unknown id': asJson({
      message: 'Route GET:/v1/jobs/1 not found',
      error: 'Not Found',
      statusCode: 404,
    }),
  },
  invalid_request: {
    'FastAPI answers a missing field': asJson({
      detail: [{ type: 'missing', loc: ['body', 'prompt'], msg: 'Field required', input: {} }],
    }),
    'ASP.NET answers a missing field': asJson({ title: 'Validation failed', status: 400, errors: {} }, 400),
    'axum answers a missing field': asText('Failed to deserialize the JSON body', 422),
    'Express answers a missing field': asHtml('Error', 500),
  },
  invalid_workflow: {
    'a problem document (RFC 9457) answers a faulty workflow': asJson({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'A block reads a later block.',
    }),
  },
  rate_limited: {
    'Kong answers too many calls': asJson({ message: 'API rate limit exceeded' }),
    'AWS API Gateway answers too many calls': asJson({ message: 'Too Many Requests' }),
    'nginx answers too many calls': asHtml('503 Service Temporarily Unavailable', 503),
    'Cloudflare answers too many calls': asText('error code: 1015'),
  },
  daily_quota_exceeded: {
    'AWS API Gateway answers a used-up day': asJson({ message: 'Limit Exceeded' }),
  },
  upstream_error: {
    'nginx answers a failing upstream': asHtml('502 Bad Gateway'),
    'AWS API Gateway answers a failing upstream': asJson({ message: 'Internal server error' }),
    'Envoy answers a failing upstream': asText('upstream connect error or reset before headers', 503),
    'a load balancer answers a slow upstream': asHtml('504 Gateway Time-out', 504),
  },
};

function defectsOf(code: ErrorCode): Defect[] {
  const { metBy, statusesElsewhere, synonym } = codes[code];
  const against = (clause: string, phrase: string, alter: Alter) =>
    silentDefects(clause, metBy.slice(0, 1), { [phrase]: whenRejected(code, alter) });
  // Gateways and limiters send these statuses in place of the service.
  const ofGateways = statuses[code] === 429 || statuses[code] === 502;
  const withoutError = (clause: string, phrase: string, alter: Alter) =>
    against(ofGateways ? 'errors.elsewhere' : clause, phrase, alter);
  return [
    ...Object.entries(forms).flatMap(([clause, alters]) =>
      Object.entries(alters).flatMap(([what, alter]) => against(clause, `the answer ${code} ${what}`, alter)),
    ),
    ...Object.entries(formsWithoutError).flatMap(([clause, alters]) =>
      Object.entries(alters).flatMap(([what, alter]) =>
        withoutError(clause, `the answer ${code} ${what}`, alter),
      ),
    ),
    ...Object.entries(defaults[code] ?? {}).flatMap(([who, alter]) =>
      withoutError('errors.body.single-field', `${who} as it does by default`, alter),
    ),
    ...statusesElsewhere.flatMap((status) =>
      against('errors.code.status', `${code} has the status ${status}`, withStatus(status)),
    ),
    ...against('errors.code.listed', `${code} is called ${synonym}`, withError({ code: synonym })),
  ];
}

/** Defects that alter the responses of one code only. */
export const defectsByCode: readonly Defect[] = errorCodes.flatMap(defectsOf);
