import { parse } from '../judge/answer';
import type { Shown } from './exchanges';

/** What stands between a command and its answer, and is none of it. */
const notes = [
  // `curl -v`: without it the head is left as `curl -i` prints it.
  /^< ?|^(?:[*>](?= |$)|[{}] \[\d)[^\n]*\n?|\* (?:Connection #|Closing connection)[^\n]*/gm,
  // The progress meter: its head, and twelve columns.
  /^[ \t]*(?:% Total|Dload)[^\n]*|^[ \t]*\d+(?:[ \t]+[\d.:-]+[kMGTP]?){11}/gm,
  // Fences of Markdown.
  /^[ \t]*(?:`{3,}|~{3,})[^\n]*/gm,
];

/** `Response:`, `# Sample response (201)`. */
const heading = /^[^\w"{}[\]\n]*(?:[A-Za-z]+ )?(?:response|output|returns)\b[^"{}[\]\n]*$/gim;

/** The answer in what stands below a command: with or without its head (`curl -i`), or a heading. */
export function answerPrinted(below: string): Pick<Shown, 'status' | 'answer'> {
  const text = notes.reduce((left, note) => left.replace(note, ''), below.replace(/\r/g, '\n'));
  const head = [...text.matchAll(/^\s*HTTP\/[\d.]+ (\d{3})/gm)].at(-1);
  const title = head === undefined ? [...text.matchAll(heading)][0] : undefined;
  const body = head
    ? text.slice(head.index + 1).replace(/^[\s\S]*?\n\n/, '')
    : text.slice((title?.index ?? 0) + (title?.[0].length ?? 0));
  const { value: answer, after } = jsonIn(body);
  // `curl -w '%{http_code}'` prints the status below.
  const told =
    head?.[1] ?? /\b[1-5]\d\d\b/.exec(title?.[0] ?? '')?.[0] ?? /^\s*([1-5]\d\d)\s*$/m.exec(after)?.[1];
  return { status: Number(told ?? 200), answer };
}

/** How many lines that may begin the answer are tried. */
const MOST = 20;

/** The first JSON value that lines of a text are, and what stands below it. */
function jsonIn(text: string): { value: unknown; after: string } {
  const lines = text.trim().split('\n');
  const starts = lines.flatMap((line, index) => (index === 0 || /^\s*[{[]/.test(line) ? index : []));
  for (const start of starts.slice(0, MOST)) {
    for (let end = lines.length; end > start; end--) {
      const value = parse(lines.slice(start, end).join('\n'));
      if (value !== undefined) return { value, after: lines.slice(end).join('\n') };
    }
  }
  return { value: undefined, after: '' };
}
