import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { operationsIn } from '../init/document';
import type { Described } from '../init/endpoint';
import { draftOf, prefixOf } from '../init/find';
import { shownSource } from '../init/places';
import { readDocument } from '../init/read-document';
import { missingIn, settingsFile, sourceOf } from '../init/source';
import { commandLine } from '../judge/texts/command-line';
import { bytesAt } from './bytes-at';
import { subcommand } from './command';

const root = join(__dirname, '..', '..');

export const command = subcommand('init', {
  does: 'Writes a target file and a .env from an OpenAPI document, then verifies each part with the doctor. A part that the document does not show is a comment in the target file. Files that exist are never overwritten. The address is read from --base-url, BASE_URL or the document, in this order; the key from API_KEY.',
  exitCodes: {
    0: 'the files were written, and every part in them is verified (with --no-doctor or without a key: not verified)',
    2: 'an option, a file or the key cannot be used, or no part is shown, and nothing was written; or the doctor found a wrong setting or account',
    3: 'the files were written, but a part is not verified or the target is unavailable',
  },
  example: '--openapi openapi.yaml --base-url https://staging.example.com',
})
  .option('--openapi <source>', 'file or address of an OpenAPI document to read')
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
  const given = values.baseUrl || process.env.BASE_URL || undefined;
  const found = await described(values);
  const { address, place } = addressOf(values, found, given);
  const file = resolve(values.target ?? usualFile(address));
  rejectExisting(settings, file);

  console.log(`Target  ${address}  (${place})`);
  const tell = (line: string) => console.log(`  ${line}`);
  [...found.unclear, ...found.remarks].forEach(tell);
  const { draft, asStep } = draftOf(found.operations, tell);
  const parts = Object.entries(draft).filter(([, part]) => part !== undefined);
  const incomplete = parts.filter(([, part]) => missingIn(part).length > 0);
  for (const [name, part] of incomplete)
    tell(`${name}: a comment until you fill in ${missingIn(part).join(', ')}`);
  if (parts.length === 0)
    throw new Error(
      'Nothing describes a part, so nothing is written. Copy tests/targets/example.ts and edit it, or set BASE_URL and API_KEY and leave TARGET out to test the known endpoints alone.',
    );

  const apiKey = process.env.API_KEY || null;
  for (const path of [file, settings]) mkdirSync(dirname(path), { recursive: true });
  const example = readFileSync(join(root, 'tests', 'targets', 'example.ts'), 'utf8');
  const source = sourceOf(draft, asStep, example, new URL(address).host, typesFrom(file));
  writeFileSync(file, source, { flag: 'wx' });
  const below = relative(isInside() ? root : dirname(settings), file);
  const target = below.startsWith('..') ? file : below;
  const text = settingsFile({ BASE_URL: address, API_KEY: apiKey, TARGET: target }, tell);
  writeFileSync(settings, text, { flag: 'wx', mode: 0o600 });
  console.log(`Written ${relative('', file)}, ${relative('', settings)}`);
  if (!values.doctor) return 0;
  const isDescribed = parts.length > incomplete.length;
  if (!isDescribed || apiKey === null) {
    const remedy = isDescribed
      ? `Put the key into ${relative('', settings)}`
      : `Fill in a part of ${relative('', file)}, since all are comments`;
    console.log(`${remedy}, then: ${commandLine('doctor', '--sign')}`);
    return isDescribed ? 0 : 3;
  }
  return verify(values, { BASE_URL: address, API_KEY: apiKey, TARGET: file, DOTENV_CONFIG_PATH: settings });
}

/** Starts the doctor. */
function verify({ allowHttp, env: settings }: Options, own: Record<string, string>): number {
  console.log('');
  const words = [
    join(__dirname, 'conformance.cjs'),
    'doctor',
    '--sign',
    ...(allowHttp ? ['--allow-http'] : []),
  ];
  const { status } = spawnSync(process.execPath, words, {
    env: { ...process.env, ...own },
    stdio: 'inherit',
  });
  const prefix = settings === undefined ? '' : `DOTENV_CONFIG_PATH=${settings} `;
  const next = (name: 'plan' | 'run') => `${prefix}${commandLine(name)}`;
  if (status === 0)
    console.log(
      `\nEvery part is verified. What a run sends: ${next('plan')}. The first verdict: ${next('run')}`,
    );
  return status ?? 2;
}

const isInside = () => process.cwd() === root;

/** What the document shows. */
async function described({ openapi }: Options): Promise<Described> {
  if (openapi === undefined)
    throw new Error(
      `Give --openapi with a file or an address. If your service has no OpenAPI document, copy tests/targets/example.ts, edit it, and verify it: ${commandLine('doctor', '--sign')}.`,
    );
  return operationsIn(await readDocument(openapi, bytesAt));
}

/** @throws where nothing names the address of the target */
function addressOf(
  { openapi, baseUrl }: Options,
  { server, operations, unclear }: Described,
  given: string | undefined,
): { address: string; place: string } {
  const prefix = prefixOf(operations);
  const shown = server === null ? undefined : server + prefix;
  // The servers of a document may be paths only: they are relative to an address without one.
  const isOrigin = given !== undefined && URL.canParse(given) && new URL(given).pathname === '/';
  const own = server === null && isOrigin ? given.replace(/\/$/, '') + prefix : given;
  const address = own ?? shown;
  if (address === undefined || !URL.canParse(address))
    throw new Error(
      [
        ...unclear,
        `Where is the target? Give --base-url https://..., the address before /v1 (${commandLine('init', '--help')}).`,
      ].join('\n'),
    );
  const place = own === undefined ? shownSource(openapi ?? '') : baseUrl ? '--base-url' : 'BASE_URL';
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
  const names = (paths: string[]) => paths.map((path) => relative('', path)).join(' and ');
  if (file === settings) throw new Error(`--target and --env are both ${names([file])}: name two files.`);
  const existing = [file, settings].filter((path) => existsSync(path));
  if (existing.length > 0)
    throw new Error(
      `Files are never overwritten, and there is already ${names(existing)}: move it away, or name other files with --target and --env.`,
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

/** The module of the types, as a target file imports it: in an installed package, that package. */
function typesFrom(file: string): string {
  const types = relative(dirname(file), join(root, 'src', 'drive', 'target-file', 'target'));
  const path = types.replaceAll('\\', '/');
  if (path.includes('node_modules/') || isAbsolute(path)) return 'text-workflow-conformance';
  return path.startsWith('.') ? path : `./${path}`;
}
