import { inspect } from 'node:util';

/** A piece of TypeScript among data. */
export class Code {
  constructor(readonly text: string) {}

  [inspect.custom](): string {
    return this.text;
  }
}

/** Data with code in it, as TypeScript. */
export function codeOf(value: unknown): string {
  const whole = { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 100 };
  return inspect(value, whole);
}

/** An object that has the fields of an expression, and these. */
export function spread(expression: string, fields: object): Code {
  const isOnly = Object.keys(fields).length === 0;
  return new Code(isOnly ? expression : `{ ...${expression}, ${codeOf(fields).slice(1, -1).trim()} }`);
}

/** A template literal of pieces of text and, between them, expressions. */
export function template(pieces: readonly string[], expressions: readonly string[]): Code {
  const escaped = pieces.map((text) => text.replace(/[\\`]|\$\{/g, '\\$&'));
  const [first = '', ...more] = escaped;
  return new Code(`\`${first}${more.map((text, index) => `\${${expressions[index]}}${text}`).join('')}\``);
}
