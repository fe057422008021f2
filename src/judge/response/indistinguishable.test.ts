import { expect, test } from '@playwright/test';
import { anError, anExchange } from '../../../proof/helpers/reports-runs';
import { type Answer, answerOf } from './answer';
import { indistinguishable } from './indistinguishable';

const answerWith = (more: Record<string, unknown>) =>
  answerOf(anExchange({ status: 404, answer: anError('not_found', more) })) as Answer;
const differ = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  !indistinguishable([answerWith(one), answerWith(other)]).met;

test('a field that is hidden in one of two responses makes no difference, and another field does', () => {
  expect(differ({ 'field 4, 7 characters': 'x' }, { doc_url: 'y' })).toBe(false);
  expect(differ({ 'field 4, 8 characters': 'x' }, { doc_url: 'y' })).toBe(true);
  expect(differ({ doc_url: 'x' }, { doc_uri: 'y' })).toBe(true);
});
