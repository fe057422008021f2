/** Where in a JSON answer a value stands: RFC 6901, `/data/job_id`; the empty string is the whole answer. */
export type Pointer = string;

/** Nothing that the contract shows stands deeper; a hostile answer nests without end. */
const DEEPEST = 32;

/** The value at a JSON Pointer (RFC 6901), or undefined where there is none. */
export function at(value: unknown, pointer: Pointer): unknown {
  let here = value;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, name)) return undefined;
    here = (here as Record<string, unknown>)[name];
  }
  return here;
}

/** Every value in a JSON document with its pointer, outermost first. */
export function* walk(value: unknown): Generator<{ pointer: Pointer; name: string; value: unknown }> {
  const queue = [{ pointer: '', name: '', value, depth: 0 }];
  for (const here of queue) {
    yield here;
    if (here.value === null || typeof here.value !== 'object' || here.depth === DEEPEST) continue;
    for (const [name, child] of Object.entries(here.value)) {
      const token = name.replaceAll('~', '~0').replaceAll('/', '~1');
      queue.push({ pointer: `${here.pointer}/${token}`, name, value: child, depth: here.depth + 1 });
    }
  }
}

/** The value of an identifier: at the pointer, or of the first field of that name. */
export function identifierIn(json: unknown, name: string, pointer?: Pointer): unknown {
  if (pointer !== undefined) return at(json, pointer);
  return [...walk(json)].find((each) => each.name === name)?.value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** A number, or a string that spells one: `12`, `"12.50"`. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*[-+]?\d{1,60}(\.\d{1,60})?\s*$/.test(value)
    ? Number(value)
    : undefined;
}

/**
 * A JSON text in which every number is a string of its digits: parsed as a number, a long one loses its last
 * digits. Exponents are written out.
 */
export function numbersAsWritten(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => {
    if (token.startsWith('"')) return token;
    return `"${/e/i.test(token) ? Number(token) : token}"`;
  });
}

/** What a value is, in a word or two: `array of 3`, `string`, `null`. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  return typeof value;
}

/** The shape of a JSON value without its values: `{id: string, tags: [string]}`; cut after three levels. */
export function shapeOf(value: unknown, depth = 0): string {
  if (Array.isArray(value)) {
    const kinds = [
      ...new Set(value.slice(0, 50).map((item) => (depth > 2 ? '...' : shapeOf(item, depth + 1)))),
    ];
    return `[${kinds.sort().join(' | ')}]`;
  }
  if (!isObject(value)) return value === null ? 'null' : typeof value;
  if (depth > 2) return '{...}';
  const fields = Object.entries(value).slice(0, 50);
  return `{${fields
    .map(([name, child]) => `${name}: ${shapeOf(child, depth + 1)}`)
    .sort()
    .join(', ')}}`;
}

/** Where in an answer fields of this name stand. */
export function pointersTo(answer: { text: string | null }, name: string): Pointer[] {
  try {
    const found = [...walk(JSON.parse(answer.text ?? ''))].filter((each) => each.name === name);
    return found.slice(0, 3).map(({ pointer }) => pointer);
  } catch {
    return [];
  }
}
