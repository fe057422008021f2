import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Makes a folder and those above it. Node's own way to do so never ends below /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** Why no file can be written to a folder, which is made where it is not there: `ENOTDIR`. Null where one can be. */
export function whyUnwritable(folder: string): string | null {
  const file = join(folder, `.writable.${process.pid}`);
  try {
    makeFolder(folder);
    writeFileSync(file, '');
    rmSync(file);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
