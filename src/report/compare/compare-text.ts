import { wholeRows } from '../../judge/texts/failure-text';
import { singleLine } from '../../judge/texts/visible-text';
import { code, rowText, text } from '../markdown';
import type { ComparisonWords, Row } from './compare-sections';
import { isSide } from './sides';

/** A comparison as lines for a terminal. The verdict comes last. */
export function terminalOf({ verdict, sides, sections }: ComparisonWords): string[] {
  return [
    ...sides.map(([name, words]) => `${`${name}:`.padEnd(9)} ${singleLine(words)}`),
    ...sections.flatMap(({ title, rows }) => [
      '',
      `${title} (${rows.length}):`,
      ...rows.flatMap(({ clause, words, facts, links }) => [
        `  ${clause === undefined ? '' : `${singleLine(clause)}  `}${singleLine(words)}`,
        ...[...facts, ...links].map(
          ([name, words]) => `    ${name.padEnd(11)} ${wholeRows.has(name) ? words : singleLine(words)}`,
        ),
      ]),
    ]),
    '',
    verdict,
  ];
}

/** A job summary is limited in length; the page shows the rest. */
const mostRows = 30;

export function markdownOf({ verdict, sides, sections }: ComparisonWords): string {
  const parts = sections.map(({ title, rows }) => {
    const rest = rows.length - mostRows;
    const more = rest > 0 ? [`- and ${rest} more`] : [];
    return [`### ${title}`, [...rows.slice(0, mostRows).map(item), ...more].join('\n')].join('\n\n');
  });
  return [
    `## Compared: ${text(verdict)}`,
    sides.map(([name, words]) => `- ${name}: ${text(words)}`).join('\n'),
    ...parts,
    '',
  ].join('\n\n');
}

function item({ clause, words, facts, links }: Row): string {
  const head = clause === undefined ? `**${text(words)}**` : `**${code(clause)}** ${text(words)}`;
  const lines = [
    ...facts.map(([name, words]) => `  ${name}: ${isSide(name) ? code(words) : rowText(name, words)}`),
    ...links.map(([name, address]) => `  [${name}](${encodeURI(address)})`),
  ];
  return [`- ${head}`, ...lines].join('  \n');
}
