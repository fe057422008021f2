/** How many characters of texts may be kept; what a hostile text is parsed to takes a hundred times the bytes. */
const MOST = 2 ** 21;

/**
 * A function of a text that works once for the same text, as long as the last ones fit: every judgement asks for
 * the same few, and a target gives the same answer to many requests. Of texts that never fit, the last is kept.
 * What it gives is shared: nobody changes it.
 */
export function memoize<Value>(of: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  let kept = 0;
  let large: { text: string; value: Value } | undefined;
  return (text) => {
    if (text.length > MOST) {
      if (large?.text !== text) large = { text, value: of(text) };
      return large.value;
    }
    if (known.has(text)) return known.get(text) as Value;
    const value = of(text);
    kept += text.length;
    for (const old of known.keys()) {
      if (kept <= MOST) break;
      known.delete(old);
      kept -= old.length;
    }
    known.set(text, value);
    return value;
  };
}
