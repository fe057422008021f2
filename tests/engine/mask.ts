/** Keeps secrets out of everything that a run prints or writes. */

/** The encoded forms of a shorter secret would match ordinary text, so it is masked plain only. */
const SHORTEST_ENCODED = 8;

/**
 * The forms in which a secret may show: itself, URL-encoded, JSON-escaped, and its base64 at each of the
 * three alignments (less the characters that its neighbours decide), in both alphabets.
 */
export function formsOf(secret: string): string[] {
  const forms = new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
  if (secret.length >= SHORTEST_ENCODED) {
    for (const lead of [0, 1, 2]) {
      const bytes = Buffer.concat([Buffer.alloc(lead), Buffer.from(secret)]);
      const digits = bytes.toString('base64');
      const certain = digits.slice(Math.ceil((lead * 4) / 3), Math.floor((bytes.length * 8) / 6));
      forms.add(certain);
      forms.add(certain.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return [...forms];
}

/**
 * A function that replaces every form of every secret by the name of what holds it: `[API_KEY]`.
 * @param secrets name -> value; the name is usually a variable's
 */
export function maskWith(secrets: Readonly<Record<string, string>>): (text: string) => string {
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(secrets)) {
    if (value !== '') for (const form of formsOf(value)) names.set(form, `[${name}]`);
  }
  if (names.size === 0) return (text) => text;
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length);
  const any = new RegExp(
    longestFirst.map((form) => form.replace(/[$()*+.?[\\\]^{|}/-]/g, '\\$&')).join('|'),
    'g',
  );
  return (text) => text.replace(any, (form) => names.get(form) ?? '');
}

/** A copy of plain data with every string in it masked, property names included. */
export function maskDeep(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask));
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [mask(name), maskDeep(item, mask)]),
    );
  }
  return value;
}
