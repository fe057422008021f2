import { Command, Option } from 'commander';

/** The checks that a Playwright command line selects. */
interface Selection {
  /** The options and arguments that exclude checks. */
  filters: string[];
  shard: { current: number; total: number } | null;
}

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
 * Parses the selection of a command line.
 * @param argv as `process.argv`: interpreter, script, `test`, arguments
 */
export function selectionOf(argv: readonly string[]): Selection {
  if (argv[2] !== 'test') return { filters: [], shard: null };
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
  const [current, total] = String(values.shard ?? '')
    .split('/')
    .map(Number);
  return { filters: [...filters, ...command.args], shard: current && total ? { current, total } : null };
}

/** Whether a command line runs all checks. An editor selects them through a test server instead. */
export function selectsAll(argv: readonly string[]): boolean {
  const { filters, shard } = selectionOf(argv);
  return argv[2] === 'test' && filters.length === 0 && shard === null;
}
