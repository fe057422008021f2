import { line } from '../../tests/engine/visible';
import type { Told } from './compare-sections';

/** A comparison as lines for a terminal; the verdict comes last. */
export function terminalOf({ verdict, sides, sections }: Told): string[] {
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
