import { singleLine } from '../judge/visible-text';
import { chatMessageOf, decisionOf, durationFrom, lineOf } from '../report/history/gate';
import { badgeOf } from '../report/history/gate-badge';
import { readRecord } from '../report/history/saved-record';
import { replace } from '../report/replace';
import { print, subcommand } from './command';

export const command = subcommand('gate', {
  does: 'Decides whether a record permits a deployment: the run must conform, must not have left out checks (--grep, a chapter, a shard), must be recent, and must be of a real target, not the built-in mock.',
  exitCodes: {
    0: 'yes: deployment allowed',
    1: 'no: deployment not allowed',
    2: 'a file or an option cannot be used',
  },
  example: 'conformance.json --target https://staging.example.com --max-age 12h',
})
  .argument('<record>', 'conformance.json of the run')
  .option('--target <address>', 'the target that must have been tested (default: any but the mock)')
  .option('--max-age <time>', 'how old the record may be, in m, h or d', '24h')
  .option('--require <names>', 'clauses or chapters that must conform, separated by spaces or commas')
  .option('--no-known', 'known failures do not pass')
  .option(
    '--baseline <file>',
    'an earlier conformance.json: nothing may have got worse since (see compare --help)',
  )
  .option('--badge <file>', 'write a badge (SVG)')
  .option('--text <file>', 'write the answer as a message for a chat')
  .action((file, options) => {
    const maxAge = durationFrom(options.maxAge);
    if (maxAge === null) throw new Error('--max-age is a number with m, h or d, such as 24h');
    const record = readRecord(file);
    const demands = {
      maxAge,
      require: (options.require ?? '').split(/[\s,]+/).filter(Boolean),
      noKnown: !options.known,
      ...(options.target !== undefined && { target: options.target }),
      ...(options.baseline !== undefined && { baseline: readRecord(options.baseline) }),
    };
    const decision = decisionOf(record, demands, Date.now());
    print(`${singleLine(lineOf(decision))}\n`);
    if (options.badge !== undefined) replace(options.badge, badgeOf(decision, record));
    if (options.text !== undefined) replace(options.text, chatMessageOf(decision, record));
    process.exitCode = decision.yes ? 0 : 1;
  });
