import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { readEnvFile } from '../drive/settings/env-file';
import { curlExchanges } from '../init/curl';
import { operationsIn } from '../init/document';
import { operationsShown, tells } from '../init/exchanges';
import { draftOf, prefixOf } from '../init/find';
import type { Endpoint } from '../init/operation';
import { isAddress, readDocument } from '../init/read-document';
import { missingIn, settingsFile, sourceOf } from '../init/source';
import { inClear, isInClear } from '../judge/response/plain-http';
import { commandLine } from '../judge/texts/command-line';
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

export const command = subcommand('init', {
  does: 'Writes a target file and a .env from an OpenAPI document or curl commands, then verifies each part with the doctor. A part that the document or the commands do not show is a comment in the target file. Files that exist are never overwritten. The address is read from --base-url, BASE_URL, the document or the commands, or .env, in this order; the key from API_KEY or the commands.',
  exitCodes: {
    0: 'the files were written, and every part in them is verified (with --no-doctor or without a key: not verified)',
    2: 'an option, a file or the key cannot be used, or no part is shown, and nothing was written; or the doctor found a wrong setting or account',
    3: 'the files were written, but a part is not verified or the target is unavailable',
  },
  example: '--openapi openapi.yaml --base-url https://staging.example.com',
})
  .option('--openapi <source>', 'file or address of an OpenAPI document to read')
  .option('--curl <file>', 'file with curl commands, each followed by its output')
  .option('--base-url <address>', 'address of the target, without /v1')
  .option(
    '--target <file>',
    'target file to write (default: tests/targets/staging.ts for staging.example.com; in an installed package: target.ts)',
  )
  .option('--env <file>', 'settings file to write (default: .env)')
  .option('--no-doctor', 'do not verify what was written')
  .option('--allow-http', 'send keys to an http address of another machine as well')
  .action(async (options) => {
    process.exitCode = await init(options);
  });

type Options = ReturnType<typeof command.opts>;

async function init(values: Options): Promise<number> {
  const settings = resolve(values.env ?? '.env');
  rejectShared(settings);
  // A saved address may belong to another target, whose settings stay beside those that are written now.
  const { values: kept, problem } = readEnvFile(process.env.DOTENV_CONFIG_PATH || resolve('.env'));
  if (problem !== undefined) throw new Error(problem);
  const given = values.baseUrl || process.env.BASE_URL || undefined;
  const found = await materialOf(given ?? kept.BASE_URL, values.openapi, values.curl);
  const { address, place } = addressOf(values, found, given, kept.BASE_URL);
  const file = resolve(values.target ?? usualFile(address));
  rejectExisting(settings, file);

  console.log(`Target  ${address}  (${place})`);
  const tell = (line: string) => console.log(`  ${line}`);
  found.remarks.forEach(tell);
  const draft = draftOf(found.operations, tell);
  const missing = missingIn(draft);
  for (const [part, names] of Object.entries(missing))
    tell(`${part}: a comment, since the value of ${names.join(', ')} is not shown: fill it in`);
  if (Object.keys(draft).length === 0)
    throw new Error(
      'Nothing describes a part, so nothing is written. Copy tests/targets/example.ts and edit it, or set BASE_URL and API_KEY and leave TARGET out to test the known endpoints alone.',
    );
  const apiKey = process.env.API_KEY || found.key;
  if (apiKey !== null && values.doctor) {
    const isAllowed = values.allowHttp || process.env.ALLOW_HTTP === 'yes';
    if (!isAllowed && isInClear(new URL(address))) throw new Error(inClear(address));
    await rejectWrongKey(address, apiKey);
  }

  for (const path of [file, settings]) mkdirSync(dirname(path), { recursive: true });
  const example = readFileSync(join(root, 'tests', 'targets', 'example.ts'), 'utf8');
  writeFileSync(file, sourceOf(draft, example, new URL(address).host, typesFrom(file)), { flag: 'wx' });
  const below = relative(isInside() ? root : dirname(settings), file);
  const target = below.startsWith('..') ? file : below;
  writeFileSync(settings, settingsFile(address, apiKey, target), { flag: 'wx', mode: 0o600 });
  console.log(`Written ${relative('', file)}, ${relative('', settings)}`);
  if (!values.doctor) return 0;
  const isDescribed = Object.keys(draft).some((part) => part !== 'asStep' && !(part in missing));
  if (!isDescribed || apiKey === null) {
    const remedy = isDescribed
      ? `Put the key into ${relative('', settings)}`
      : `Fill in a part of ${relative('', file)}, since all are comments`;
    console.log(`${remedy}, then: ${commandLine('doctor', '--sign')}`);
    return isDescribed ? 0 : 3;
  }
  return verify(values, { BASE_URL: address, API_KEY: apiKey, TARGET: file, DOTENV_CONFIG_PATH: settings });
}

/** Starts the doctor, and prints the plan of a run. */
function verify({ allowHttp, env: settings }: Options, own: Record<string, string>): number {
  const env = { ...process.env, ...own };
  const code = start(['doctor', '--sign', ...(allowHttp ? ['--allow-http'] : [])], env);
  start(['plan'], env);
  const prefix = settings === undefined ? '' : `DOTENV_CONFIG_PATH=${settings} `;
  if (code === 0) console.log(`\nEvery part is verified. The first verdict: ${prefix}${commandLine('run')}`);
  return code;
}

const isInside = () => process.cwd() === root;

/** @throws where nothing names the address of the target */
function addressOf(
  { openapi, curl, baseUrl }: Options,
  { server, operations }: Material,
  given: string | undefined,
  saved: string | undefined,
): { address: string; place: string } {
  const prefix = prefixOf(operations);
  // The servers of a document may be paths only: they are relative to an address without one.
  const isOrigin = given !== undefined && URL.canParse(given) && new URL(given).pathname === '/';
  const candidates: [address: string | undefined, place: string][] = [
    [
      server === null && isOrigin ? given.replace(/\/$/, '') + prefix : given,
      baseUrl ? '--base-url' : 'BASE_URL',
    ],
    [server === null ? undefined : server + prefix, openapi ?? curl ?? ''],
    [saved, 'BASE_URL of .env'],
  ];
  const [address, place = ''] = candidates.find(([each]) => each !== undefined) ?? [];
  if (address === undefined || !URL.canParse(address))
    throw new Error(
      `Where is the target? Give --base-url https://..., the address before /v1 (${commandLine('init', '--help')}).`,
    );
  return { address, place };
}

/** In a checkout, a file named after the first label of the host. */
function usualFile(address: string): string {
  const { hostname } = new URL(address);
  const name = /^[\d.]*$|^localhost$|^\[/.test(hostname) ? 'local' : hostname.split('.')[0];
  return isInside() ? join('tests', 'targets', `${name}.ts`) : 'target.ts';
}

/** @throws where files that would be written exist; it names all of them */
function rejectExisting(settings: string, file: string): void {
  if (file === settings)
    throw new Error(`--target and --env are both ${relative('', file)}: name two files.`);
  const existing = [file, settings].filter((path) => existsSync(path));
  if (existing.length === 0) return;
  const names = existing.map((path) => relative('', path)).join(' and ');
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
  if ((openapi === undefined) === (curl === undefined))
    throw new Error(
      `Give one of --openapi and --curl. Without either, copy tests/targets/example.ts and edit it (${commandLine('init', '--help')}).`,
    );
  if (openapi !== undefined) {
    const text = isAddress(openapi) ? await textAt(openapi) : readText(openapi);
    const { document, remarks } = await readDocument(text, openapi);
    const described = operationsIn(document, openapi);
    return { ...described, key: null, remarks: [...remarks, ...described.remarks] };
  }
  const file = curl ?? '';
  const variables = { ...process.env, BASE_URL: base.replace(/\/$/, '') };
  const shown = curlExchanges(readText(resolve(file)), variables, file);
  if (shown.length === 0) throw new Error(`${file} shows no request.`);
  const { withheld, ...material } = operationsShown(shown);
  if (material.operations.length === 0)
    throw new Error(
      `${file}: none of its ${shown.length} requests is followed by a success in JSON, so nothing is learnt from it. Paste the output of each command below it.`,
    );
  const silent = shown.filter((each) => !tells(each));
  const named = silent.map(({ method, url }) => `${method} ${new URL(url).pathname}`).join(', ');
  const remarks = silent.length > 0 ? [`${named}: no successful JSON response, so not used`] : [];
  const secret = (name: string) =>
    `${name}: left out, since it may be a secret or an address of yours, and a target file is shown in reports`;
  return { ...material, remarks: [...remarks, ...withheld.map(secret)] };
}

/** @throws where the target rejects the key, which makes the written files useless */
async function rejectWrongKey(address: string, apiKey: string): Promise<void> {
  const url = `${address.replace(/\/$/, '')}/v1/credits`;
  const headers = { accept: 'application/json', Authorization: `Bearer ${apiKey}` };
  const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(10_000) }).catch(
    () => undefined,
  );
  if (answer?.status === 401 && /\binvalid_api_key\b/.test(await answer.text()))
    throw new Error(
      `API_KEY is rejected (GET ${url}: 401 invalid_api_key), so nothing is written: copy it again, or reissue it.`,
    );
}

/** The module of the types, as a target file imports it: in an installed package, that package. */
function typesFrom(file: string): string {
  const types = relative(dirname(file), join(root, 'src', 'drive', 'target-file', 'target')).replaceAll(
    '\\',
    '/',
  );
  if (types.includes('node_modules/') || isAbsolute(types)) return 'text-workflow-conformance';
  return types.startsWith('.') ? types : `./${types}`;
}
