#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { addTo, readEnvFile } from '../drive/env-file';

const root = join(__dirname, '..', '..');

/**
 * The suite from another folder: `text-workflow-conformance` tests the contract, `text-workflow-conformance doctor`
 * and the like are the commands of `npm run` there. The settings are those of the .env of the folder in which it is
 * started, paths are relative to that folder, and the reports go to `conformance-report` in it.
 */
const commands: Readonly<Record<string, string>> = {
  init: 'src/cli/init-command',
  doctor: 'src/cli/doctor-command',
  plan: 'src/cli/plan-command',
  judge: 'src/cli/judge-command',
  merge: 'src/cli/merge-command',
  compare: 'src/cli/compare-command',
  history: 'src/cli/history-command',
  issues: 'src/cli/issues-command',
  overview: 'src/cli/overview-command',
  gate: 'src/cli/gate-command',
  mock: 'mock/main',
};

const [word = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, word) ? commands[word] : undefined;

const help = `text-workflow-conformance [chapter or option of playwright test ...]   tests the contract
text-workflow-conformance <command> [--help]   one of: ${Object.keys(commands).join(', ')}
Settings: .env.example. All else: README.md and reports/README.md.`;
// More than a bare word is an option, or a pattern for the files of the cases.
const cases = () => readdirSync(join(root, 'tests')).filter((name) => name.includes('.spec.'));
const isCase = () => cases().some((name) => name.includes(word.toLowerCase()));
const asks = /^(?:-h|--help|help)$/.test(word);
if (asks || (command === undefined && /^\w+$/.test(word) && !isCase())) {
  console.log(asks ? help : `${word} is no command and no chapter of the contract.\n${help}`);
  process.exit(asks ? 0 : 2);
}

const env = { ...process.env };
const file = resolve(env.DOTENV_CONFIG_PATH || '.env');
if (existsSync(file)) {
  addTo(env, readEnvFile(file).values);
  env.DOTENV_CONFIG_PATH = file;
}
for (const name of ['TARGET', 'KNOWN_FAILURES', 'HISTORY', 'REPORTS'])
  if (env[name] !== undefined && env[name] !== '') env[name] = resolve(env[name]);
env.REPORTS ||= resolve('conformance-report');

const config = ['-c', join(root, `playwright.config${extname(__filename)}`)];
const words =
  command === undefined
    ? [join(__dirname, 'start.cjs'), ...config, ...process.argv.slice(2)]
    : ['--require', require.resolve('tsx/cjs'), join(root, command), ...rest];
process.exitCode = spawnSync(process.execPath, words, { env, stdio: 'inherit' }).status ?? 2;
