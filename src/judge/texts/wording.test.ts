import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { formatExpectation, formatNote, formatObservation, formatReason, reviewedKinds } from './wording';

/** Each line is reviewed: what is put into words, its data, and the text, separated by tabs. */
const lines = readFileSync(join(__dirname, 'samples/wording.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

function textOf(thing: string, data: string): string {
  const parsed = JSON.parse(data);
  switch (thing) {
    case 'expectation':
      return formatExpectation(parsed);
    case 'observation':
      return formatObservation(parsed);
    case 'brief observation':
      return formatObservation(parsed, true);
    case 'note':
      return formatNote(parsed);
    default:
      return formatReason(parsed);
  }
}

test('every kind of text reads as it was reviewed', () => {
  const read = lines.map(([thing = '', data = '']) => [thing, data, textOf(thing, data)].join('\t'));
  expect(`${read.join('\n')}\n`).toMatchSnapshot('wording.txt');
});

test('samples/wording.txt has every kind of text', () => {
  const sampled = lines.flatMap(([, data = '']) => {
    const { kind, rule } = JSON.parse(data);
    return [kind, rule];
  });
  expect(reviewedKinds.filter((kind) => !sampled.includes(kind))).toEqual([]);
});
