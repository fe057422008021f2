import { spawnSync } from 'node:child_process';
import { escapeControlCharacters, singleLine } from '../judge/visible-text';
import { readHistory, runSummariesIn } from '../report/history/history';
import { type Action, actionsFor, type OpenIssue } from '../report/history/issues';
import { readRecord } from '../report/history/saved-record';
import { print, subcommand } from './command';

const label = 'conformance';

export const command = subcommand('issues', {
  does: "Opens, updates and closes one issue for each fault, with gh, GitHub's command-line tool, which finds its token and its repository in the environment.",
  exitCodes: { 0: 'the issues are up to date', 2: 'a file cannot be used, or gh failed' },
  example: 'conformance.json --history history.ndjson --dry-run',
})
  .argument('<records...>', 'conformance.json of each target')
  .option('--history <file>', 'history of earlier runs, which says since when a clause fails')
  .option('--link <address>', 'where the reports of these runs are')
  .option('--dry-run', 'print what would be done, and do nothing; needs no gh')
  .action((files, { dryRun = false, ...options }) => {
    const records = files.map(readRecord);
    const history = options.history === undefined ? '' : readHistory(options.history);
    const actions = actionsFor(
      openIssues(dryRun),
      records,
      runSummariesIn(history).runSummaries,
      options.link ?? '',
    );
    if (actions.some((action) => action.do === 'open') && !dryRun)
      gh(['label', 'create', label, '--force', '--description', 'Found by the conformance suite']);
    for (const action of actions) {
      print(`${action.do} ${action.do === 'open' ? action.title : `#${action.number}`}\n`);
      if (dryRun) print(`\n${escapeControlCharacters(textOf(action))}\n\n`);
      else take(action);
    }
    if (actions.length === 0) print('no issue to open, update or close\n');
  });

function openIssues(dryRun: boolean): OpenIssue[] {
  const fields = ['--json', 'number,body', '--limit', '1000'];
  try {
    return JSON.parse(gh(['issue', 'list', '--label', label, '--state', 'open', ...fields]));
  } catch (error) {
    if (!dryRun || !(error instanceof Error)) throw error;
    print(`As if no issue were open: ${singleLine(error.message)}\n\n`);
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
 * Text from servers is passed on standard input, never through a shell.
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
      `gh, GitHub's command line, is not installed: see https://cli.github.com${command.opts().dryRun ? '' : ', or add --dry-run'}`,
    );
  if (status === 4) throw new Error('gh is not logged in: set GH_TOKEN, or run `gh auth login`');
  if (status !== 0) throw new Error(`gh ${words.slice(0, 2).join(' ')} failed: ${error ?? stderr}`);
  return stdout;
}
