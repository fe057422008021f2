import { parse } from '../../judge/data/json';

const token = /"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+|[{}[\],:]/g;

/** What is nested deeper is not indented further, or the text of a few kilobytes would take gigabytes. */
const DEEPEST = 40;

/** JSON with line breaks; its numbers, escapes and names are unchanged. Other text is returned as it is. */
export function indented(text: string): string {
  if (parse(text) === undefined) return text;
  const tokens = text.match(token) ?? [];
  let depth = 0;
  let shown = '';
  tokens.forEach((each, index) => {
    const line = () => `\n${'  '.repeat(Math.min(depth, DEEPEST))}`;
    const before = tokens[index - 1] ?? '';
    if (/^[}\]]/.test(each)) {
      depth--;
      shown += /^[{[]/.test(before) ? each : line() + each;
    } else {
      shown += /^[{[,]/.test(before) ? line() + each : each;
      if (each === ':') shown += ' ';
      if (/^[{[]/.test(each)) depth++;
    }
  });
  return shown;
}
