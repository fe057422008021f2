/** Characters that steer a terminal, reverse the reading order, cannot be seen, or are none in XML 1.0. */
const steering = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0\ufffe\uffff]/gu;

/** Text of a stranger, made harmless and visible: an escape character becomes `\x1b`. Tab and line end stay. */
export function escapeControlCharacters(text: string): string {
  return text.replace(steering, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`;
  });
}

/** Text made visible, on one line, cut at a length. */
export function singleLine(text: string, length = 300): string {
  const flat = escapeControlCharacters(text.replace(/\s*\n\s*/g, ' ')).trim();
  return flat.length > length ? `${flat.slice(0, length)}...` : flat;
}
