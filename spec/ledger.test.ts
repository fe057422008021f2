import { expect, test } from '@playwright/test';
import type { Clause } from './clause';
import { codes, contractHash } from './contract';
import { chapters, ledger } from './ledger';

test.describe('the ledger', () => {
  const rows: [string, Clause][] = Object.entries(ledger);

  const fileOf = (id: string) => `spec/clauses/${id.split('.')[0]}.ts, ${id}`;

  test('has ids of the form chapter.subject.quality, each in the file of its chapter', () => {
    for (const [name, { clauses }] of Object.entries(chapters)) {
      for (const id of Object.keys(clauses)) {
        expect(id, `${fileOf(id)}: lower-case words, joined by - within a part`).toMatch(
          /^[a-z]+(\.[a-z]+(-[a-z]+)*){1,2}$/,
        );
        expect(id.split('.')[0], `spec/clauses/${name}.ts, ${id}: the first word is the chapter`).toBe(name);
      }
    }
  });

  test('says each in one sentence, once', () => {
    for (const [id, { sentence, why }] of rows) {
      for (const said of [sentence, why ?? sentence]) {
        expect(said, `${fileOf(id)}: a sentence from capital to full stop`).toMatch(/^([A-Z]|`[a-z]).*\.$/);
        expect(said, `${fileOf(id)}: one sentence, of what is and not of what should be`).not.toMatch(
          /\. [A-Z]|\bshould\b|\s{2}/,
        );
      }
    }
    const twice = rows.filter(([, a], index) =>
      rows.slice(0, index).some(([, b]) => a.sentence === b.sentence),
    );
    expect(
      twice.map(([id]) => fileOf(id)),
      'say it otherwise than another clause',
    ).toEqual([]);
  });

  test('names a part of the contract for each, and leaves no part out', () => {
    const parts = ['1', '2.1', '2.2', '2.3', '2.4', '3', '4', '4.1', '4.2', '4.3', '4.4', '5'];
    parts.push('5.1', '5.2', '5.3', '5.4', '5.5', '5.6', '5.7', '6', '7', '8', '9');
    for (const [id, { section }] of rows) expect(parts, `${fileOf(id)}: section`).toContain(section);
    expect(parts.filter((part) => rows.every(([, { section }]) => section !== part))).toEqual([]);
  });

  test('asks for every code', () => {
    const asked = rows.flatMap(([, clause]) => clause.codes ?? []);
    expect(Object.keys(codes).filter((code) => !asked.some((each) => each === code))).toEqual([]);
  });

  test('tells its edition in twelve digits', () => {
    expect(contractHash).toMatch(/^[0-9a-f]{12}$/);
  });
});
