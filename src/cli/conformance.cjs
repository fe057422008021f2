#!/usr/bin/env node
/**
 * The one entry: `npm run conformance --` in a checkout, `npx text-workflow-conformance` where the package is
 * installed, and the action. A run begins without a loader for TypeScript, since Playwright brings its own.
 */
const { resolve } = require('node:path');
const summaries = require('./commands.json');

const { cwd, argv } = process;
// Settings, .env and reports belong to the folder in which the command is started.
if (cwd() !== resolve(__dirname, '../..')) process.env.CONFORMANCE_FOLDER = cwd();

const given = argv.slice(2);
const words = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
const [word = ''] = words;
const isOther = Object.hasOwn(summaries, word) && word !== 'run';

if (isOther || /^(?:-h|--help|-V|--version)$/.test(word))
  runOther().catch(({ message }) => {
    // 1 is an answer of a command, not a package that is missing.
    process.stderr.write(`${message.split('\n', 1)}\n`);
    process.exitCode = 2;
  });
else require('./run.cjs').run(word === 'run' ? words.slice(1) : words);

async function runOther() {
  require('tsx/cjs');
  require('./command').endWithReader();
  await require('./program').runProgram(words);
}
