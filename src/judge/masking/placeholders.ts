/**
 * Placeholders for secrets in masked texts, and for invisible white space. `curl.ts` reads them to repeat a
 * request.
 */

/** `[API_KEY]`; for a value made from it `[API_KEY, letter case changed]`. */
export const placeholder = (name: string) => `[${name}]`;

/**
 * A piece of a secret, from its first character to the one after its last, counted from 0: `[API_KEY 3-12]`,
 * `[API_KEY 14-]`.
 */
export function piecePlaceholder(
  { name, value }: { name: string; value: string },
  first: number,
  end: number,
) {
  if (first === end) return '';
  if (first === 0 && end === value.length) return placeholder(name);
  return placeholder(`${name} ${first + 1}-${end === value.length ? '' : end}`);
}

/** A text of this length that is not a piece of a secret: `<24 other characters>`. */
export const otherCharacters = (length: number) => `<${length} other characters>`;

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
