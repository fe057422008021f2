import { readFileSync } from 'node:fs';
import { decoded } from '../judge/data/decoded';

/** Reads a text file; throws one line that names it. */
export function readText(path: string): string {
  try {
    return decoded(readFileSync(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`${path} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : code}`);
  }
}
