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
export function spread(expressions: readonly string[], fields: object): Code {
  const spreads = expressions.map((each) => `...${each}`);
  const own = Object.keys(fields).length === 0 ? [] : [codeOf(fields).slice(1, -1).trim()];
  const [only = ''] = expressions;
  return new Code(
    expressions.length === 1 && own.length === 0 ? only : `{ ${[...spreads, ...own].join(', ')} }`,
  );
}

/** A template literal of pieces of text and, between them, expressions. */
export function template(pieces: readonly string[], expressions: readonly string[]): Code {
  const escaped = pieces.map((text) => text.replace(/[\\`]|\$\{/g, '\\$&'));
  const [first = '', ...more] = escaped;
  return new Code(`\`${first}${more.map((text, index) => `\${${expressions[index]}}${text}`).join('')}\``);
}
