import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inProject } from '../folders';

/** The error in one line, with its position: `TypeError: x is undefined (tests/targets/staging.ts:12:5)`. */
export function formatThrown(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first = ''] = error.message.split('\n');
  const place = placeOf(error.stack ?? '');
  return `${error.name}: ${first}${place === undefined ? '' : ` (${place})`}`;
}

/** File, line and column of the first call outside Node and packages. */
function placeOf(stack: string): string | undefined {
  const calls = stack.split('\n').filter((line) => /^\s+at /.test(line));
  for (const call of calls) {
    const [, file = '', place = ''] =
      /(?:\(|at )((?:file:\/\/)?\/[^()]*|[A-Za-z]:\\[^()]*?)(:\d+:\d+)\)?$/.exec(call) ?? [];
    if (file === '' || file.includes('node_modules')) continue;
    return relative(inProject('.'), file.startsWith('file:') ? fileURLToPath(file) : file) + place;
  }
  return undefined;
}
