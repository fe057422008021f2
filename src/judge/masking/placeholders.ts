import { PART, placeholder, type Secret } from './mask';

/**
 * Placeholders for keys in the headers of recorded requests, and for invisible white space. `curl.ts` reads them to repeat a
 * request.
 */

/** `[API_KEY 3-12]`: a piece of a key, from its third to its twelfth character; `[API_KEY 14-]`. */
function pieceOf({ name, value }: Secret, first: number, end: number): string {
  if (first === end) return '';
  if (first === 0 && end === value.length) return placeholder(name);
  return placeholder(`${name} ${first + 1}-${end === value.length ? '' : end}`);
}

/** How many characters besides pieces of a key are shown. */
const LONGEST_LITERAL = 8;

/**
 * What is shown of a credential that was made from a key: the pieces of the key at its start and end, so that its request
 * can be repeated (`[API_KEY 1-12]x[API_KEY 14-]`, `[API_KEY],x`), or else how it was made. Of a long text between them only
 * the length is shown: `[API_KEY 1-12]<24 other characters>`.
 * @param how `letter case changed`
 */
export function credentialShown(key: Secret, how: string, value: string): string {
  if (value.includes(key.value)) return value.replaceAll(key.value, placeholder(key.name));
  let start = 0;
  while (start < value.length && value[start] === key.value[start]) start++;
  let end = 0;
  const most = Math.min(key.value.length, value.length - start);
  while (end < most && key.value.at(-1 - end) === value.at(-1 - end)) end++;
  const literal = value.slice(start, value.length - end);
  const isLong = literal.length > LONGEST_LITERAL;
  // A key that shares little with the original was made in another way, which its name says.
  if (isLong && start + end < PART) return placeholder(`${key.name}, ${how}`);
  const between = isLong ? `<${literal.length} other characters>` : literal;
  return `${pieceOf(key, 0, start)}${between}${pieceOf(key, key.value.length - end, key.value.length)}`;
}

/** Replaces invisible white space, and bytes that are not characters, by visible names. */
export function escapeWhiteSpace(value: string): string {
  return value
    .replaceAll('\u00a0', '<no-break space>')
    .replace(/[\x80-\xff]/g, (byte) => `<byte ${byte.charCodeAt(0).toString(16)}>`)
    .replaceAll('\t', '<tab>')
    .replace(/^ +| +$| {2,}/g, (spaces) => '<space>'.repeat(spaces.length));
}

/** Matches every placeholder of a key, a piece of a key or a changed key, of other characters, and of white space. */
export const anyPlaceholder =
  /\[([A-Z\d_]*API_KEY)(?: (\d+-\d*)|, ([^\],]+)(?:,[^\]]*)?)?\]|<(space|tab|no-break space|byte [0-9a-f]{2}|\d+ other characters)>/g;
