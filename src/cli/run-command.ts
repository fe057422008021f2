import { subcommand } from './command';

/** The exit codes of commands that give a verdict. */
const verdictCodes = {
  0: 'no must clause is violated, apart from known failures',
  1: 'a must clause is violated by a fault that is not a known failure',
  2: 'a setting, API_KEY, the state of another account or the target file is wrong, a clause of REQUIRE was not tested, no check matches the selection, or the list of known failures is out of date',
  3: 'the target is unavailable, the account of API_KEY cannot use the AI, or the run is incomplete',
  4: 'a secret was found in a report, which was written again without it',
};

/** The help text of `run`, which run.cjs starts. */
export const command = subcommand('run', {
  does: 'Tests the target that BASE_URL names, or the built-in mock, against the contract, and writes a report. The settings are those of the environment and of .env: see .env.example.',
  exitCodes: verdictCodes,
  example: '--grep "@auth.key.wrong( |$)"',
})
  .argument('[files...]', 'chapters (auth, credits, models ...), or files and lines as Playwright takes them')
  .option('-g, --grep <pattern>', 'only checks whose title or tag matches: @auth, @credits.read, @free')
  .option('-G, --grep-invert <pattern>', 'only checks whose title and tags do not match')
  .option('--last-failed', 'only the checks that failed in the last run')
  .option('-x', 'stop after the first failure')
  .option('--max-failures <number>', 'stop after this many failures')
  .option('--global-timeout <milliseconds>', 'stop a run that takes longer; it counts as incomplete')
  .option('--allow-http', 'send keys to an http address of another machine as well')
  .option('--keep-bodies <folder>', 'write each response there, whole: keys and data of others may be in it')
  .option('--list', 'print the checks, and run none')
  .option('--ui', "Playwright's UI mode")
  .option('--reporter <names>', 'further reporters of Playwright: list, html, junit ...')
  .addHelpText('afterAll', '\nEvery other option of Playwright works, too: npx playwright test --help');
