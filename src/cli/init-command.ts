import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { draftOf, prefixOf } from '../init/find';
import { operationsIn, serverOf } from '../init/operations';
import { listIn, readDocument, type Source } from '../init/read';
import { missingIn, settingsText, targetText } from '../init/write';
import { commandLine } from '../judge/texts/command-line';
import { subcommand } from './command';

const root = join(__dirname, '..', '..');

export const command = subcommand('init', {
  does: 'Writes a target file and a .env from an OpenAPI document in a file, then verifies each part with the doctor, unless only the document names the address. A part that the document does not show is a comment in the target file. Files that exist are never overwritten. The address is read from --base-url, BASE_URL or the document, in this order; the key from API_KEY.',
  exitCodes: {
    0: 'the files were written, and every part in them is verified (with --no-doctor, without a key, or where only the document names the address: not verified)',
    2: 'an option, a file or the key cannot be used, or no part is shown, and nothing was written; or the doctor found a wrong setting or account',
    3: 'the files were written, but a part is not verified or the target is unavailable',
  },
  example: '--openapi openapi.yaml --base-url https://staging.example.com',
})
  .option('--openapi <file>', 'OpenAPI document to read, in JSON or YAML')
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
  const source = readDocument(fileOf(values));
  const operations = operationsIn(source);
  const { address, place } = addressOf(values, source, prefixOf(operations));
  const file = resolve(values.target ?? usualFile(address));
  rejectExisting(settings, file);

  console.log(`Target  ${address}  (${place ?? values.openapi})`);
  const tell = (line: string) => console.log(`  ${line}`);
  const { draft, asStep } = draftOf(operations, tell);
  source.remarks.forEach(tell);
  const parts = Object.entries(draft).filter(([, part]) => part !== undefined);
  const incomplete = parts.filter(([, part]) => missingIn(part).length > 0);
  for (const [name, part] of incomplete)
    tell(`${name}: a comment until you fill in ${missingIn(part).join(', ')}`);
  if (parts.length === 0)
    throw new Error(
      'Nothing describes a part, so nothing is written. Copy tests/targets/example.ts and edit it, or set BASE_URL and API_KEY and leave TARGET out to test the known endpoints alone.',
    );

  const apiKey = process.env.API_KEY ?? '';
  for (const path of [file, settings]) mkdirSync(dirname(path), { recursive: true });
  const example = readFileSync(join(root, 'tests', 'targets', 'example.ts'), 'utf8');
  const text = targetText(draft, asStep, example, new URL(address).host, typesFrom(file));
  writeFileSync(file, text, { flag: 'wx' });
  const below = relative(isInside() ? root : dirname(settings), file);
  const target = below.startsWith('..') ? file : below;
  writeFileSync(settings, settingsText({ BASE_URL: address, API_KEY: apiKey, TARGET: target }), {
    flag: 'wx',
    mode: 0o600,
  });
  console.log(`Written ${relative('', file)}, ${relative('', settings)}`);
  if (!values.doctor) return 0;
  const isDescribed = parts.length > incomplete.length;
  const remedies = [
    // A document may name any address, and the doctor sends the key there.
    ...(place === null ? [`See whether BASE_URL in ${relative('', settings)} is right`] : []),
    ...(isDescribed ? [] : [`Fill in a part of ${relative('', file)}, since all are comments`]),
    ...(apiKey === '' ? [`Put the key into ${relative('', settings)}`] : []),
  ];
  if (remedies.length > 0) {
    console.log(`${remedies.join('. ')}. Then: ${commandLine('doctor', '--sign')}`);
    return isDescribed ? 0 : 3;
  }
  console.log('');
  const own = { BASE_URL: address, API_KEY: apiKey, TARGET: file, DOTENV_CONFIG_PATH: settings };
  Object.assign(process.env, own);
  const { diagnose }: typeof import('./doctor-command') = require('./doctor-command');
  const code = await diagnose({ sign: true, ...(values.allowHttp && { allowHttp: true }) });
  const prefix = values.env === undefined ? '' : `DOTENV_CONFIG_PATH=${values.env} `;
  const next = (name: 'plan' | 'run') => `${prefix}${commandLine(name)}`;
  if (code === 0)
    console.log(
      `\nEvery part is verified. What a run sends: ${next('plan')}. The first verdict: ${next('run')}`,
    );
  return code;
}

const isInside = () => process.cwd() === root;

/** The file of the document. */
function fileOf({ openapi }: Options): string {
  if (openapi === undefined)
    throw new Error(
      `Give --openapi with a file. If your service has no OpenAPI document, copy tests/targets/example.ts, edit it, and verify it: ${commandLine('doctor', '--sign')}.`,
    );
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(openapi)) return openapi;
  const [, name = 'openapi.json'] = /([\w.-]+\.(?:json|ya?ml))(?:[?#]|$)/i.exec(openapi) ?? [];
  throw new Error(
    `--openapi reads a file, not an address. Fetch it first: curl -fsSL -o ${name} '${openapi.replaceAll("'", '%27')}', then give --openapi ${name}.`,
  );
}

/**
 * The address of the target, and what names it; null for the document.
 * @throws where nothing names it
 */
function addressOf(
  { baseUrl }: Options,
  { document }: Source,
  prefix: string,
): { address: string; place: string | null } {
  const { shown, origin } = serverOf(listIn(document.servers)[0]);
  const given = baseUrl || process.env.BASE_URL;
  // The servers of a document may be paths only: they are relative to an address without one.
  const isOrigin = given && URL.canParse(given) && new URL(given).pathname === '/' && origin === null;
  const address = isOrigin ? given.replace(/\/$/, '') + prefix : given || (origin && origin + prefix);
  if (!address || !URL.canParse(address))
    throw new Error(
      `Where is the target? Give --base-url https://..., the address before /v1${shown && `: "${shown}", which the document names as its server, is not a whole address`}.`,
    );
  return { address, place: given ? (baseUrl ? '--base-url' : 'BASE_URL') : null };
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
  const types = relative(dirname(file), join(root, 'src', 'settings', 'target-file', 'target'));
  const path = types.replaceAll('\\', '/');
  if (path.includes('node_modules/') || isAbsolute(path)) return 'text-workflow-conformance';
  return path.startsWith('.') ? path : `./${path}`;
}
