import { Command, Option } from 'commander';

/** Options of `playwright test` that exclude checks. In UI mode, the user chooses the checks. */
const filtering = [
  '--grep',
  '--grep-invert',
  '--last-failed',
  '--only-changed',
  '--project',
  '--test-list',
  '--test-list-invert',
  '--ui',
];

/** The options of `playwright test` in the installed version. */
function testOptions(): Option[] {
  const { program } = require('playwright/lib/program') as { program: Command };
  const test = program.commands.find((each) => each.name() === 'test');
  return (test?.options ?? []).map(({ flags }) => new Option(flags));
}

/**
 * Whether a command line runs all checks. An editor selects them through a test server instead.
 * @param argv as `process.argv`: interpreter, script, `test`, arguments
 */
export function selectsAll(argv: readonly string[]): boolean {
  if (argv[2] !== 'test') return false;
  const options = testOptions();
  const command = new Command().allowUnknownOption().allowExcessArguments().exitOverride();
  for (const option of options) command.addOption(option);
  command.parse(argv.slice(3), { from: 'user' });
  const values = command.opts();
  const isGiven = (option: Option) => values[option.attributeName()] !== undefined;
  const filters = options.filter(({ long }) => filtering.includes(long ?? ''));
  return command.args.length === 0 && !filters.some(isGiven);
}
