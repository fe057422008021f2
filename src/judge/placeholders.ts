/**
 * What stands in a masked text for a secret, and for white space that nobody would see: written here, and read here
 * by whoever repeats a request (`curl.ts`).
 */

/** `[API_KEY]`; of what was made from it `[API_KEY, case changed]`. */
export const placeholder = (name: string) => `[${name}]`;

/** A piece of a secret, by its first character and that behind its last, from 0: `[API_KEY 3-12]`, `[API_KEY 14-]`. */
export function piecePlaceholder(
  { name, value }: { name: string; value: string },
  first: number,
  end: number,
) {
  if (first === end) return '';
  if (first === 0 && end === value.length) return placeholder(name);
  return placeholder(`${name} ${first + 1}-${end === value.length ? '' : end}`);
}

/** White space that a reader would not see is spelt out, and so is a byte that is no character by itself. */
export function escapeWhiteSpace(value: string): string {
  return value
    .replaceAll('\u00a0', '<no-break space>')
    .replace(/[\x80-\xff]/g, (byte) => `<byte ${byte.charCodeAt(0).toString(16)}>`)
    .replaceAll('\t', '<tab>')
    .replace(/^ +| +$| {2,}/g, (spaces) => '<space>'.repeat(spaces.length));
}

/** Every mark of a key, of a piece of it, of what was done to it (and for which use), and of white space. */
export const anyPlaceholder =
  /\[([A-Z\d_]*API_KEY)(?: (\d+-\d*)|, ([a-z ]+)(?:, [a-z ]+)?)?\]|<(space|tab|no-break space|byte [0-9a-f]{2})>/g;
