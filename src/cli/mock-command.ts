import { extname, join, relative } from 'node:path';
import { Option } from '@commander-js/extra-typings';
import { mockKeys } from '../../mock/accounts';
import { defects } from '../../mock/defects';
import { startMock } from '../../mock/server';
import { chapters } from '../../spec/ledger';
import { commandLine } from '../judge/texts/command-line';
import { formatList } from '../judge/texts/wording';
import { subcommand } from './command';

export const command = subcommand('mock', {
  does: 'Starts the mock server, prints its keys and commands to try it with, and runs until it is interrupted.',
  exitCodes: {
    0: 'it was interrupted',
    2: 'the port is unavailable, or the mock has no such defect',
  },
  example: "--port 8080 --defect 'only the first 24 characters of a key are compared'",
})
  .addOption(new Option('--port <number>', 'port to listen on; 0: a free one').default('0').env('PORT'))
  .option(
    '--defect <words>',
    'give the mock a defect of --list-defects; may be repeated',
    (one, all: string[] = []) => [...all, one],
  )
  .option(
    '--list-defects',
    'print the defects that the mock can have, by chapter, each with the clause that it violates, and start nothing',
  )
  .action(start);

async function start(options: ReturnType<typeof command.opts>): Promise<void> {
  if (options.listDefects) return console.log(defectLines().join('\n'));
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`"${options.port}" is not a port: give a number up to 65535 with --port or PORT.`);
  const { url, close } = await startMock({ port, defects: options.defect ?? [] }).catch((error: Error) => {
    if (!/EADDRINUSE|EACCES/.test(error.message)) throw error;
    throw new Error(`Port ${port} is unavailable, choose another with --port or PORT: ${error.message}`);
  });
  const keys = Object.entries(mockKeys).map(([variable, key]) => `${variable}=${key}`);
  const target = join(__dirname, '..', '..', 'tests', 'targets', `mock${extname(__filename)}`);
  console.log(`The mock listens at ${url}${withDefects(options.defect)}

Its accounts (the keys are fake):
${keys.map((line) => `  ${line}`).join('\n')}

Try it:
  curl -i ${url}/v1/models -H 'Authorization: Bearer ${mockKeys.API_KEY}'
  curl -i ${url}/v1/text -H 'Authorization: Bearer ${mockKeys.API_KEY}' -H 'Content-Type: application/json' -d '{"model":"acme-text-nano","prompt":"Hello"}'
  curl -i ${url}/v1/credits

Point the suite at it, in another terminal:
  BASE_URL=${url} TARGET=${relative(process.cwd(), target)} \\
${keys.map((line) => `  ${line} \\`).join('\n')}
  ${commandLine('run')}`);
  const stop = () => void close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** ` with the defect "errors carry their status"`. */
function withDefects(phrases: readonly string[] = []): string {
  const quoted = phrases.map((phrase) => `"${phrase}"`);
  return quoted.length === 0
    ? ''
    : ` with the ${quoted.length === 1 ? 'defect' : 'defects'} ${formatList(quoted)}`;
}

/** Every defect with the clause that it violates, under the title of its chapter. */
function defectLines(): string[] {
  return Object.entries(chapters).flatMap(([name, { title }]) => {
    const own = defects.filter(({ clause }) => clause.split('.')[0] === name);
    return own.length === 0
      ? []
      : [title, ...own.map(({ phrase, clause }) => `  ${phrase}  (${clause})`), ''];
  });
}
