import { wholeRows } from '../judge/texts/failure-text';
import { singleLine } from '../judge/texts/visible-text';

/** Text from a server as plain text: no link, tag, mention or emphasis. */
export function text(words: string): string {
  return singleLine(words)
    .replaceAll('&', '&amp;')
    .replace(/[\\`*[\]<>|~$]|_(?!\w)|(?<!\w)_/g, '\\$&')
    .replace(/@(?=\w)/g, '@\u2060')
    .replace(/(?<=https?):(?=\/\/)/gi, '&#58;')
    .replace(/(?<=\bwww)\./gi, '&#46;');
}

/** Text as Markdown code, fenced by more backquotes than it contains. */
export function code(words: string): string {
  return fenced(singleLine(words));
}

/** Rows with text from a server, or with code. */
const codeRows: ReadonlySet<string> = new Set(['Response', 'Faulty', 'Entry']);

/** The remark beside the title of a fault. */
export function rowText(name: string, words: string): string {
  if (wholeRows.has(name)) return fenced(words);
  if (name === 'Request') return requestText(words);
  return codeRows.has(name) ? code(words) : text(words);
}

/** `GET /v1/credits, sent with API_KEY`, of which the request is code. */
function requestText(words: string): string {
  const at = words.lastIndexOf(', sent ');
  return at < 0 ? code(words) : code(words.slice(0, at)) + text(words.slice(at));
}

/** A fault as an item of a numbered list: its sentence, then the details. */
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
