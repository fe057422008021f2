import { counted } from '../src/judge/texts/wording';

/** How many of ten lines a log gets while rows end: one at each tenth. */
const LINES = 10;

/**
 * What is printed when a row has ended.
 * @param isTerminal a terminal shows each number in place of the one before; a log gets a line at each tenth
 */
export function progressAfter(done: number, asked: number, isTerminal: boolean): string {
  if (isTerminal) return `\r${done} of ${asked}`;
  const tenth = (rows: number) => Math.floor((LINES * rows) / asked);
  return tenth(done) > tenth(done - 1) ? `${done} of ${counted(asked, 'row')}\n` : '';
}

/**
 * The result of all rows.
 * @param right how many of those that ended are as expected
 */
export function resultOf(right: number, ended: number, asked: number): string {
  const open = asked - ended;
  return `${right} of ${counted(asked, 'row')} as expected${open > 0 ? `, ${open} not finished` : ''}`;
}

/** The three names that are most like these words, by their pairs of letters (Dice's coefficient). */
export function nearestTo(words: string, names: readonly string[]): string[] {
  const asked = pairsIn(words);
  const likeness = (name: string) => {
    const own = pairsIn(name);
    return [...asked].filter((pair) => own.has(pair)).length / (asked.size + own.size);
  };
  return names.toSorted((one, other) => likeness(other) - likeness(one)).slice(0, 3);
}

const pairsIn = (text: string) =>
  new Set(Array.from(text.toLowerCase(), (letter, index) => letter + text.charAt(index + 1).toLowerCase()));
