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
 * The options and arguments of a command line that exclude checks.
 * @param argv as `process.argv`: interpreter, script, `test`, arguments
 */
export function filtersIn(argv: readonly string[]): string[] {
  if (argv[2] !== 'test') return [];
  const options = testOptions();
  const command = new Command().allowUnknownOption().allowExcessArguments().exitOverride();
  for (const option of options) command.addOption(option);
  command.parse(argv.slice(3), { from: 'user' });
  const values = command.opts();
  const filters = options.flatMap((option) => {
    const value: unknown = values[option.attributeName()];
    if (value === undefined || !filtering.includes(option.long ?? '')) return [];
    return value === true ? `${option.long}` : `${option.long} ${[value].flat().join(' ')}`;
  });
  return [...filters, ...command.args];
}

/** Whether a command line runs all checks. An editor selects them through a test server instead. */
export function selectsAll(argv: readonly string[]): boolean {
  return argv[2] === 'test' && filtersIn(argv).length === 0;
}
