import { join, resolve } from 'node:path';
import { readEnvFile } from './env-file';

/**
 * A relative path in a setting is relative to the folder of playwright.config.ts, wherever a run is started.
 * For a command started in another folder, it is relative to that folder.
 */
export function inProject(path: string): string {
  return resolve(process.env.CONFORMANCE_FOLDER ?? join(__dirname, '..', '..'), path);
}

/** The report folder: REPORTS, or one that is the same for every run. */
export function reportsFolder(env: NodeJS.ProcessEnv): string {
  const usual = process.env.CONFORMANCE_FOLDER === undefined ? 'reports/output' : 'conformance-report';
  return inProject(env.REPORTS?.trim() || usual);
}

/** The entries of known failures that a run writes into its report folder. */
export const WRITTEN_KNOWN_FAILURES = 'known-failures.yaml';

/**
 * Adds the settings of .env, or of the file in DOTENV_CONFIG_PATH, to an environment. Variables that are
 * already set win.
 * @returns the names that the file sets, those whose value a # cuts, and why it cannot be used
 */
export function addEnvFile(env: NodeJS.ProcessEnv): { names: string[]; cut: string[]; problem?: string } {
  const { values, cut = [], problem } = readEnvFile(inProject(env.DOTENV_CONFIG_PATH || '.env'));
  for (const [name, value] of Object.entries(values)) env[name] ??= value;
  return {
    names: Object.keys(values),
    cut: cut.filter((name) => env[name] === values[name]),
    ...(problem !== undefined && { problem }),
  };
}
