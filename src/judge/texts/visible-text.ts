/** Characters that control a terminal, reverse the reading order, are invisible, or are not allowed in XML 1.0. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0\ufffe\uffff]/gu;

/** Makes untrusted text safe and visible: an escape character becomes `\x1b`. Tabs and line ends stay. */
export function escapeControlCharacters(text: string): string {
  return text.replace(invisible, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`;
  });
}

/** Text made visible, on one line, cut at a length. */
export function singleLine(text: string, length = 300): string {
  const flat = escapeControlCharacters(
    text.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)),
  ).trim();
  return flat.length > length ? `${flat.slice(0, length)}...` : flat;
}
