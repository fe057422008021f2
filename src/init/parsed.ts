import { LineCounter, parseDocument, type Scalar, visit } from 'yaml';
import { asWritten, isObject, parse } from '../judge/data/json';
import { unknown } from './endpoint';

/**
 * The value of a text in JSON or YAML. Numbers that JavaScript cannot hold are values that nobody showed.
 * Undefined for an HTML page.
 * @param name names it in errors
 * @throws the first syntax error, duplicate key or comment in JSON, with its line
 */
export function parsed(text: string, name: string): unknown {
  if (/^\s*</.test(text)) return undefined;
  const json = parse(text);
  if (json !== undefined)
    return /\d[\d.]{15}|\d[eE][+-]?\d{3}/.test(text) ? exact(json, asWritten(text).value) : json;
  const lines = new LineCounter();
  const lineOf = (offset: number) => `--openapi ${name}, line ${lines.linePos(offset).line}`;
  const options = { merge: true, prettyErrors: false, logLevel: 'silent' } as const;
  const read = parseDocument(text, { ...options, lineCounter: lines });
  const comment = commentIn(text);
  if (comment !== undefined)
    throw new Error(`${lineOf(comment)}: a comment, and JSON has none: delete all comments.`);
  const [error] = read.errors;
  if (error !== undefined) {
    const what = error.code === 'DUPLICATE_KEY' ? 'a key occurs twice' : error.message;
    throw new Error(`${lineOf(error.pos[0])}: ${what}: correct it.`);
  }
  visit(read, {
    Scalar(place, scalar) {
      if (place !== 'key') keepExact(scalar);
    },
  });
  try {
    const value: unknown = read.toJS({ maxAliasCount: -1 });
    JSON.stringify(value);
    return value;
  } catch {
    throw new Error(`--openapi ${name}: an anchor contains itself, as only a $ref can: correct it.`);
  }
}

/** Where a text that looks like JSON has its first comment; undefined where it has none. */
function commentIn(text: string): number | undefined {
  const tokens = text.matchAll(/"(?:\\.|[^"\\])*"|(?<![^\s,:{}[\]"\d])(?:\/\/.*|\/\*[\s\S]*?\*\/)/g);
  const [first] = [...tokens].filter(([token]) => !token.startsWith('"'));
  if (first === undefined) return undefined;
  const isJson = /^\s*(?:\/\/|\/\*|[{[]\s*(?:"|\/\/|\/\*))/.test(text);
  return isJson ? first.index : undefined;
}

function keepExact(scalar: Scalar): void {
  if (typeof scalar.value === 'number' && scalar.source !== undefined)
    scalar.value = exactNumber(scalar.value, scalar.source);
}

/** A JSON value, and the same with its numbers as they are written. */
function exact(value: unknown, written: unknown): unknown {
  if (typeof value === 'number') return exactNumber(value, String(written));
  if (Array.isArray(value) && Array.isArray(written))
    return value.map((each, index) => exact(each, written[index]));
  if (!isObject(value) || !isObject(written)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([each, inner]) => [each, exact(inner, written[each])]),
  );
}

/** The significant digits of a decimal number. */
const digitsOf = (text: string) =>
  text
    .replace(/^[-+]|e.*$/gi, '')
    .replace('.', '')
    .replace(/^0+|0+$/g, '');

function exactNumber(value: number, written: string): unknown {
  const isDecimal = /^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(written);
  const isKept = Number.isFinite(value) && digitsOf(written) === digitsOf(String(value));
  return !isDecimal || isKept ? value : unknown(`${written} (a JavaScript number would round it)`);
}
