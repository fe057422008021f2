import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * The page of the run that a record is of.
 * @param from the folder that its address is to be relative to
 * @returns its address; null where no page stands beside the record
 */
export function pageBeside(record: string, from: string): string | null {
  const page = join(dirname(record), 'index.html');
  if (!existsSync(page)) return null;
  return relative(from, page).split(sep).map(encodeURIComponent).join('/');
}
