import { commandLine } from '../judge/command-line';
import { line } from '../judge/visible';
import { chatMessageOf, decisionOf, durationFrom, lineOf } from '../report/history/gate';
import { badgeOf } from '../report/history/gate-badge';
import { readRecord } from '../report/history/saved-record';
import { replace } from '../report/replace';
import { print, runCommand } from './command';

const usage = `Give one record: ${commandLine('gate', 'conformance.json [--target https://...] [--max-age 24h] [--require "errors credits.read"] [--no-known] [--baseline earlier.json] [--badge badge.svg] [--text message.txt]')}`;

/** `npm run gate`: whether a record lets a deployment pass. 0 for yes, 1 for no, 2 where nothing can be said. */
runCommand(
  {
    target: { type: 'string' },
    'max-age': { type: 'string', default: '24h' },
    require: { type: 'string', default: '' },
    'no-known': { type: 'boolean', default: false },
    baseline: { type: 'string' },
    badge: { type: 'string' },
    text: { type: 'string' },
  },
  ({ values, positionals }) => {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Error(usage);
    const maxAge = durationFrom(values['max-age']);
    if (maxAge === null) throw new Error('--max-age is a number with m, h or d, such as 24h');
    const record = readRecord(file);
    const demands = {
      maxAge,
      require: values.require.split(/[\s,]+/).filter(Boolean),
      noKnown: values['no-known'],
      ...(values.target !== undefined && { target: values.target }),
      ...(values.baseline !== undefined && { baseline: readRecord(values.baseline) }),
    };
    const decision = decisionOf(record, demands, Date.now());
    print(`${line(lineOf(decision))}\n`);
    if (values.badge !== undefined) replace(values.badge, badgeOf(decision, record));
    if (values.text !== undefined) replace(values.text, chatMessageOf(decision, record));
    return decision.yes ? 0 : 1;
  },
);
