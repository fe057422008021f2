import { expect, test } from '@playwright/test';
import type { Clause } from './clause';
import { codes, contractHash } from './contract';
import type { ErrorCode } from './error-code';
import { chapters, ledger } from './ledger';
import { type Section, sections } from './sections';
import { partNames, parts } from './target-file';

test.describe('the ledger', () => {
  const rows: [string, Clause][] = Object.entries(ledger);

  const fileOf = (id: string) => `spec/clauses/${id.split('.')[0]}.ts, ${id}`;

  test('has IDs of the form chapter.subject.quality, each in the file of its chapter', () => {
    for (const [name, { clauses }] of Object.entries(chapters)) {
      for (const id of Object.keys(clauses)) {
        expect(id, `${fileOf(id)}: lower-case words, joined by - within a part`).toMatch(
          /^[a-z]+(\.[a-z]+(-[a-z]+)*){1,2}$/,
        );
        expect(id.split('.')[0], `spec/clauses/${name}.ts, ${id}: the first word is the chapter`).toBe(name);
      }
    }
  });

  test('states each clause in one sentence, and no sentence twice', () => {
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

  test('covers every section of the contract', () => {
    const stated = rows.map(([, { section }]) => section);
    const left = Object.entries(sections).filter(
      ([section, { words }]) => words.length > 0 && !stated.includes(section as Section),
    );
    const lines = left.map(([section]) => `section ${section} is in spec/sections.ts and no clause is of it`);
    expect(lines).toEqual([]);
  });

  test('has a clause for every error code', () => {
    const asked = rows.flatMap(([, clause]) => clause.codes ?? []);
    const left = (Object.keys(codes) as ErrorCode[]).filter((code) => !asked.includes(code));
    const lines = left.map(
      (code) => `${code} is in the document and no clause of spec/clauses/ has it in its codes`,
    );
    expect(lines).toEqual([]);
  });

  test('has a clause that verifies each part of a target file', () => {
    const shown = rows.flatMap(([, { verifies }]) => verifies ?? []);
    const left = partNames.filter((part) => parts[part].field !== undefined && !shown.includes(part));
    const lines = left.map(
      (part) => `${part} is in spec/target-file.ts and no clause of spec/clauses/ verifies it`,
    );
    expect(lines).toEqual([]);
  });

  test('has an edition of twelve hexadecimal digits', () => {
    expect(contractHash).toMatch(/^[0-9a-f]{12}$/);
  });
});
