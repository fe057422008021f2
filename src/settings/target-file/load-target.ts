import { pathToFileURL } from 'node:url';
import { types } from 'node:util';
import { isObject } from '../../judge/data/json';
import { inProject } from '../folders';
import type { Target } from './target';

/**
 * Loads a target file without checking its content: `soundTarget` does that once a run.
 * @param path of a TypeScript or JavaScript module, relative to the project
 * @throws Error of one line that names the file
 */
export async function loadTarget(path: string): Promise<Target> {
  let exported: unknown;
  try {
    exported = defaultOf(await importFile(inProject(path)));
  } catch (error) {
    const reason = reasonOf(error);
    const remedy = isOnlyEsModule.test(reason) ? `: name the file ${path.replace(/\.([jt]s)$/, '.m$1')}` : '';
    throw new Error(`TARGET ${path} cannot be loaded: ${reason}${remedy}`);
  }
  // A run with it would be green with most clauses not tested.
  if (describesNothing(exported))
    throw new Error(
      `TARGET ${path}: the default export is missing or empty, so the file describes nothing. Write "export default { text: ... }" as in tests/targets/example.ts, or leave TARGET out to test the known endpoints alone.`,
    );
  return exported as Target;
}

/** Errors of loaders that read an ES module as CommonJS. */
const isOnlyEsModule = /import\.meta|top-level await|exports is not defined/i;

/**
 * With `require`, which reads TypeScript in a run and in subcommands. A module that is only an ES module
 * needs another loader.
 */
async function importFile(path: string): Promise<unknown> {
  if (!/\.m[jt]s$/.test(path)) return require(path);
  const { tsImport } = await import('tsx/esm/api');
  return tsImport(pathToFileURL(path).href, __filename);
}

/** In CommonJS, the exports are the default. In an ES module, compiled or not, only `default` is. */
function defaultOf(module: unknown): unknown {
  if (!isObject(module)) return module;
  const named = types.isModuleNamespaceObject(module) || module.__esModule;
  if (named && !('default' in module)) return undefined;
  return 'default' in module ? defaultOf(module.default) : module;
}

function describesNothing(exported: unknown): boolean {
  return (
    exported === undefined ||
    (isObject(exported) && Object.values(exported).every((part) => part === undefined))
  );
}

/** In one line. For a syntax error, Playwright has the position in the message, tsx below it, and Node above it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [place = ''] = (error.stack ?? '').split('\n');
  const [first = ''] = error.message.replace(/^Transform failed.*\n/, '').split('\n');
  return /:\d+$/.test(place) ? `${place}: ${first}` : first;
}
