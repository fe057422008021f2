import { readFileSync } from 'node:fs';
import { decoded } from '../judge/decoded';
import { endsEarly } from '../judge/json';

/** Reads a text file; throws one line that names it. */
export function readText(path: string): string {
  try {
    return decoded(readFileSync(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`${path} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : code}`);
  }
}

/** Reads a JSON file; throws one line that names it. */
export function jsonIn(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      endsEarly(text) ? `${path} ends before its JSON does: export or copy it again.` : `${path} is not JSON`,
    );
  }
}
