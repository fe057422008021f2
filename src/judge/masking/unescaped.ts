/** A text as it reads once a level of escaping is removed: in JSON, in HTML or percent-encoded. */
interface Unescaped {
  text: string;
  /** The index in the original text of the beginning of each character, and that of the end. */
  starts: Uint32Array;
}

/** Characters of keys that HTML has names for. */
const named: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'amp & lt < gt > quot " apos \' num # dollar $ percnt % lpar ( rpar ) ast * plus + comma , period . sol / colon : ' +
    'semi ; equals = quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] Hat ^ lowbar _ grave ` lcub { lbrace { ' +
    'verbar | vert | rcub } rbrace } excl !'
  )
    .split(' ')
    .reduce<[string, string][]>((pairs, word, index, all) => {
      if (index % 2 === 1) pairs.push([all[index - 1] ?? '', word]);
      return pairs;
    }, []),
);

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const escapes =
  /%([\da-f]{2})|&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));|\\(?:u([\da-f]{4})|(["\\/bfnrt]))/gi;

/** An escape sequence in an escape sequence, and so on: as often as a server, its gateway and a report write one. */
const MOST_LEVELS = 8;

/**
 * Removes the levels of escaping from a text, one after another: a key may itself contain what looks like an escape
 * sequence, and reads as it is at one of them.
 * @param bytes one character for each byte
 * @returns the text after each; none if nothing in it is escaped
 */
export function unescaped(bytes: string): Unescaped[] {
  const levels: Unescaped[] = [];
  let next = withoutOneLevel(bytes, (index) => index);
  while (next !== null && levels.length < MOST_LEVELS) {
    levels.push(next);
    const { text, starts } = next;
    next = withoutOneLevel(text, (index) => starts[index] ?? 0);
  }
  return levels;
}

function withoutOneLevel(text: string, startOf: (index: number) => number): Unescaped | null {
  const starts = new Uint32Array(text.length + 1);
  const pieces: string[] = [];
  let length = 0;
  let from = 0;
  const takeUntil = (end: number) => {
    pieces.push(text.slice(from, end));
    for (let index = from; index < end; index++) starts[length++] = startOf(index);
  };
  for (const match of text.matchAll(escapes)) {
    const meaning = meaningOf(match);
    if (meaning === undefined) continue;
    takeUntil(match.index);
    pieces.push(meaning);
    for (const _ of meaning) starts[length++] = startOf(match.index);
    from = match.index + match[0].length;
  }
  if (from === 0) return null;
  takeUntil(text.length);
  starts[length] = startOf(text.length);
  return { text: pieces.join(''), starts: starts.subarray(0, length + 1) };
}

/** The bytes that an escape sequence stands for; undefined if it is none. */
function meaningOf([, percent, decimal, hex, name, unit, short]: RegExpMatchArray): string | undefined {
  if (percent !== undefined) return String.fromCharCode(Number.parseInt(percent, 16));
  if (short !== undefined) return controls[short] ?? short;
  if (name !== undefined) return named[name];
  const code = decimal === undefined ? Number.parseInt(hex ?? unit ?? '', 16) : Number(decimal);
  return code > 0x10_ffff ? undefined : Buffer.from(String.fromCodePoint(code)).toString('latin1');
}
