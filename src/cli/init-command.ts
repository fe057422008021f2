import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { Option } from '@commander-js/extra-typings';
import { readEnvFile } from '../drive/env-file';
import { curlExchanges } from '../init/curl';
import { operationsIn } from '../init/document';
import { operationsShown, tells } from '../init/exchanges';
import { draftOf, prefixOf } from '../init/find';
import type { Endpoint } from '../init/operation';
import { chooser, type Flags, flagsWithoutEffect, type Part, parts } from '../init/question';
import { isAddress, readDocument } from '../init/read-document';
import { settingsFile, sourceOf } from '../init/source';
import { askAgain, askFor, askForKey, askText } from '../init/terminal';
import { commandLine } from '../judge/command-line';
import { inClear, isInClear } from '../judge/plain-http';
import { readText } from '../report/read-file';
import { subcommand } from './command';
import { textAt } from './text-at';

const root = join(__dirname, '..', '..');

interface Material {
  operations: Endpoint[];
  server: string | null;
  key: string | null;
  remarks: string[];
}

/** @throws where an option with a single value is given twice */
const once = (name: string) => (value: string, earlier: string | undefined) => {
  if (earlier !== undefined) throw new Error(`--${name} is given twice: give it once.`);
  return value;
};

export const command = subcommand('init', {
  does: 'Writes a target file and a .env, then verifies them with the doctor. Files that exist are never overwritten. Address and key are read from BASE_URL and API_KEY, or asked for. Without a terminal nothing is asked.',
  exitCodes: {
    0: 'the files were written, and every part is verified',
    2: 'nothing was written: an option or a file cannot be used, or the input allows several choices and nobody could be asked',
    3: 'the files were written, but a part is not verified or the target is unavailable',
  },
  example: '--openapi openapi.yaml --base-url https://staging.example.com',
})
  .option('--openapi <source>', 'file or address of an OpenAPI document to read', once('openapi'))
  .option('--curl <file>', 'file with curl commands, each followed by its output', once('curl'))
  .option('--base-url <address>', 'address of the target, without /v1', once('base-url'))
  .option(
    '--name <name>',
    'name of the target file in tests/targets (default: first word of the host)',
    once('name'),
  )
  .option('--target <file>', 'target file to write, in place of --name', once('target'))
  .option('--env <file>', 'settings file to write (default: .env)', once('env'))
  .option('--yes', 'ask nothing')
  .option('--no-doctor', 'do not verify what was written')
  .option('--allow-http', 'send the key to an http address as well')
  .action(async (options) => {
    process.exitCode = await init(options);
  });

const repeatable: Part[] = ['header', 'parameter', 'block'];

const partOptions = (Object.keys(parts) as Part[]).map((part) => {
  const { asks, example } = parts[part];
  const option = new Option(`--${part} <value>`, `${asks}, such as ${example}`).argParser(
    (value, earlier: string[] | undefined = []) => {
      if (!repeatable.includes(part)) once(part)(value, earlier[0]);
      return [...earlier, value];
    },
  );
  command.addOption(option);
  return { part, name: option.attributeName() };
});

/** The values of the options for parts of the target file. */
const flagsGiven = (): Flags =>
  Object.fromEntries(
    partOptions.flatMap(({ part, name }) => {
      const given = command.getOptionValue(name);
      return given === undefined ? [] : [[part, given]];
    }),
  );

command.addHelpText(
  'after',
  `\nIf the target does not have a part, pass the word none, as in --job none. --block describes a block type as "type: input=kind -> output=kind", with commas between several inputs or outputs. Options that may be repeated: ${repeatable.map((part) => `--${part}`).join(', ')}.`,
);

type Options = ReturnType<typeof command.opts>;

async function init(values: Options): Promise<number> {
  if (values.name !== undefined && values.target !== undefined)
    throw new Error('--name and --target both name the target file: give one of them.');
  const inside = process.cwd() === root;
  const fileNamed = (name: string) => resolve(inside ? `tests/targets/${name}.ts` : `${name}.ts`);
  const settings = resolve(values.env ?? '.env');
  rejectShared(settings);

  const terminal = process.stdin.isTTY === true && !values.yes;
  const told = values.baseUrl || process.env.BASE_URL || undefined;
  // It may belong to another target, whose settings stay beside those that are written now.
  const { values: kept, problem } = readEnvFile(process.env.DOTENV_CONFIG_PATH || resolve('.env'));
  if (problem !== undefined) throw new Error(problem);
  const saved = kept.BASE_URL;
  const found = await materialOf(told ?? saved, values.openapi, values.curl);
  const shown = found.server === null ? undefined : found.server + prefixOf(found.operations);
  const known = told === undefined ? (shown ?? saved) : besideDocument(told, found);
  const place =
    told !== undefined
      ? values.baseUrl
        ? '--base-url'
        : 'BASE_URL'
      : shown !== undefined
        ? (values.openapi ?? values.curl)
        : saved !== undefined
          ? 'BASE_URL of .env'
          : 'as given';
  // Where only the address names the target file, the address must be known first.
  const chosen =
    values.target !== undefined
      ? resolve(values.target)
      : values.name !== undefined
        ? fileNamed(values.name)
        : inside
          ? undefined
          : fileNamed('target');
  rejectExisting(settings, chosen ?? (known === undefined ? undefined : fileNamed(targetName(known))));
  const address = known ?? (terminal ? await askForAddress() : undefined);
  if (address === undefined || !URL.canParse(address))
    throw new Error(
      `Where is the target? Give --base-url https://..., the address before /v1 (${commandLine('init', '--help')}).`,
    );
  const file = chosen ?? fileNamed(targetName(address));
  rejectExisting(settings, file);

  console.log(`Target  ${address}  (${place})`);
  for (const remark of found.remarks) console.log(`  ${remark}`);
  const tell = (line: string) => console.log(`  ${line}`);
  const flags = flagsGiven();
  const draft = await draftOf(found.operations, chooser(flags, tell, terminal ? askFor : null), tell);
  const unused = flagsWithoutEffect(flags, draft, found.operations);
  if (unused.length > 0) throw new Error(unused.join('\n'));
  if (Object.keys(draft).length === 0)
    throw new Error(
      `No part is verified: nothing describes one, so nothing is written. Give --openapi, --curl or flags such as --text '${parts.text.example}' (${commandLine('init', '--help')}). To test the known endpoints alone, set BASE_URL and API_KEY and leave TARGET out.`,
    );
  const apiKey = (process.env.API_KEY || found.key) ?? (terminal ? await askForKey() : null);

  const isSent = apiKey !== null && values.doctor;
  const isAllowed = values.allowHttp || process.env.ALLOW_HTTP === 'yes';
  if (isSent && !isAllowed && isInClear(new URL(address))) throw new Error(inClear(address));
  const rejection = !isSent ? undefined : await rejectionOf(address, apiKey);
  if (rejection !== undefined) throw new Error(rejection);

  for (const path of [file, settings]) mkdirSync(dirname(path), { recursive: true });
  writeFileSync(file, sourceOf(draft, new URL(address).host, typesFrom(file)), { flag: 'wx' });
  const below = relative(inside ? root : dirname(settings), file);
  const target = below.startsWith('..') ? file : below;
  writeFileSync(settings, settingsFile(address, apiKey, target), {
    flag: 'wx',
    mode: 0o600,
  });
  console.log(`Written ${relative('', file)}, ${relative('', settings)}`);
  if (!values.doctor) return 0;
  if (apiKey === null) {
    console.log(`Put the key into ${relative('', settings)}, then: ${commandLine('doctor', '--sign')}`);
    return 0;
  }

  const env = {
    ...process.env,
    BASE_URL: address,
    API_KEY: apiKey,
    TARGET: file,
    DOTENV_CONFIG_PATH: settings,
  };
  const words = ['doctor', '--sign', ...(values.allowHttp ? ['--allow-http'] : [])];
  const verify = () => start(words, env);
  let code = verify();
  while (code === 3 && terminal && (await askAgain(relative('', file)))) code = verify();
  start(['plan'], env);
  const prefix = values.env === undefined ? '' : `DOTENV_CONFIG_PATH=${relative('', settings)} `;
  if (code === 0) console.log(`\nEvery part is verified. The first verdict: ${prefix}${commandLine('run')}`);
  return code;
}

/** An address that is given with a document whose servers are only paths: they are relative to it. */
function besideDocument(told: string, { server, operations }: Material): string {
  const isOrigin = URL.canParse(told) && new URL(told).pathname === '/';
  return server === null && isOrigin ? told.replace(/\/$/, '') + prefixOf(operations) : told;
}

/** The name of a target in file names: the first label of its host. */
function targetName(address: string): string {
  const hostname = URL.canParse(address) ? new URL(address).hostname : '';
  return /^[\d.]*$|^localhost$/.test(hostname) ? 'local' : (hostname.split('.')[0] ?? '');
}

/** @throws where files that would be written exist; it names all of them */
function rejectExisting(settings: string, file: string | undefined): void {
  if (file === settings)
    throw new Error(`--target and --env are both ${relative('', file)}: name two files.`);
  const existing = [file, settings].filter((path) => path !== undefined && existsSync(path));
  if (existing.length === 0) return;
  const names = existing.map((path) => relative('', path ?? '')).join(' and ');
  const flags = existing.map((path) => (path === file ? '--target' : '--env')).join(' and ');
  const [exist, are, them] = existing.length > 1 ? ['exist', 'are', 'them'] : ['exists', 'is', 'it'];
  throw new Error(
    `${names} ${exist}, and ${are} never overwritten: give another ${flags}, or move ${them} away.`,
  );
}

/** @throws where the next `git add` would add the settings file, and with it the key */
function rejectShared(settings: string): void {
  let folder = dirname(settings);
  while (!existsSync(folder)) folder = dirname(folder);
  // 1: git says that the file is not ignored. 128: no work tree. null: no git.
  const { status } = spawnSync('git', ['check-ignore', '--quiet', settings], { cwd: folder });
  if (status === 1)
    throw new Error(
      `${relative('', settings)} will contain the API key, and git does not ignore it: add ${basename(settings)} to .gitignore, or give another --env.`,
    );
}

/** Starts another subcommand. */
function start(words: string[], env: NodeJS.ProcessEnv): number {
  console.log('');
  const entry = join(__dirname, 'conformance.cjs');
  return spawnSync(process.execPath, [entry, ...words], { env, stdio: 'inherit' }).status ?? 2;
}

async function materialOf(base = '', openapi?: string, curl?: string): Promise<Material> {
  if (openapi !== undefined && curl !== undefined) throw new Error('Give one of --openapi and --curl.');
  if (openapi !== undefined) {
    const text = isAddress(openapi) ? await textAt(openapi) : readText(openapi);
    const { document, remarks } = await readDocument(text, openapi);
    const described = operationsIn(document, openapi);
    return { ...described, key: null, remarks: [...remarks, ...described.remarks] };
  }
  if (curl === undefined) return { operations: [], server: null, key: null, remarks: [] };
  const text = readText(resolve(curl));
  const variables = { ...process.env, BASE_URL: base.replace(/\/$/, '') };
  const shown = curlExchanges(text, variables, curl);
  if (shown.length === 0) throw new Error(`${curl} shows no request.`);
  const { withheld, ...material } = operationsShown(shown);
  if (material.operations.length === 0)
    throw new Error(
      `${curl}: none of its ${shown.length} requests is followed by a success in JSON, so nothing is learnt from it. Paste the output of each command below it.`,
    );
  const secret = (name: string) =>
    `${name}: left out, since it may be a secret or an address of yours, and a target file is shown in reports`;
  const silent = shown.filter((each) => !tells(each));
  const named = silent.map(({ method, url }) => `${method} ${new URL(url).pathname}`).join(', ');
  const remarks = silent.length > 0 ? [`${named}: no successful JSON response, so not used`] : [];
  return { ...material, remarks: [...remarks, ...withheld.map(secret)] };
}

/**
 * Why the key makes the written files useless: the target rejects it. Undefined where it is accepted, or
 * cannot be tested.
 */
async function rejectionOf(address: string, apiKey: string): Promise<string | undefined> {
  const url = `${address.replace(/\/$/, '')}/v1/credits`;
  const headers = { accept: 'application/json', Authorization: `Bearer ${apiKey}` };
  const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(10_000) }).catch(
    () => undefined,
  );
  if (answer?.status !== 401 || !/\binvalid_api_key\b/.test(await answer.text())) return undefined;
  return `API_KEY is rejected (GET ${url}: 401 invalid_api_key), so nothing is written: copy it again, or reissue it.`;
}

function askForAddress(): Promise<string> {
  const example = 'https://staging.example.com';
  return askText('The address of the target, without /v1', example, (given) =>
    URL.canParse(given) ? null : `that is not an address, such as ${example}`,
  );
}

/** The module of the types, as a target file imports it. */
function typesFrom(file: string): string {
  const types = relative(dirname(file), join(root, 'tests', 'drive', 'target')).replaceAll('\\', '/');
  if (types.includes('node_modules/') || isAbsolute(types)) return 'text-workflow-conformance';
  return types.startsWith('.') ? types : `./${types}`;
}
