import { spawnSync } from 'node:child_process';
import { commandLine } from '../judge/command-line';
import { line, visible } from '../judge/visible';
import { nightsIn, readHistory } from '../report/history/history';
import { type Action, actionsFor, type OpenIssue } from '../report/history/issues';
import { readRecord } from '../report/history/saved-record';
import { print, runCommand } from './command';

const label = 'conformance';

/**
 * `npm run issues`: one issue for each clause that the night's runs violate, but for one that another's breach breaks
 * too, by GitHub's command `gh`, which finds its token and its repository in the environment. With `--dry-run` it
 * prints what it would do and write, and needs no `gh`: without it no issue counts as open.
 */
runCommand(
  {
    history: { type: 'string' },
    link: { type: 'string', default: '' },
    'dry-run': { type: 'boolean', default: false },
  },
  ({ values, positionals }) => {
    if (positionals.length === 0)
      throw new Error(
        `Give the runs of the night: ${commandLine('issues', 'conformance.json [more.json] [--history file]')}`,
      );
    const records = positionals.map(readRecord);
    const history = values.history === undefined ? '' : readHistory(values.history);
    const actions = actionsFor(openIssues(values['dry-run']), records, nightsIn(history).nights, values.link);
    if (actions.some((action) => action.do === 'open') && !values['dry-run'])
      gh(['label', 'create', label, '--force', '--description', 'Found by the conformance suite']);
    for (const action of actions) {
      print(`${action.do} ${action.do === 'open' ? action.title : `#${action.number}`}\n`);
      if (values['dry-run']) print(`\n${visible(textOf(action))}\n\n`);
      else take(action);
    }
    if (actions.length === 0) print('no issue to open, update or close\n');
    return 0;
  },
);

function openIssues(dryRun: boolean): OpenIssue[] {
  const fields = ['--json', 'number,body', '--limit', '1000'];
  try {
    return JSON.parse(gh(['issue', 'list', '--label', label, '--state', 'open', ...fields]));
  } catch (error) {
    if (!dryRun || !(error instanceof Error)) throw error;
    print(`As if no issue were open: ${line(error.message)}\n\n`);
    return [];
  }
}

function textOf(action: Action): string {
  return action.do === 'close' ? action.comment : action.body;
}

function take(action: Action): void {
  switch (action.do) {
    case 'open':
      gh(['issue', 'create', '--title', action.title, '--label', label, '--body-file', '-'], action.body);
      break;
    case 'update':
      gh(['issue', 'edit', String(action.number), '--body-file', '-'], action.body);
      break;
    case 'close':
      gh(['issue', 'close', String(action.number), '--comment', action.comment]);
      break;
  }
}

/**
 * Texts that a server had a hand in go by standard input, never by way of a shell.
 * @throws one line: what to do, or what gh said
 */
function gh(words: string[], input = ''): string {
  const { error, status, stdout, stderr } = spawnSync('gh', words, {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (error && 'code' in error && error.code === 'ENOENT')
    throw new Error(
      `gh, GitHub's command line, is not installed: see https://cli.github.com${process.argv.includes('--dry-run') ? '' : ', or add --dry-run'}`,
    );
  if (status === 4) throw new Error('gh is not logged in: set GH_TOKEN, or run `gh auth login`');
  if (status !== 0) throw new Error(`gh ${words.slice(0, 2).join(' ')} failed: ${error ?? stderr}`);
  return stdout;
}
