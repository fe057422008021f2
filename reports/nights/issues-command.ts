import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runCommand } from './command';
import { nightsIn } from './history';
import { type Action, actionsFor, type OpenIssue } from './issues';
import { readRecord, readText } from './saved-record';

const label = 'conformance';

/**
 * `npm run issues`: one issue for each failure signature of the night's runs, by GitHub's command `gh`, which
 * finds its token and its repository in the environment. With `--dry-run` it prints what it would do.
 */
runCommand((words) => {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      history: { type: 'string' },
      link: { type: 'string', default: '' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0)
    throw new Error(
      'Give the runs of the night: npm run issues -- conformance.json [more.json] [--history file]',
    );
  const records = positionals.map(readRecord);
  const history = values.history !== undefined && existsSync(values.history) ? readText(values.history) : '';
  const actions = actionsFor(openIssues(), records, nightsIn(history).nights, values.link);
  if (actions.some((action) => action.do === 'open') && !values['dry-run'])
    gh(['label', 'create', label, '--force', '--description', 'Found by the conformance suite']);
  for (const action of actions) {
    process.stdout.write(`${action.do} ${action.do === 'open' ? action.title : `#${action.number}`}\n`);
    if (!values['dry-run']) take(action);
  }
  if (actions.length === 0) process.stdout.write('no issue to open, update or close\n');
  return 0;
});

function openIssues(): OpenIssue[] {
  const fields = ['--json', 'number,body', '--limit', '1000'];
  return JSON.parse(gh(['issue', 'list', '--label', label, '--state', 'open', ...fields]));
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

/** Texts that a server had a hand in go by standard input, never by way of a shell. */
function gh(words: string[], input = ''): string {
  try {
    return execFileSync('gh', words, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    const told = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Error(`gh ${words.slice(0, 2).join(' ')} failed: ${told}`);
  }
}
