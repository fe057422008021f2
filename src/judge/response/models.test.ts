import { expect, test } from '@playwright/test';
import { answered } from '../../../proof/helpers/answered';
import { aContext, accepted, rejected } from '../../../proof/helpers/reports-runs';
import type { Expectation } from '../data/expectation';
import { formatObservation, formatReason } from '../texts/wording';
import { evaluate } from '../verdict/evaluate';
import { answerOf } from './answer';
import { idsIn, listing, wordsIn } from './models';
import { storeResponse } from './stored-response';

const models = ['acme-text-pro', 'acme-text-mini', 'acme-text-nano'].map((id) => ({ id }));
const ids = models.map(({ id }) => id);

/** Evaluates an expectation on a list of models, and returns the finding as text. */
function shown(expectation: Expectation, json: unknown, headers: Record<string, string> = {}) {
  const context = aContext();
  const { exchange } = answered(200, json);
  const stored = storeResponse(exchange, {
    status: 200,
    headers: Object.entries({ 'content-type': 'application/json', ...headers }),
    body: Buffer.from(JSON.stringify(json)),
    milliseconds: 1,
  });
  const answers = [answerOf(stored) ?? []].flat();
  const { met, received, unjudged } = evaluate(expectation, answers, [accepted, rejected], context);
  return {
    met,
    received: formatObservation(received),
    instead: unjudged && formatReason(unjudged.reason),
  };
}

const shapes: Record<string, unknown> = {
  'it is the whole body': models,
  'it is deeply nested': { result: { page: { items: models }, total: 3 } },
  'it is beside lists of other things': { data: models, tags: ['a', 'b'], links: [{ href: '/' }] },
  'it is beside a list of other things with IDs': { items: models, vendors: [{ id: 'a' }, { id: 'b' }] },
  'it is in an envelope that is a list': [{ ok: true, data: models }],
  'it is in a list of groups with IDs': { groups: [{ id: 'text', models }] },
};

const aboutLists: Expectation[] = [{ kind: 'models' }, { kind: 'models once' }, { kind: 'tiers' }];

for (const [name, json] of Object.entries(shapes)) {
  test(`the list of models is found if ${name}`, () => {
    expect(idsIn(json)).toEqual(ids);
    for (const expectation of aboutLists) expect(shown(expectation, json)).toMatchObject({ met: true });
  });
}

test('the suite does not choose among several lists, but asks for a pointer', () => {
  const json = { text: models.slice(1), voice: [{ id: 'acme-voice' }] };
  expect(listing(json)).toEqual({ several: ['/text', '/voice'] });
  expect(listing({ data: models, featured: models })).toEqual({ several: ['/data', '/featured'] });
  for (const requirement of aboutLists) {
    expect(shown(requirement, json).instead).toBe(
      'needs models in the target file: lists are at /text, /voice',
    );
  }
  expect(idsIn(json, '/text')).toEqual(ids.slice(1));
  const bare = [{ family: 'large', of: models.slice(0, 2) }, { of: models.slice(2) }];
  expect(shown({ kind: 'models' }, bare).instead).toBe(
    'needs models in the target file: lists are at /0/of, /1/of',
  );
});

test('missing text models are a violation only if no field or header announces another list or page', () => {
  const missing = (json: unknown, more: { at?: string; paged?: true } = {}) =>
    shown({ kind: 'tiers', ...more }, json).instead;
  const data = models.slice(0, 2);
  for (const whole of [
    { data },
    { data, has_more: false, next: null, total: 2, pages: 1, limit: 100 },
    { account_id: 48213, discount: 20, tokens_total: 9000, data },
    { object: 'list', data: data.map((model) => ({ ...model, token_limit: 2, token_count: 8192 })), page: 1 },
  ])
    expect(missing(whole), JSON.stringify(whole)).toBeUndefined();
  for (const page of [
    { has_more: true },
    { links: { next: '/v1/models?after=b' } },
    { nextPageToken: 'x' },
    { total: 3 },
    { totalItems: 3 },
    { meta: { pages: 2 } },
    { limit: 2 },
  ])
    expect(missing({ data, ...page }), JSON.stringify(page)).toMatch(
      /^needs models .*there may be a further page/,
    );
  const paged = (headers: Record<string, string>) => shown({ kind: 'tiers' }, { data }, headers).instead;
  for (const whole of [
    { 'X-Total-Count': '2', 'X-Total-Pages': '1', 'X-Next-Page': '', 'X-Page': '1', 'X-Per-Page': '100' },
    { Link: '</v1/models>; rel="self"', 'Content-Range': 'items 0-1/2', 'X-RateLimit-Limit': '2' },
    { 'X-Has-More': 'false', 'X-Total-Time': '35' },
  ])
    expect(paged(whole), JSON.stringify(whole)).toBeUndefined();
  for (const page of [
    { Link: '</v1/models?page=2>; rel="next"' },
    { Link: '</v1/models?page=2>; rel=next' },
    { 'X-Total-Count': '5' },
    { 'x-total-pages': '3' },
    { 'X-Next-Page': '2' },
    { 'X-Per-Page': '2' },
    { 'X-Has-More': 'true' },
    { 'X-Pagination': '{"total":5}' },
    { 'Content-Range': 'items 0-1/5' },
  ])
    expect(paged(page), JSON.stringify(page)).toMatch(/^needs models .*(?:further|next) page/);
  const groups = { large: { models: data }, groups: [{ id: 'small', models: models.slice(2) }] };
  expect(missing(groups, { at: '/groups' })).toMatch(/^needs models .*several lists/);
  expect(missing({ data, total: 3 }, { at: '/data', paged: true })).toBeUndefined();
});

test('the service word is the one with all three tiers, whatever characters it has', () => {
  expect(wordsIn([...ids, 'acme-embed-1', 'other-text-pro', 'other-text-mini'])).toEqual(['acme']);
  for (const word of ['A-b_C9', 'x-text-pro', '서비스']) {
    expect(wordsIn(['pro', 'mini', 'nano'].map((tier) => `${word}-text-${tier}`))).toEqual([word]);
  }
  expect(wordsIn(ids.map((id) => id.toUpperCase()))).toEqual([]);
});
