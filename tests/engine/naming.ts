import type { Connection } from './expectation';

const ordinals =
  /\b(?:first|second|third|fourth|fifth|last|previous|next)\b|[첫두세네]\s?번째|다섯\s?번째|마지막/iu;

/**
 * How a message tells which connection is faulty (contract 2.1): by the name of a block or field at one of
 * its ends, by a position alone, by naming another connection only, or not at all.
 * @param others names of the blocks at neither end
 */
export function naming(
  message: string,
  { consumer, source, field, input }: Connection,
  others: readonly string[],
): 'names' | 'position' | 'another' | 'nothing' {
  // A name ends where ASCII letters end: Korean puts its particles right behind it.
  const says = (word: string, flags = 'u') => {
    const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    return new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`, flags).test(message);
  };
  const names = (block: string) => says(block, 'iu');
  if (names(consumer) || names(source)) return 'names';
  if (others.some(names)) return 'another';
  if (says(field) || says(input)) return 'names';
  return /\d/.test(message) || ordinals.test(message) ? 'position' : 'nothing';
}
