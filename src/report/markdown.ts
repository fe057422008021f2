import { line } from '../judge/visible';

/** A stranger's text as plain words: no link, no tag, no mention, no emphasis. */
export function text(words: string): string {
  return line(words)
    .replaceAll('&', '&amp;')
    .replace(/[\\`*[\]<>|~$]|_(?!\w)|(?<!\w)_/g, '\\$&')
    .replace(/@(?=\w)/g, '@\u2060')
    .replace(/(?<=https?):(?=\/\/)/gi, '&#58;')
    .replace(/(?<=\bwww)\./gi, '&#46;');
}

/** Words as code of Markdown: fenced by more backquotes than they hold. */
export function code(words: string): string {
  const flat = line(words);
  const longest = Math.max(0, ...(flat.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${flat}${fence}` : `${fence} ${flat} ${fence}`;
}
