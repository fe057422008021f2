import { readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { parse } from 'dotenv';
import { decoded } from '../judge/data/decoded';

interface EnvFile {
  values: Readonly<Record<string, string>>;
  /** The names of values without quotes that end before a #, for which dotenv takes the beginning of a comment. */
  cut?: readonly string[];
  /** Why the file cannot be used: one line, with the remedy. */
  problem?: string;
}

/**
 * Reads a settings file. If there is none, nothing is set. A file that sets nothing is a problem, since the
 * mock would be tested instead of the target; only the null device is empty on purpose.
 */
export function readEnvFile(path: string): EnvFile {
  let text: string;
  try {
    text = decoded(readFileSync(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT') return { values: {} };
    const why =
      code === 'EISDIR'
        ? 'is a folder: name the file in it, or move it away.'
        : `cannot be read (${code}): make it readable, or name another file in DOTENV_CONFIG_PATH.`;
    return { values: {}, problem: `${path} ${why}` };
  }
  if (text.includes('\0'))
    return { values: {}, problem: `${path} is UTF-16 without a byte-order mark: save it as UTF-8.` };
  const values = parse(text);
  const cut = [...text.matchAll(/^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*([^\s'"`#][^\r\n#]*)?#/gm)];
  // After white space, most settings have a comment there. A key may have any character.
  const names = cut.flatMap(([, name = '', value = '']) =>
    /\S$/.test(value) || /_KEY$/.test(name) ? [name] : [],
  );
  if (Object.keys(values).length > 0 || path === devNull) return { values, cut: names };
  const why = 'sets nothing, since no line of it is NAME=value';
  return { values, problem: `${path} ${why}: fill it in (.env.example shows how), or delete it.` };
}
