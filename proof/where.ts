import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type ClauseId, ledger } from '../spec/ledger';
import { sections } from '../spec/sections';

/** A line of the project that states the rule of a clause, or depends on it. */
export interface Place {
  /** Relative to the project. */
  file: string;
  line: number;
  text: string;
}

const root = join(__dirname, '..');
/** What says what was once, or is made from the rest. */
const ELSEWHERE = /^(?:CHANGELOG|DECISIONS)\.md$|^spec\/generated\/|\/samples\//;

/**
 * Every line with the ID of a clause, in the order of the files; its chapter may be a variable, as where jobs and runs
 * have the same rule. A longer ID that begins with it does not count.
 */
export function placesOf(id: ClauseId): Place[] {
  const [chapter, ...rest] = id.split('.');
  const pattern = `(^|[^a-z.-])(${chapter}|\\$\\{[A-Za-z]+\\})\\.${rest.join('\\.')}($|[^a-z.-]|\\.($|[^a-z]))`;
  const found = execFileSync('git', ['grep', '-nE', '--untracked', pattern], { cwd: root, encoding: 'utf8' });
  return found.split('\n').flatMap((row) => {
    const [, file = '', line = '', text = ''] = /^([^:]+):(\d+):\s*(.*)$/.exec(row) ?? [];
    return file === '' || ELSEWHERE.test(file) ? [] : [{ file, line: Number(line), text }];
  });
}

function main(): void {
  const [id = ''] = process.argv.slice(2);
  if (!Object.hasOwn(ledger, id)) {
    const like = Object.keys(ledger).filter((each) => id !== '' && each.includes(id));
    const help = like.length > 0 ? like : ['npm run where -- auth.key.wrong'];
    process.stderr.write(`Name a clause, such as:\n${help.map((each) => `  ${each}\n`).join('')}`);
    process.exitCode = 2;
    return;
  }
  const { section, sentence } = ledger[id as ClauseId];
  const lines = placesOf(id as ClauseId).map(({ file, line, text }) => `${file}:${line}: ${text}`);
  process.stdout.write(
    `${id}: ${sentence}\n\nspec/sections.ts, ${section}: ${sections[section].words.join(' ')}\n\n${lines.join('\n')}\n`,
  );
}

if (require.main === module) main();
