/** What a Playwright command line selects. */
interface Selection {
  /** The options and arguments that leave cases out, as typed. */
  filters: string[];
  shard: { current: number; total: number } | null;
}

const filtering = new Set([
  '-g',
  '--grep',
  '-G',
  '--grep-invert',
  '--project',
  '--last-failed',
  '--only-changed',
  '--test-list',
  '--test-list-invert',
]);

/** Options of `playwright test` that stand alone; any other one is followed by its value. */
const alone = new Set([
  '--fail-on-flaky-tests',
  '--forbid-only',
  '--fully-parallel',
  '--headed',
  '--ignore-snapshots',
  '--last-failed',
  '--list',
  '--no-deps',
  '--pass-with-no-tests',
  '--quiet',
  '--ui',
  '-x',
]);

/** Options whose value may be left out, with the values that they take where the next word could be one. */
const optional: Record<string, RegExp> = {
  '--debug': /^(?:inspector|cli)$/,
  '--only-changed': /^[^-]/,
  '--shuffle': /^[^-]/,
  '-u': /^(?:all|changed|missing|none|default)$/,
  '--update-snapshots': /^(?:all|changed|missing|none|default)$/,
};

/**
 * Reads the selection off a command line.
 * @param argv as `process.argv`: interpreter, script, `test`, and what follows
 */
export function selectionOf(argv: readonly string[]): Selection {
  const selection: Selection = { filters: [], shard: null };
  const words = argv.slice(3);
  while (words.length > 0) {
    const word = words.shift() ?? '';
    const [option = '', inline] = word.startsWith('--') ? word.split(/=(.*)/s) : [word];
    if (!word.startsWith('-')) {
      selection.filters.push(word);
      continue;
    }
    const next = words[0];
    const takes =
      inline === undefined &&
      next !== undefined &&
      (optional[option] ? optional[option].test(next) : !alone.has(option) && !/^-[a-zA-Z]./.test(option));
    const value = inline ?? (takes ? words.shift() : undefined);
    const name = /^-[gG]./.test(option) ? option.slice(0, 2) : option;
    if (filtering.has(name)) selection.filters.push(value === undefined ? option : `${option} ${value}`);
    if (option === '--shard') selection.shard = shardOf(value ?? '');
  }
  return selection;
}

function shardOf(value: string): Selection['shard'] {
  const [current, total] = value.split('/').map(Number);
  return current && total ? { current, total } : null;
}

/** Whether a command line runs every check. An editor, like UI mode, selects by a server of its own. */
export function selectsAll(argv: readonly string[]): boolean {
  const { filters, shard } = selectionOf(argv);
  return argv[2] === 'test' && filters.length === 0 && shard === null;
}
