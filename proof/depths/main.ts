import { existsSync, readFileSync, rmSync } from 'node:fs';
import { runCommand } from '../../src/cli/command';
import { runPlaywright } from '../helpers/process';
import { defects, nameOf, type Pair, pairs, resultsAt } from './pairs';

const options = {
  every: { type: 'string', default: '1' },
  from: { type: 'string', default: '0' },
  grep: { type: 'string', short: 'g', default: '' },
  depths: { type: 'string', default: '1,3,10' },
} as const;

type Reported = Readonly<Record<string, string[]>>;

function reportedAt(depth: number, asked: readonly Pair[]): Reported {
  const file = resultsAt(depth);
  rmSync(file, { force: true });
  if (asked.length === 0) return {};
  runPlaywright(__dirname, { DEPTH: `${depth}`, DEPTHS_ONLY: asked.map(nameOf).join() });
  if (!existsSync(file)) throw new Error(`the run at depth ${depth} left no result`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

const phraseOf = ({ defect, target }: Pair) => `${defects[defect]?.phrase} (${target})`;

/**
 * Meets defects on targets that lack something, and tells each clause that the first depth reports and a deeper one does
 * not. `--every 9 --from 2` is each ninth pair of a defect and a target from the third on, `-g` those whose phrase, target
 * or clause matches. Exit code 1 where a deeper run sees less.
 */
runCommand(options, ({ values }) => {
  const [first = 1, ...deeper] = values.depths.split(',').map(Number);
  const pattern = new RegExp(values.grep, 'i');
  const chosen = pairs
    .filter((pair) => pattern.test(`${phraseOf(pair)} ${defects[pair.defect]?.clauses.join(' ')}`))
    .filter((_, index) => index % Number(values.every) === Number(values.from));
  if (chosen.length === 0) throw new Error('No defect is chosen: --grep, --every and --from leave none.');

  const started = Date.now();
  const reported = reportedAt(first, chosen);
  const seen = chosen.filter((pair) => (reported[nameOf(pair)]?.length ?? 0) > 0);
  console.log(`depth ${first}: ${seen.length} of ${chosen.length} defects on a target are reported`);
  let less = 0;
  for (const depth of deeper) {
    const now = reportedAt(depth, seen);
    const lost = seen.flatMap((pair) => {
      const own = now[nameOf(pair)] ?? [];
      const clauses = (reported[nameOf(pair)] ?? []).filter((clause) => !own.includes(clause));
      return clauses.length > 0 ? [`  ${phraseOf(pair)}: ${clauses.join(', ')}`] : [];
    });
    less += lost.length;
    console.log([`depth ${depth}: ${lost.length} of ${seen.length} are reported less`, ...lost].join('\n'));
  }
  console.log(`in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  return less > 0 ? 1 : 0;
});
