import { accessSync, constants, mkdirSync } from 'node:fs';

/** Creates a folder and its parents, which only the owner can read. */
export const makeFolder = (folder: string) => mkdirSync(folder, { recursive: true, mode: 0o700 });

/** Why no file can be written to a folder, which is created if missing: `ENOTDIR`. Null if one can be written. */
export function whyUnwritable(folder: string): string | null {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
