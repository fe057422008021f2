import { tmpdir } from 'node:os';
import { expect, test } from '@playwright/test';
import summaries from '../../src/cli/commands.json';
import { conformance, conformanceHere } from '../helpers/process';

/** The options that each subcommand has. */
const options: Record<keyof typeof summaries, string> = {
  run: '--grep --grep-invert --last-failed --max-failures --global-timeout --allow-http --keep-bodies --list --ui --reporter',
  init: '--openapi --base-url --target --env --no-doctor --allow-http',
  doctor: '--sign --allow-http',
  plan: '',
  compare: '--json',
  docs: '--out',
  mock: '--port --defect --list-defects',
};

for (const [name, own] of Object.entries(options)) {
  test(`${name} --help documents the subcommand`, async () => {
    const start = name === 'run' ? conformance : conformanceHere;
    const { code, stdout, stderr } = await start(name, ['--help'], {}, tmpdir());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: npm run conformance -- ${name} `);
    for (const option of own.split(' ').filter(Boolean))
      expect(stdout).toMatch(RegExp(`^ +(?:-\\w, )?${option}(?: |$)`, 'm'));
    expect(stdout).toMatch(/^Exit codes:\n {2}\d /m);
    expect(stdout).toMatch(/^Example:\n {2}(?:DEPTH=3 )?npm run conformance(?: -- |$)/m);
  });
}

test('--help lists every subcommand', async () => {
  const { code, stdout } = await conformance('--help', []);
  expect(code).toBe(0);
  expect(stdout).toContain('npm run conformance -- <command> --help');
  for (const name of Object.keys(summaries)) expect(stdout).toMatch(RegExp(`^ {2}${name} .*[A-Z]`, 'm'));
});

for (const [words, told] of [
  [['docter'], "unknown command 'docter'. Did you mean doctor?"],
  [['--grep', '@auth', 'creditz'], "unknown command 'creditz'. Did you mean credits?"],
  [['frobnicate'], "unknown command 'frobnicate'. See npm run conformance -- --help"],
  [['--repoter=line'], "unknown option '--repoter'. Did you mean --reporter?"],
  [['run', '--gerp', '@auth'], "unknown option '--gerp'. Did you mean --grep?"],
  [['doctor', '--sing'], "unknown option '--sing'. Did you mean --sign?"],
  [['plan', '--frob'], "unknown option '--frob'. See npm run conformance -- plan --help"],
  [['compare', 'a.json'], "missing required argument 'after'. See npm run conformance -- compare --help"],
] as const) {
  test(`${words.join(' ')} is rejected in one line with exit 2`, async () => {
    const [name, ...rest] = words;
    const start = Object.hasOwn(summaries, name) && name !== 'run' ? conformanceHere : conformance;
    const { code, stdout, stderr } = await start(name, rest, {}, tmpdir());
    expect({ code, stdout, stderr: stderr.trim().replace(/^misconfigured: /, '') }).toEqual({
      ...{ code: 2, stdout: '', stderr: told },
    });
  });
}
