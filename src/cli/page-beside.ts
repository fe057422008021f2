import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * The page of the run of a record.
 * @param from the folder that the address is relative to
 * @returns its address; null where there is no page beside the record
 */
export function pageBeside(record: string, from: string): string | null {
  const page = join(dirname(record), 'index.html');
  if (!existsSync(page)) return null;
  return relative(from, page).split(sep).map(encodeURIComponent).join('/');
}
