import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { endWithReader, runCommand } from '../../src/cli/command';
import { rowOf } from './run';
import { servers } from './servers';
import { differences, type Row, type Table, tableIn, textOf } from './table';

/** Runs mostly wait, but more of them in parallel would disturb checks that measure time. */
const AT_ONCE = 2;

const scope = (server: string) => servers.find(({ name }) => name === server)?.chapters;

const command = new Command('npm run golden --')
  .description(
    'Runs the suite against the golden servers, or those whose names hold the given text, and prints what is other than in the table: the server, the clause, what it was and what it is. Exit code 1 where something is.',
  )
  .argument('[words...]', 'text in the name of a server')
  .option('--write', 'write the table, row by row, so that a run which is ended keeps what it found')
  .option('--table <file>', 'another table', join(__dirname, 'table.json'))
  .action(compareWithTable);

async function compareWithTable(words: string[], values: ReturnType<typeof command.opts>): Promise<void> {
  const asked = words.join(' ');
  const chosen = servers.filter(({ name }) => name.includes(asked));
  if (chosen.length === 0) throw new Error(`no golden server has "${asked}" in its name`);

  const was: Table = existsSync(values.table) ? tableIn(readFileSync(values.table, 'utf8'), scope) : {};
  const rows = new Map<string, Row>();
  let found = 0;
  const tell = (lines: readonly string[]) => {
    found += lines.length;
    for (const line of lines) console.log(line);
  };

  const left = [...chosen];
  const started = Date.now();
  const runAll = async () => {
    for (let server = left.shift(); server !== undefined; server = left.shift()) {
      const row = await rowOf(server);
      rows.set(server.name, row);
      if (values.write) writeFileSync(values.table, textOf(merged(was, rows), scope));
      tell(differences(server.name, was[server.name], row));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runAll));

  const gone = Object.keys(was).filter((name) => servers.every((server) => server.name !== name));
  tell(gone.flatMap((name) => differences(name, was[name], undefined)));
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(`${chosen.length} of ${servers.length} servers in ${seconds} s: ${found} differences`);
  process.exitCode = found === 0 || values.write ? 0 : 1;
}

/** Replaces rows of the table by new ones, in the order of the servers. */
function merged(was: Table, found: ReadonlyMap<string, Row>): Table {
  return Object.fromEntries(
    servers.flatMap(({ name }) => {
      const row = found.get(name) ?? was[name];
      return row ? [[name, row] as const] : [];
    }),
  );
}

endWithReader();
runCommand(command, process.argv.slice(2));
