import { pathToFileURL } from 'node:url';
import { isObject } from '../../engine/json';
import { inProject } from '../settings';
import type { Target } from '../target';

/**
 * Reads a target file, and trusts it: `soundTarget` looks into it, once a run.
 * @param path of a TypeScript or JavaScript module, relative to the project
 * @throws Error of one line that names the file
 */
export async function loadTarget(path: string): Promise<Target> {
  try {
    return (await importFile(inProject(path))) as Target;
  } catch (error) {
    throw new Error(`TARGET ${path} cannot be loaded: ${reasonOf(error)}`);
  }
}

/** By `require`, since the loader that reads TypeScript has no hand in `import()`; a pure ES module needs that. */
async function importFile(path: string): Promise<unknown> {
  const module: unknown = /\.m[jt]s$/.test(path) ? await import(pathToFileURL(path).href) : require(path);
  if (isObject(module) && module.__esModule && !('default' in module)) return undefined;
  let value = module;
  while (isObject(value) && 'default' in value) value = value.default;
  return value;
}

/** In one line; that of a syntax error is told by Playwright in the message, by tsx below it, by Node above it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [place = ''] = (error.stack ?? '').split('\n');
  const [first = ''] = error.message.replace(/^Transform failed.*\n/, '').split('\n');
  return /:\d+$/.test(place) ? `${place}: ${first}` : first;
}
