import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from '@playwright/test';

// What identifies a fault, in groups and in lists of known failures, must not depend on any text for readers.

const root = join(__dirname, '..');

/** The files that a file imports, themselves or through others. Types do not count. */
function importedBy(file: string, seen = new Set<string>()): Set<string> {
  const imports = readFileSync(file, 'utf8').matchAll(/^import (?!type )[^;]*? from '(\.[^']+)';/gm);
  for (const [, path = ''] of imports) {
    const imported = `${join(dirname(file), path)}.ts`;
    if (!existsSync(imported) || seen.has(imported)) continue;
    seen.add(imported);
    importedBy(imported, seen);
  }
  return seen;
}

for (const name of ['cause-names', 'check-known-failures', 'fault-changes', 'known-failures', 'root-causes'])
  test(`no text is read where a fault is identified: ${name}.ts`, () => {
    const imported = [...importedBy(join(root, 'src/judge/faults', `${name}.ts`))];
    expect(imported.map((path) => relative(root, path)).filter((path) => path.includes('/texts/'))).toEqual(
      [],
    );
  });
