import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { corpus, table } from '../proof/document/corpus';
import { brokenBy, unnoticed } from '../proof/document/mutations';
import { root } from '../proof/helpers/process';
import { contract } from './contract';
import { examplesOf, type Source } from './document';
import { valueAt } from './pointer';

const document: Source['document'] = parse(readFileSync(join(root, 'spec/openapi.yaml'), 'utf8'));

test('the document shows the three known operations and no other, and the codes with their statuses', () => {
  const shown = Object.entries(document.paths ?? {}).map(([path, item]) => [
    path,
    ...Object.keys(item ?? {}),
  ]);
  expect(shown).toEqual([
    ['/v1/models', 'get'],
    ['/v1/credits', 'get'],
    ['/v1/jobs/{job_id}', 'get'],
  ]);
  expect(contract.codes).toEqual(table);
});

test('the table that readers see is the one that answers are judged by', () => {
  const shown = (document.info.description ?? '').split('\n').filter((line) => line.startsWith('| `'));
  const rows = examplesOf(document).flatMap(([path]) => {
    const [, responses, status] = path;
    const { summary, description } = valueAt(document, path.slice(0, -1)) as Record<string, string>;
    return responses === 'responses'
      ? [`| \`${path.at(-2)}\` | ${status} | ${summary} | ${description} |`]
      : [];
  });
  expect(shown.toSorted()).toEqual(rows.toSorted());
  expect(shown).toHaveLength(11);
});

test('its patterns mean the same without the flag u, and have nothing that Python or RE2 cannot read', () => {
  const { pattern } = valueAt(document, ['components', 'schemas', 'ErrorObject', 'properties', 'type']) as {
    pattern: string;
  };
  const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, 'u')];
  for (const word of ['acme', '가나다', 'हिन्दी', '𝒜cme', '', 'a b', 'a\u3000b', '<service>', 'a\n']) {
    expect(plain.test(`${word}_error`), word).toBe(unicode.test(`${word}_error`));
  }
  // \p is unknown to Python, \u, \Z and groups with ? to RE2 or to one of them.
  expect(pattern.match(/\\[pPuZAzGKk]|\(\?/g)).toBeNull();
});

test('every answer of the corpus breaks what the contract says that it breaks, and nothing else', () => {
  for (const sample of corpus(document))
    expect.soft(brokenBy(sample), sample.what).toEqual(sample.breaks.toSorted());
});

test('each keyword, example and status is missed where it is changed or removed', () => {
  expect(unnoticed(document)).toEqual([]);
});
