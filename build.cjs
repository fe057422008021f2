/**
 * Compiles what the archive holds into dist/, since Playwright transpiles nothing that lies in node_modules, and
 * copies what is read at run time beside it.
 */
const { execFileSync } = require('node:child_process');
const { chmodSync, cpSync, readdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

process.chdir(__dirname);
rmSync('dist', { recursive: true, force: true });
const node = (...words) => execFileSync(process.execPath, words, { stdio: 'inherit' });

node(join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json');

// What is read at run time. What else lies among the sources may be the user's own: reports, target files and their
// verifications.
const read = /\.(?:css|cjs|d\.ts|yaml)$/;
const named = ['src/report/report-names.json', 'tests/targets/example.ts'];
for (const folder of ['spec', join('src', 'cli'), join('src', 'report', 'page')])
  for (const name of readdirSync(folder, { recursive: true }))
    if (read.test(join(folder, name))) named.push(join(folder, name));
for (const file of named) cpSync(file, join('dist', file));
chmodSync(join('dist', 'src', 'cli', 'conformance.cjs'), 0o755);
