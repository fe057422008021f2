import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { runProgram } from '../../src/cli/program';

export const root = join(__dirname, '../..');
export const cli = require.resolve('@playwright/test/cli');

export interface Result {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** Builds an environment of the given variables and this process's PATH and HOME. */
function bare(given: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...given };
}

/** Runs a command until it exits. It inherits only PATH and HOME from this process's environment. */
export function run(
  command: string,
  words: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
  meanwhile: (child: ChildProcess) => void = () => undefined,
): Promise<Result> {
  const child = spawn(command, words, {
    cwd,
    env: bare(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result: Result = { code: null, signal: null, stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk) => {
      result[stream] += chunk;
    });
  meanwhile(child);
  return new Promise((done) => {
    child.on('close', (code, signal) => done({ ...result, code, signal }));
  });
}

/** Runs a subcommand in the way of `npm run conformance`. */
export function conformance(
  name: string,
  words: readonly string[] = [],
  env: Record<string, string> = {},
  cwd = root,
): Promise<Result> {
  return run(process.execPath, [join(root, 'src/cli/conformance.cjs'), name, ...words], cwd, env);
}

/**
 * The same in this process, which saves the second that a new one takes to start. Subcommands that wait for a
 * child process cannot use it, because they would block the servers that a test runs in this process.
 */
export async function conformanceHere(
  name: string,
  words: readonly string[] = [],
  env: Record<string, string> = {},
  cwd = root,
): Promise<Result> {
  const { env: before, exitCode } = process;
  const here = process.cwd();
  const result: Result = { code: null, signal: null, stdout: '', stderr: '' };
  const writers = (['stdout', 'stderr'] as const).map((name) => {
    const { write } = process[name];
    process[name].write = (chunk: string | Uint8Array) => {
      result[name] += Buffer.from(chunk).toString();
      return true;
    };
    return () => {
      process[name].write = write;
    };
  });
  process.env = bare({ ...(cwd !== root && { CONFORMANCE_FOLDER: cwd }), ...env });
  process.exitCode = undefined;
  process.chdir(cwd);
  try {
    await runProgram([name, ...words]);
    result.code = Number(process.exitCode ?? 0);
  } finally {
    process.env = before;
    process.exitCode = exitCode;
    process.chdir(here);
    for (const restore of writers) restore();
  }
  return result;
}

/** Runs `init`, which starts the doctor unless `--no-doctor` is given. */
export const init = (words: readonly string[], env: Record<string, string>, folder: string) =>
  (words.includes('--no-doctor') ? conformanceHere : conformance)('init', words, env, folder);
