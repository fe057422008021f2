/** How many characters of texts the cache may hold. A parsed hostile text takes a hundred times the memory. */
const MOST = 2 ** 21;

/**
 * Caches the results of a function of texts for the most recent texts: judging needs the same few again and
 * again, and a target sends many equal responses. Of texts that are too large, only the last is cached.
 * Callers must not change a result.
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
