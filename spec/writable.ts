import { accessSync, constants, mkdirSync } from 'node:fs';

/** A folder that is there, or could be made, and that files can be written to. */
export function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
