import { extname, join, relative } from 'node:path';
import { Option } from '@commander-js/extra-typings';
import { mockKeys } from '../../mock/accounts';
import { faults } from '../../mock/faults';
import { startMock } from '../../mock/server';
import { commandLine } from '../judge/command-line';
import { subcommand } from './command';

export const command = subcommand('mock', {
  does: 'Starts the mock server, prints its keys and commands to try it with, and runs until it is interrupted.',
  exitCodes: { 0: 'it was interrupted', 2: 'a port or a defect that is not available' },
  example: "--port 8080 --fault 'errors carry their status'",
})
  .addOption(new Option('--port <number>', 'port to listen on; 0: a free one').default('0').env('PORT'))
  .option('--fault <words>', 'give the mock a defect; may be repeated', (one, all: string[] = []) => [
    ...all,
    one,
  ])
  .option('--list-faults', 'print the defects that the mock can have, and start nothing')
  .action(start);

async function start(options: ReturnType<typeof command.opts>): Promise<void> {
  if (options.listFaults) return console.log(faults.map(({ phrase }) => phrase).join('\n'));
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`"${options.port}" is not a port: give a number up to 65535 with --port or PORT.`);
  const { url, close } = await startMock({ port, faults: options.fault ?? [] }).catch((error: Error) => {
    if (!/EADDRINUSE|EACCES/.test(error.message)) throw error;
    throw new Error(`Port ${port} is unavailable, choose another with --port or PORT: ${error.message}`);
  });
  const keys = Object.entries(mockKeys).map(([variable, key]) => `${variable}=${key}`);
  const target = join(__dirname, '..', '..', 'tests', 'targets', `mock${extname(__filename)}`);
  console.log(`The mock listens at ${url}

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
