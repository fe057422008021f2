import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from '@playwright/test';
import { include as compiled } from '../../tsconfig.json';
import boundaries from './boundaries.json';

/**
 * boundaries.json says of each folder what its files may import beside each other: files of other folders, or
 * single files (without `.ts`), behind `type` their types alone; and the packages, where not any will do. A
 * file belongs to the nearest folder.
 */
const rules: Readonly<Record<string, { imports: string[]; packages?: string[] }>> = boundaries;

const importing =
  /^(?:import|export)\s(?<type>type\s)?[^;']*?\bfrom '(?<from>[^']+)'|^import '(?<effect>[^']+)'|\b(?:import|require(?:\.resolve)?)\(\s*'(?<called>[^']+)'/gm;

function folderOf(path: string): string {
  const above = Object.keys(rules).filter((folder) => path === folder || path.startsWith(`${folder}/`));
  return above.toSorted((a, b) => b.length - a.length)[0] ?? path;
}

/** A line for each import of a file that its folder may not make. */
function breachesOf(file: string, text: string): string[] {
  const folder = folderOf(file);
  const rule = rules[folder];
  if (rule === undefined) return [`${file} stands in no folder of tests/self/boundaries.json`];
  return [...text.matchAll(importing)].flatMap(({ index, groups = {} }) => {
    const name = groups.from ?? groups.effect ?? groups.called ?? '';
    const path = posix.join(posix.dirname(file), name);
    const allowed = name.startsWith('.')
      ? [
          folder,
          ...rule.imports,
          ...(groups.type ? rule.imports.map((each) => each.replace(/^type /, '')) : []),
        ]
      : rule.packages;
    if (!allowed || [name, path, folderOf(path)].some((each) => allowed.includes(each))) return [];
    const line = text.slice(0, index).split('\n').length;
    const may = name.startsWith('.') ? rule.imports : rule.packages;
    return [`${file}:${line} imports ${name}; ${folder} may import ${may?.join(', ') || 'nothing'}`];
  });
}

const root = join(__dirname, '..', '..');
const files = compiled.flatMap((name) =>
  name.endsWith('.ts')
    ? [name]
    : readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `${name}/${file}`),
);

test('every file imports only what boundaries.json lets its folder import', () => {
  expect(files.length).toBeGreaterThan(200);
  const breaches = files.flatMap((file) => breachesOf(file, readFileSync(join(root, file), 'utf8')));
  expect(breaches).toEqual([]);
});

/** The files that a file imports, types too. */
function importedBy(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(importing)].flatMap(({ groups = {} }) => {
    const path = posix.join(posix.dirname(file), groups.from ?? groups.effect ?? groups.called ?? '');
    return files.filter((each) => each === `${path}.ts`);
  });
}

/** The files that import each other in a circle, and those that stand between two circles. */
function inCircles(imported: Readonly<Record<string, readonly string[]>>): string[] {
  let left = Object.keys(imported);
  for (;;) {
    const inner = left.filter(
      (file) =>
        imported[file]?.some((other) => left.includes(other)) &&
        left.some((other) => imported[other]?.includes(file)),
    );
    if (inner.length === left.length) return left;
    left = inner;
  }
}

/** A call to the mock carries all that answers it; what a case builds on is had by those who act, and they by it. */
const knots = ['mock/call.ts', 'tests/drive/given.ts', 'tests/drive/controls.ts'];

test('no file is led back to itself by what it imports, types too', () => {
  const rest = files.filter((file) => !knots.includes(file));
  expect(inCircles(Object.fromEntries(rest.map((file) => [file, importedBy(file)])))).toEqual([]);
  expect(inCircles({ a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['d'], f: ['a'], g: ['f'] })).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
  ]);
});

test.describe('an import against them is told:', () => {
  const rows: Record<string, [file: string, text: string]> = {
    'spec may import nothing': ['spec/load.ts', "import { mask } from '../tests/engine/mask';"],
    'mock/wire.ts:2 imports ../reports/zip; mock may import nothing': [
      'mock/wire.ts',
      "\nimport '../reports/zip';",
    ],
    'mock may import nothing': ['mock/faults/auth.ts', "export { at } from '../../spec/document';"],
    'tests/engine may import ajv/dist/2020, node:crypto': [
      'tests/engine/mask.ts',
      "import {\n  readFileSync,\n} from 'node:fs';",
    ],
    'imports @playwright/test;': ['tests/engine/judge.ts', "import { expect } from '@playwright/test';"],
    'tests/engine may import spec': [
      'tests/engine/json.ts',
      "import type { Target } from '../drive/target';",
    ],
    'imports ../drive/target;': ['tests/probes/ids.ts', "import { a } from '../drive/target';"],
    'imports ../../reports/zip;': ['tests/drive/settings.ts', "const zip = require('../../reports/zip');"],
    'imports ../auth.spec;': ['tests/drive/given.ts', "type A = import('../auth.spec').A;"],
    'imports ../client/send;': ['tests/drive/http/http.ts', "import { send } from '../client/send';"],
    'imports ./self/wire;': ['tests/auth.spec.ts', "import { wire } from './self/wire';"],
    'imports ./nights/saved-record;': [
      'reports/files.ts',
      "import { readRecord } from './nights/saved-record';",
    ],
    'reports/nights may import': [
      'reports/nights/history.ts',
      "import { state } from '../drive/run/run-state';",
    ],
    'imports ../record;': ['reports/nights/history.ts', "import { recordOf } from '../record';"],
    'lib/a.ts stands in no folder': ['lib/a.ts', ''],
  };
  for (const [told, [file, text]] of Object.entries(rows)) {
    test(`${file}: ${text.replace(/\s+/g, ' ')}`, () => {
      expect(breachesOf(file, text)).toEqual([expect.stringContaining(told)]);
    });
  }

  test('and none that they allow', () => {
    const fine: [file: string, text: string][] = [
      ['tests/probes/chains.ts', "import type { Block } from '../drive/target';"],
      [
        'tests/engine/signature.ts',
        "import { createHash } from 'node:crypto';\nimport { a } from './evidence';",
      ],
      ['playwright.config.ts', "import { installExitHook } from './reports/exit-code';"],
    ];
    for (const [file, text] of fine) expect(breachesOf(file, text)).toEqual([]);
  });
});
