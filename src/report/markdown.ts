import { escapeControlCharacters, singleLine } from '../judge/texts/visible-text';
import { capital } from '../judge/texts/wording';
import type { Section, View } from './view';

/** A job summary or a pull request comment is limited in length; the page shows the rest. */
const mostItems = 20;

/** A view as Markdown. What readers add to a list of known failures is left to known-failures.yaml and the page. */
export function markdownOf({ headline, reasons, sections, facts }: View): string {
  return [
    `## ${text(capital(headline))}`,
    ...(reasons.length > 0 ? [reasons.map((reason) => `- ${text(reason)}`).join('\n')] : []),
    ...sections.map(sectionText),
    '---',
    facts.map(([name, words]) => `- ${name}: ${text(words)}`).join('\n'),
    '',
  ].join('\n\n');
}

function sectionText({ title, items }: Section): string {
  const shown = items
    .slice(0, mostItems)
    .flatMap(({ words, label, rows }) => [
      rows.length > 0 ? `1. **${text(words)}**${label ? ` [${label}]` : ''}` : `- ${text(words)}`,
      ...rows.map(([name, words]) => `   - ${name}: ${rowText(name, words)}`),
    ]);
  const rest = items.length - mostItems;
  if (rest > 0) shown.push(`- and ${rest} more, in the page`);
  return `### ${title}\n\n${shown.join('\n')}`;
}

/** Text from a server as plain text: no link, tag, mention or emphasis. */
function text(words: string): string {
  return singleLine(words)
    .replaceAll('&', '&amp;')
    .replace(/[\\`*[\]<>|~$]|_(?!\w)|(?<!\w)_/g, '\\$&')
    .replace(/@(?=\w)/g, '@\u2060')
    .replace(/(?<=https?):(?=\/\/)/gi, '&#58;')
    .replace(/(?<=\bwww)\./gi, '&#46;');
}

/** Rows with text from a server, or with code. */
const codeRows: ReadonlySet<string> = new Set(['Request', 'Response', 'Repeat', 'Faulty']);

const rowText = (name: string, words: string) =>
  codeRows.has(name) ? fenced(escapeControlCharacters(words)) : text(words);

/** Text as Markdown code, fenced by more backquotes than it contains. */
function fenced(words: string): string {
  const longest = Math.max(0, ...(words.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${words}${fence}` : `${fence} ${words} ${fence}`;
}
