/** The most characters that a cache keeps. Large bodies are a few hundred kilobytes; keeping more consumes the memory. */
const MOST = 2 ** 21;

/**
 * Caches the results of a function of texts: judging needs the same few again and again, and a target sends many equal
 * responses. A full cache is emptied. Callers must not change a result.
 */
export function memoize<Value extends string | object>(of: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  let kept = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (kept + text.length > MOST) {
      known.clear();
      kept = 0;
    }
    const value = of(text);
    known.set(text, value);
    kept += text.length;
    return value;
  };
}
