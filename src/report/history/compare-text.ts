import { line } from '../../judge/visible';
import { code, text } from '../markdown';
import type { ComparisonWords, Row } from './compare-sections';

/** A comparison as lines for a terminal; the verdict comes last. */
export function terminalOf({ verdict, sides, sections }: ComparisonWords): string[] {
  return [
    ...sides.map(([name, words]) => `${`${name}:`.padEnd(9)} ${line(words)}`),
    ...sections.flatMap(({ title, rows }) => [
      '',
      `${title.toUpperCase()} (${rows.length})`,
      ...rows.flatMap(({ clause, step, facts }) => [
        `  ${line(clause)}  ${line(step)}`,
        ...facts.map(([name, words]) => `    ${name.padEnd(9)} ${line(words)}`),
      ]),
    ]),
    '',
    verdict,
  ];
}

/** A job summary is short: what does not fit stands in the page. */
const mostRows = 30;

/** Names whose texts are of a server's making, or are read as code. */
const asCode = ['Expected', 'Received', 'Signature'];

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

function item({ clause, step, facts }: Row): string {
  const lines = facts.map(
    ([name, words]) => `  ${name}: ${asCode.includes(name) ? code(words) : text(words)}`,
  );
  return [`- **${code(clause)}** ${text(step)}`, ...lines].join('  \n');
}
