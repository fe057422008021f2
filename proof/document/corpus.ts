import { statuses as table } from '../../mock/codes';
import { type Document, examplesOf } from '../../spec/document';
import type { ClauseId } from '../../spec/ledger';
import { knownIds } from '../../spec/operations';
import type { Exchange, Operation } from '../../src/judge/data/evidence';
import type { Answer } from '../../src/judge/response/answer';
import type { Known } from '../../src/judge/response/judge';
import { readText, unread } from '../../src/judge/response/reading';
import { anError } from '../helpers/an-error';
import { anExchange } from '../helpers/reports-runs';

/** A response and the clauses that it breaks; none if it is legal. */
interface Sample {
  what: string;
  seen: Seen;
  breaks: ClauseId[];
}

const { error } = anError('not_found');

/** A response, and what it is judged by. */
type Seen = readonly [answer: Answer, known: Known];

export type Answered = Partial<Pick<Answer, 'status' | 'contentType'> & Exchange & Known> & {
  json?: unknown;
  text?: string | null;
};

/** Builds the contract's 404 not_found response to a lookup, with these changes. */
export function seen({
  json = { error },
  text = JSON.stringify(json),
  status = 404,
  contentType = 'application/json',
  words = ['acme'],
  models,
  ...rest
}: Answered = {}): Seen {
  const { constantType, ...overrides } = { constantType: 'acme_error', operation: 'job' as const, ...rest };
  const reading = text === null ? unread : readText(text);
  const exchange = anExchange({ path: '/', ...overrides });
  return [
    { status, contentType, reading, exchange },
    { words, models, constantType },
  ];
}

export function samples(answers: Record<string, Answered>, ...breaks: ClauseId[]): Sample[] {
  return Object.entries(answers).map(([what, answer]) => ({ what, seen: seen(answer), breaks }));
}

function bodies(operation: Operation, status: number, values: unknown[]): Record<string, Answered> {
  return Object.fromEntries(
    values.map((json) => [`${operation} ${status} ${JSON.stringify(json)}`, { operation, status, json }]),
  );
}

function errors(status: number, changes: object[]): Record<string, Answered> {
  const nameOf = (change: object) =>
    Object.entries(change).map(([field, value]) => `${field} ${JSON.stringify(value) ?? 'missing'}`);
  return Object.fromEntries(
    changes.map((change) => [
      `${status} with ${nameOf(change)}`,
      { status, json: { error: { ...error, ...change } } },
    ]),
  );
}

/** Errors with these types, while the service word is not known yet. */
function types(...values: unknown[]): Record<string, Answered> {
  const known = { words: [], constantType: undefined };
  return Object.fromEntries(
    values.map((type) => [`type ${JSON.stringify(type)}`, { ...known, json: { error: { ...error, type } } }]),
  );
}

function texts(
  values: (string | null)[],
  status = 404,
  operation: Operation = 'job',
): Record<string, Answered> {
  return Object.fromEntries(
    values.map((text) => [`${operation} ${status} ${JSON.stringify(text)}`, { operation, status, text }]),
  );
}

const lists = [
  [],
  'acme',
  null,
  3,
  true,
  {},
  ['acme'],
  [null],
  [{ name: 'acme' }],
  [{ id: '' }],
  [{ id: 7 }],
];
const full = [{ id: 'acme-text-pro' }, { id: 'acme-text-mini' }];
const whole = JSON.stringify({ error });

/** Responses that are legal or illegal for any document, whatever its examples. */
const fixed: Sample[] = [
  ...samples({
    ...bodies('models', 206, [
      [{ id: 'm' }],
      { models: [{ id: 'm', price: 1 }], next: null },
      { a: [{ b: full }] },
    ]),
    'either of two lists of models': {
      operation: 'models',
      status: 200,
      json: { a: [{ id: '' }], b: [{ id: 7 }] },
    },
    ...bodies('credits', 206, [12, 0, '12.50', [5], { left: 12 }, { left: 'unlimited' }, false]),
    ...bodies('job', 202, [null, 7, '', [], {}, { error: null }, { state: 'failed', error }]),
    ...texts(['{"state":"done","state":"done"}'], 200),
    ...texts(['', 'ok', '{}'], 204, 'text'),
    ...texts(['', whole], 302),
    ...texts(['', 'Not found', whole], 404, 'other'),
    ...errors(404, [
      { message: '작업을 찾을 수 없습니다' },
      { message: 'There is no /v1/jobs/1 (at 12:30:01)' },
    ]),
    ...types(
      'Acme_error',
      'acme-2_error',
      'ac_me_error',
      'acme.ai_error',
      '가나다_error',
      'हिन्दी_error',
      '7_error',
    ),
    'white space around it': { text: `\r\n ${JSON.stringify({ error }, null, 2)}\n` },
    ...bodies('text', 200, [
      { error: { type: 'acme_error' }, id: 'gen-1' },
      { text: 'ok', error: null },
      { text: 'ok', error: {} },
      { text: 'ok', error: { code: 'cut' } },
    ]),
    ...texts(['data: {"text":"ok"}\n\ndata: {"error":{"code":"upstream_error"}}\n\n'], 200, 'text'),
    'a charset': { contentType: 'application/json; charset=utf-8' },
    'a media type of its own': { contentType: 'application/problem+json' },
  }),
  ...samples(
    {
      ...bodies('text', 200, [
        { error, id: 'gen-1' },
        { job_id: null, error },
        { job_id: 'j-1', error: { ...error, code: 'invalid_api_key' } },
      ]),
      ...bodies('submit', 202, [{ job_id: 'j-1', error }]),
      ...bodies('job', 200, [{ error: { ...error, code: 'missing_api_key' }, id: 'r-1' }]),
      'the type of the service': {
        ...{ operation: 'text', status: 200, isOwnError: true },
        json: { error: { type: 'acme_error' }, id: 'gen-1' },
      },
      ...texts([`: ping\n\nevent: error\ndata: ${whole}\n\ndata: [DONE]\n\n`], 200, 'text'),
    },
    'errors.code.status',
  ),
  ...samples(
    bodies('models', 200, [...lists, ...lists.map((data) => ({ data })), [...full, { id: null }]]),
    'models.list.ids',
  ),
  ...samples(bodies('credits', 200, [null, '', [], {}]), 'credits.read'),
  ...knownIds.flatMap((operation) =>
    samples(texts(['', ' \n', '<html>', '{', '{}{}', null], 200, operation), 'service.json'),
  ),
  ...samples(
    {
      ...bodies('job', 404, [
        {},
        [],
        null,
        404,
        whole,
        [{ error }],
        { Error: error },
        { error, success: false },
      ]),
      ...texts(['', ' \n', null, '<!DOCTYPE html>\n<p>', '{"error":{"code":']),
      ...texts([
        `${whole} ok`,
        `${whole}\n${whole}`,
        whole.replace('}}', '},}'),
        `${whole.slice(0, -1)},${whole.slice(1)}`,
      ]),
      ...texts([
        whole.replace('{"code"', '{"code":"gone","code"'),
        whole.replace('"type"', '"m\\u0065ssage":"","type"'),
      ]),
    },
    'errors.body.single-field',
  ),
  ...samples(
    bodies(
      'job',
      404,
      [null, 'not_found', [error]].map((each) => ({ error: each })),
    ),
    'errors.object.fields',
  ),
  ...samples(errors(404, [{ status: 404 }, { ['__proto__']: 1 }]), 'errors.object.fields'),
  ...samples(errors(404, [{ code: undefined }]), 'errors.object.fields', 'errors.code.listed'),
  ...samples(errors(404, [{ message: undefined }]), 'errors.object.fields', 'errors.message.string'),
  ...samples(errors(404, [{ type: undefined }]), 'errors.object.fields', 'errors.type.constant'),
  ...samples(
    { 'nothing in error': { json: { error: {} } } },
    'errors.object.fields',
    'errors.code.listed',
    'errors.message.string',
    'errors.type.constant',
  ),
  ...[404, 418].flatMap((status) =>
    samples(
      errors(
        status,
        ['gone', 'NOT_FOUND', 'toString', 404, null].map((code) => ({ code })),
      ),
      'errors.code.listed',
    ),
  ),
  ...samples(
    errors(
      404,
      [['a'], null, 7].map((message) => ({ message })),
    ),
    'errors.message.string',
  ),
  ...samples(
    types(
      1,
      null,
      '_error',
      'acme_failure',
      'acme corp_error',
      'acme_error\n',
      ' acme_error',
      '<service>_error',
      'a:b_error',
      'acme\u00a0_error',
    ),
    'errors.type.constant',
  ),
  ...samples({ 'another type than before': { constantType: 'other_error' } }, 'errors.type.constant'),
  ...samples({ 'the word of no model': { words: ['other'] } }, 'errors.type.service'),
];

const operations = [...knownIds, 'text'] as const;
const statuses = [...new Set<number>(Object.values(table)), 403, 418, 500, 503];

/** Every code with every status, at a known endpoint and at another one. */
const paired: Sample[] = Object.entries(table).flatMap(([code, due]) =>
  (['job', 'text'] as const).flatMap((operation) =>
    [...statuses, 200].map((status): Sample => {
      const json = { error: { ...error, code } };
      const what = `${operation} ${status} ${code}`;
      return {
        what,
        seen: seen({ operation, status, json }),
        breaks: status === due ? [] : ['errors.code.status'],
      };
    }),
  ),
);

/** The examples of a document as legal responses. A missing example gives an empty body, which is not legal. */
function shown(document: Document): Sample[] {
  const examples = examplesOf(document);
  const failures = Object.entries(table).flatMap(([code, status]) => {
    const value = examples.find(([path]) => path.at(-2) === code)?.[1];
    return operations.map((operation) => ({
      operation,
      status,
      what: `${operation} example ${code}`,
      value,
    }));
  });
  const lists = ['bare', 'envelope'].map((name) => {
    const value = examples.find(([path]) => path.at(-2) === name)?.[1];
    return { operation: 'models' as const, status: 200, what: `example ${name}`, value };
  });
  return [...failures, ...lists].map(({ what, value, ...rest }) => ({
    what,
    seen: seen({ ...rest, text: JSON.stringify(value) ?? '' }),
    breaks: [],
  }));
}

/** Returns legal and illegal responses of every kind. */
export function corpus(document: Document): Sample[] {
  return [...fixed, ...paired, ...shown(document)];
}
