import { compare } from '../report/compare/comparison';
import { comparisonLines } from '../report/compare/comparison-text';
import { readRecord } from '../report/compare/saved-record';
import { print, subcommand } from './command';

export const command = subcommand('compare', {
  does: 'Prints what changed from one run to another, or how two targets differ: new and fixed faults, clauses with another verdict, and the status and code of responses that the contract leaves unspecified. These count as worse: a new fault, a clause that is no longer tested or could not be judged, and a run that ends worse as a whole.',
  exitCodes: { 0: 'nothing got worse', 1: 'something got worse', 2: 'a file cannot be used' },
  example: 'last-night.json reports/output/conformance.json',
})
  .argument('<before>', 'conformance.json of the earlier run')
  .argument('<after>', 'conformance.json of the later run')
  .option('--json', 'print the differences as JSON')
  .action((first, second, { json }) => {
    const [before, after] = [readRecord(first), readRecord(second)];
    const comparison = compare(before, after);
    const lines = json
      ? [JSON.stringify(comparison, null, 2)]
      : comparisonLines(comparison, { file: first, record: before }, { file: second, record: after });
    print(`${lines.join('\n')}\n`);
    process.exitCode = comparison.worse ? 1 : 0;
  });
