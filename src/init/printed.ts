import { parse } from '../judge/response/answer';
import type { Shown } from './exchanges';

/** Text between a command and its response that belongs to neither. */
const notes = [
  // With `curl -v`. Without it, the head is as `curl -i` prints it.
  /^< ?|^(?:[*>](?= |$)|[{}] \[\d)[^\n]*\n?|\* (?:Connection #|Closing connection)[^\n]*/gm,
  // The progress meter: its heading and twelve columns.
  /^[ \t]*(?:% Total|Dload)[^\n]*|^[ \t]*\d+(?:[ \t]+[\d.:-]+[kMGTP]?){11}/gm,
  // Code fences of Markdown.
  /^[ \t]*(?:`{3,}|~{3,})[^\n]*/gm,
];

/** The response in the text below a command: with or without its head (`curl -i`). */
export function answerPrinted(below: string): Pick<Shown, 'status' | 'answer'> {
  const text = notes.reduce((left, note) => left.replace(note, ''), below.replace(/\r/g, '\n'));
  const head = [...text.matchAll(/^\s*HTTP\/[\d.]+ (\d{3})/gm)].at(-1);
  const body = head ? text.slice(head.index + 1).replace(/^[\s\S]*?\n\n/, '') : text;
  const { value: answer, after } = jsonIn(body);
  // `curl -w '%{http_code}'` prints the status after the body.
  const status = head?.[1] ?? /^\s*([1-5]\d\d)\s*$/m.exec(after)?.[1];
  return { status: Number(status ?? 200), answer };
}

/** How many possible first lines of the response are tried. */
const MOST = 20;

/** The first JSON value in the lines of a text, and the text after it. */
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
