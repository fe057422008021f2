/**
 * Starts `playwright test` in this process. Playwright refuses an unknown option before it reads the configuration,
 * and takes an unknown word for a file that is not there, so both are rejected here, with the nearest known one.
 */
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { refuse } = require('./begin.cjs');
const { Command } = require('commander');
const { program } = require('playwright/lib/program');
const summaries = require('./commands.json');

const root = join(__dirname, '..', '..');

exports.run = (words) => {
  const command = new Command('run').argument('[files...]').option('-h, --help').helpOption(false);
  command.option('--allow-http').option('--keep-bodies <folder>');
  for (const { flags } of program.commands.find((each) => each.name() === 'test').options)
    command.option(flags);
  // So that the nearest option is found without its value.
  parse(
    command,
    words.flatMap((word) => /^(--[\w-]+)=(.*)$/s.exec(word)?.slice(1) ?? word),
  );
  const chapters = readdirSync(join(root, 'tests')).flatMap((name) => /^(.*)\.spec\./.exec(name)?.[1] ?? []);
  // More than a bare word is a pattern.
  for (const file of command.args)
    if (/^[\w-]+$/.test(file) && !chapters.some((name) => name.includes(file.toLowerCase())))
      parse(commandsNamed([...Object.keys(summaries), ...chapters]), [file]);

  const { allowHttp, keepBodies, help } = command.opts();
  if (allowHttp) process.env.ALLOW_HTTP = 'yes';
  if (keepBodies) process.env.CONFORMANCE_BODIES = keepBodies;
  if (help) {
    require('tsx/cjs');
    return require('./program').runProgram(['run', '--help']);
  }
  const config = process.env.CONFORMANCE_FOLDER ? ['-c', root] : [];
  const isOurs = (word) => /^--(?:allow-http|keep-bodies(?:=.*)?)$/s.test(word);
  const ofPlaywright = words.filter((word, index) => !isOurs(word) && words[index - 1] !== '--keep-bodies');
  process.argv.splice(2, Number.POSITIVE_INFINITY, 'test', ...config, ...ofPlaywright);
  program.parse(process.argv);
};

function commandsNamed(names) {
  const command = new Command();
  for (const name of names) command.command(name).action(() => {});
  return command;
}

/** Ends the process where the words are not understood. */
function parse(command, words) {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  try {
    command.parse(words, { from: 'user' });
  } catch (error) {
    require('tsx/cjs');
    refuse(require('./command').messageOf(error, ''));
  }
}
