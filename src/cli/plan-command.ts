import { contractHash } from '../../spec/contract';
import { allChecks } from '../check/all-checks';
import { lackingOf, planOf } from '../setup/plan';
import { formatListed, plannedRequests } from '../setup/requests';
import { readStart } from '../setup/start';
import { subcommand } from './command';

export const command = subcommand('plan', {
  does: 'Prints what a run with these settings would test, how many requests and AI requests it would send, and what it would not test. Sends nothing. The settings are those of the environment and of .env: see .env.example.',
  exitCodes: { 0: 'a run could begin', 2: 'a setting or the target file is wrong' },
  settings: 'DEPTH=3',
  example: '',
})
  .option(
    '--requests',
    'lists each request that is known before the run: operation, method and path, sender, what must come back, and the clauses',
  )
  .action(async ({ requests }) => {
    const { warnings, ...start } = await readStart(process.env);
    const { settings } = start;
    console.log(`Contract version: ${contractHash}\nTarget: ${settings.baseUrl ?? 'built-in mock'}`);
    const planned = plannedRequests(start, allChecks());
    for (const line of [...warnings, ...planOf({ ...start, planned }), ...lackingOf(start)])
      console.log(line);
    if (requests) for (const each of planned.listed) console.log(formatListed(each));
  });
