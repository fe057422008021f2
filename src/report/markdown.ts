import { wholeRows } from '../judge/failure-text';
import { singleLine } from '../judge/visible-text';

/** A stranger's text as plain words: no link, no tag, no mention, no emphasis. */
export function text(words: string): string {
  return singleLine(words)
    .replaceAll('&', '&amp;')
    .replace(/[\\`*[\]<>|~$]|_(?!\w)|(?<!\w)_/g, '\\$&')
    .replace(/@(?=\w)/g, '@\u2060')
    .replace(/(?<=https?):(?=\/\/)/gi, '&#58;')
    .replace(/(?<=\bwww)\./gi, '&#46;');
}

/** Words as code of Markdown: fenced by more backquotes than they hold. */
export function code(words: string): string {
  return fenced(singleLine(words));
}

/** Rows whose texts are of a server's making, or are read as code. */
const codeRows: ReadonlySet<string> = new Set(['Request', 'Response', 'Faulty', 'Entry']);

/** What stands beside the name of a fault's row. */
export function rowText(name: string, words: string): string {
  if (wholeRows.has(name)) return fenced(words);
  return codeRows.has(name) ? code(words) : text(words);
}

/** A fault as an item of a numbered list: its sentence, and what is known of it. */
export function faultItem(
  sentence: string,
  label: string,
  rows: readonly (readonly [string, string])[],
): string {
  return [
    `1. **${text(sentence)}** [${label}]`,
    ...rows.map(([name, words]) => `   - ${name}: ${rowText(name, words)}`),
  ].join('\n');
}

function fenced(words: string): string {
  const longest = Math.max(0, ...(words.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${words}${fence}` : `${fence} ${words} ${fence}`;
}
