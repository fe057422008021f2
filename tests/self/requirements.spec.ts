import { expect, test } from '@playwright/test';
import type { Charge } from '../drive/meter';
import { identifierIn } from '../engine/json';
import { readingOf, remainingCredits, sameCredits } from '../engine/reading';
import {
  anIdentifier,
  aString,
  asTheValidKeyOr,
  aValueAt,
  creditsLowered,
  creditsUnchanged,
  namesTheConnection,
  nothingTellsThemApart,
  servedIfNotTooLong,
  spent,
  theFirstIsSmaller,
} from '../engine/requirements';
import { answered } from './answered';

const refusal = (status: number, code: string) =>
  answered(status, { error: { code, message: 'No.', type: 'acme_error' } });

const credits = (json: unknown, pointer?: string) => readingOf(answered(200, json, 'credits'), pointer);

function charge(before: unknown, after: unknown): Charge {
  const [a, b] = [credits(before), credits(after)];
  if (a === null || b === null) throw new Error('the credits are readable here');
  return { before: a, after: b, seen: !sameCredits(a, b) };
}

test('an identifier stands at the pointer, or is the only field of its name', () => {
  expect(identifierIn({ data: { job_id: 'a' } }, 'job_id')).toBe('a');
  expect(identifierIn({ id: 'a', job_id: 'b' }, 'job_id', '/id')).toBe('a');
  expect(identifierIn({ id: 'a' }, 'job_id')).toBeUndefined();
});

test('an id is a non-empty string or a number; a string id is no number', () => {
  const submitted = (value: unknown) => answered(202, { job_id: value });
  expect(['a', 7, '', null, undefined].map((value) => anIdentifier('job_id')(submitted(value)).met)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(['a', 7, '', null].map((value) => aString('job_id')(submitted(value)).met)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(aString('job_id')(refusal(404, 'not_found'))).toMatchObject({
    met: false,
    received: '404 not_found',
  });
});

test('a long workflow may be too long, and is no breach then; any other refusal is one', () => {
  const shown = (answer: ReturnType<typeof answered>) => servedIfNotTooLong(answer);
  expect(shown(refusal(422, 'invalid_request')).undriven).toContain('needs workflow.longest');
  expect(shown(refusal(400, 'invalid_workflow'))).toMatchObject({
    met: false,
    received: '400 invalid_workflow',
  });
  expect(shown(refusal(400, 'invalid_workflow'))).not.toHaveProperty('undriven');
  expect(shown(answered(202, {}))).toMatchObject({ met: true });
});

test('only a message of invalid_workflow is judged by what it names', () => {
  const connection = { consumer: 'b', input: 'text', source: 'a', field: 'text' };
  const judge = namesTheConnection({ blocks: [], connection, position: 1 });
  const said = (message: string) =>
    judge(answered(400, { error: { code: 'invalid_workflow', message, type: 'acme_error' } }));
  expect(said('block b reads a later block')).toMatchObject({ met: true });
  expect(said('wrong')).toMatchObject({ met: false, received: '"wrong"' });
  expect(said('wrong')).not.toHaveProperty('blocked');
  for (const other of [answered(202, { run_id: 'a' }), refusal(422, 'invalid_request')])
    expect(judge(other).blocked).toMatch(
      /^the faulty connection was answered (202|422 invalid_request), not/,
    );
});

test('a state or result is any value but null', () => {
  const look = (json: unknown) => aValueAt('/state')(answered(200, json, 'job'));
  expect([{ state: 'done' }, { state: 0 }, { state: null }, {}].map((json) => look(json).met)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('white space after the key: refused or served as the valid key is, and either is said', () => {
  const requirement = asTheValidKeyOr(401, 'invalid_api_key');
  expect(requirement(refusal(401, 'invalid_api_key'))).toMatchObject({
    met: true,
    note: expect.stringContaining('seen'),
  });
  expect(requirement(answered(200, {}))).toMatchObject({
    met: true,
    note: expect.stringContaining('RFC 9110'),
  });
  expect(requirement(refusal(401, 'missing_api_key')).met).toBe(false);
  expect(requirement(answered(400, undefined))).toMatchObject({
    met: false,
    received: '400 with an empty body',
  });
});

test('the credits are the only number of the answer, or the one at the pointer', () => {
  expect(credits({ credits: '12.5' })?.amount).toBe('12.5');
  expect(credits({ used: 1, left: 2 })?.amount).toBeNull();
  expect(credits({ used: 1, left: 2 }, '/left')?.amount).toBe('2');
  expect(readingOf(refusal(401, 'invalid_api_key'))).toBeNull();
  const shown = (json: unknown, pointer?: string) =>
    remainingCredits(pointer)(answered(200, json, 'credits')).met;
  expect([shown({ used: 1, left: 2 }), shown({ left: 'many' }), shown({ left: 2 }, '/rest')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('two readings are compared by the number where it is known, else by the whole answer', () => {
  const same = (a: unknown, b: unknown) => creditsUnchanged(charge(a, b)).met;
  expect(same({ left: 5, at: 'noon' }, { left: 5, at: 'one' })).toBe(true);
  expect(same({ left: 5 }, { left: 4 })).toBe(false);
  expect(same({ used: 1, left: 5 }, { used: 1, left: 5 })).toBe(true);
  expect(same({ used: 1, left: 5 }, { used: 2, left: 4 })).toBe(false);
});

test('a number too long for JavaScript is compared to its last digit', () => {
  const spelled = (left: string) =>
    readingOf({ ...answered(200, {}, 'credits'), text: `{"plan":"a \\"1","left":${left}}` }, '/left');
  const [before, after] = [spelled('9007199254740993'), spelled('9007199254740992')];
  if (before === null || after === null) throw new Error('the credits are readable here');
  expect(sameCredits(before, after)).toBe(false);
  expect(spent({ before, after, seen: true })).toBe(1);
  expect(spelled('1.5e3')?.amount).toBe('1500');
  expect(spent(charge({ left: '+5.000000000000000000002' }, { left: '5' }))).toBe(2e-21);
  expect(sameCredits(spelled('5.0') ?? before, spelled('5') ?? after)).toBe(true);
});

test('an AI use lowers the credits', () => {
  const lowered = (before: unknown, after: unknown) => {
    return creditsLowered({ ...answered(200, {}), charge: charge(before, after) });
  };
  expect(lowered({ left: 5 }, { left: 4.5 })).toMatchObject({ met: true, received: '5 before, 4.5 after' });
  expect(lowered({ left: 5 }, { left: 6 }).met).toBe(false);
  expect(lowered({ left: 5 }, { left: 5 }).met).toBe(false);
  expect(lowered({ a: 1, b: 2 }, { a: 2, b: 1 }).met).toBe(true);
  expect(lowered({ a: 1, b: 2 }, { a: 1, b: 2 }).met).toBe(false);
  expect(creditsLowered(answered(200, {})).undriven).toContain('needs credits');
});

test('prices are compared past the noise of decimal fractions, and only where a number shows them', () => {
  const cheap = charge({ left: 1_000_000.3 }, { left: 1_000_000.2 });
  const alike = charge({ left: 0.3 }, { left: 0.2 });
  const dear = charge({ left: 10 }, { left: 9 });
  expect([cheap, alike, dear].map(spent)).toEqual([0.1, 0.1, 1]);
  expect(theFirstIsSmaller([alike, dear])).toMatchObject({ met: true, received: '0.1 and 1 credits' });
  expect(theFirstIsSmaller([alike, cheap]).met).toBe(false);
  expect(theFirstIsSmaller([dear, alike]).met).toBe(false);
  const mute = charge({ a: 1, b: 2 }, { a: 2, b: 1 });
  expect(theFirstIsSmaller([mute, dear]).undriven).toContain('needs credits in the target file');
  expect(theFirstIsSmaller([undefined, dear]).undriven).toContain('needs credits in the target file');
});

test('two answers are told apart by status, header names and shape, and not by values', () => {
  const first = refusal(404, 'not_found');
  const apart = (second: typeof first) => nothingTellsThemApart([first, second]);
  expect(apart({ ...first, text: (first.text ?? '').replace('No.', 'No such job.') }).met).toBe(true);
  expect(apart({ ...first, status: 403 }).received).toContain('status 404 and 403');
  expect(apart({ ...first, headerNames: ['content-type', 'x-owner'] }).met).toBe(false);
  expect(apart({ ...first, text: '{"error":{"code":"not_found"}}' }).met).toBe(false);
});
