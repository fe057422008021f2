import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { statuses as table } from '../mock/codes';
import { service } from '../mock/service';
import { corpus } from '../proof/document/corpus';
import { root } from '../proof/helpers/process';
import { allChecks } from '../src/check/all-checks';
import { judge } from '../src/judge/response/judge';
import { contract, knownOperations } from './contract';
import { type Document, examplesOf, nodesOf } from './document';
import { ledger } from './ledger';
import { knownIds, operationNames } from './operations';
import { valueAt } from './pointer';

const document: Document = parse(readFileSync(join(root, 'spec/openapi.yaml'), 'utf8'));

test('the mock, which is independent of the document, has the same codes and operations', () => {
  const rows = (codes: object) => Object.entries(codes).map(([code, status]) => `${code} (${status})`);
  const [shown, mocked] = [rows(contract.codes), rows(table)];
  expect([
    ...shown
      .filter((row) => !mocked.includes(row))
      .map((row) => `${row} is in the document and not in mock/codes.ts`),
    ...mocked
      .filter((row) => !shown.includes(row))
      .map((row) => `${row} is in mock/codes.ts and not in the document`),
  ]).toEqual([]);
  const routes = Object.values(service.routes).map(({ method, path }) => `${method} ${path}`);
  const missing = knownIds.filter((id) => !routes.includes(operationNames[id].replace(/\{[^}]*\}/, ':id')));
  expect(missing.map((id) => `${operationNames[id]} is in the document and not in mock/service.ts`)).toEqual(
    [],
  );
});

test('each operation of the document has a check of its clause', () => {
  const unchecked = knownIds.filter(
    (id) =>
      !allChecks().some(({ clause, check }) => clause === knownOperations[id].clause && check.at === id),
  );
  const missing = unchecked.map(
    (id) => `${operationNames[id]} is in the document and has no check of ${knownOperations[id].clause}`,
  );
  expect(missing).toEqual([]);
});

test('the table of codes in the description matches the one by which responses are judged', () => {
  const shown = (document.info.description ?? '').split('\n').filter((line) => line.startsWith('| `'));
  const rows = examplesOf(document).flatMap(([path]) => {
    const [, responses, status] = path;
    const { summary, description } = valueAt(document, path.slice(0, -1)) as Record<string, string>;
    return responses === 'responses'
      ? [`| \`${path.at(-2)}\` | ${status} | ${summary} | ${description} |`]
      : [];
  });
  expect(shown.toSorted()).toEqual(rows.toSorted());
  expect(shown).toHaveLength(Object.keys(table).length);
});

test('every response of the corpus breaks exactly the must clauses that the contract says it breaks', () => {
  for (const { what, seen, breaks } of corpus(document)) {
    const broken = judge(...seen).violations.map(({ clause }) => clause);
    const musts = broken.filter((clause) => ledger[clause].level === 'must');
    expect.soft(musts.toSorted(), what).toEqual(breaks.toSorted());
  }
});

test('200 is documented like any success unless no other is shown', () => {
  for (const [path, value] of nodesOf(document)) {
    const responses = value as Record<string, unknown>;
    if (path.at(-1) === 'responses' && responses['2XX'] !== undefined)
      expect(responses['200']).toEqual(responses['2XX']);
  }
});
