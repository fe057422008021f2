import { parse } from '../judge/answer';
import type { Shown } from './exchanges';

/**
 * Commands of curl, each followed by what it printed (with or without `-i`), as requests with their answers. What a
 * browser copies "as cURL" is read as well.
 * @param variables what the shell puts into their addresses
 * @param file names it in errors
 * @throws one line, where an address cannot be made out
 */
export function curlExchanges(text: string, variables: NodeJS.ProcessEnv = {}, file = 'it'): Shown[] {
  const starts = [...text.matchAll(/^[ \t]*(?:\$ )?curl(?=\s)/gm)].map(({ index }) => index);
  return starts.flatMap((start, place) => {
    const part = text.slice(start, starts[place + 1]).replace(/^\s*(?:\$ )?curl/, '');
    const { words, rest } = wordsOf(part);
    const asked = requestOf(words);
    if (asked === null) return [];
    const url = addressOf(asked.url, variables);
    if (URL.canParse(url) && !new URL(url).host.includes('$'))
      return [{ ...asked, url, ...answerIn(rest.replace(remarks, '')) }];
    const line = text.slice(0, start).split('\n').length;
    throw new Error(`${file}, line ${line}: ${asked.url} goes nowhere: write the address out.`);
  });
}

/** The words of a shell's command up to the end of its line, and what stands below. */
function wordsOf(text: string): { words: string[]; rest: string } {
  const words: string[] = [];
  const token =
    /\s*?(?:\\\r?\n|[^\S\n]|(?<word>(?:'[^']*'|\$'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\[\s\S])*"|\\.|[^\s'"\\])+)|(?<end>\r?\n|$))/y;
  for (;;) {
    const from = token.lastIndex;
    const { word, end } = token.exec(text)?.groups ?? { end: '' };
    if (word !== undefined) words.push(unquoted(word));
    if (end !== undefined) return { words, rest: text.slice(Math.max(token.lastIndex, from)) };
  }
}

function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|\$'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\[\s\S])*)"|\\(.)/g,
    (_, single, ansi, double, bare) =>
      single ??
      ansi?.replace(/\\(n|t|.)/g, (_: string, each: string) => ({ n: '\n', t: '\t' })[each] ?? each) ??
      double?.replace(/\\(["\\$`])/g, '$1') ??
      bare,
  );
}

const data = /^(?:-d|--data|--data-raw|--data-binary|--data-ascii|--json)$/;
const withValue =
  /^(?:-[oAbcemuwxEFT]|--(?:output|user-agent|cookie|max-time|user|proxy|referer|cacert|cert|key|connect-timeout|retry))$/;
/** An option whose value stands in the same word, other flags before it: `-XPUT`, `-sH"accept: text/html"`. */
const glued = /^(?:(?<long>--[\w-]+)=|-\w*?(?<letter>[HXdoAbcemuwxEFT]))(?<held>[\s\S]*)$/;

function requestOf(words: string[]): Pick<Shown, 'method' | 'url' | 'headers' | 'body'> | null {
  const headers: Shown['headers'] = {};
  let method: string | undefined;
  let url: string | undefined;
  let body: string | undefined;
  for (let place = 0; place < words.length; place++) {
    const { long, letter, held } = glued.exec(words[place] ?? '')?.groups ?? {};
    const word = long ?? (letter === undefined ? (words[place] ?? '') : `-${letter}`);
    const value = () => {
      if (held) return held;
      place += 1;
      return words[place] ?? '';
    };
    if (word === '-X' || word === '--request') method = value();
    else if (word === '-H' || word === '--header') {
      const [, name = '', held = ''] = /^([^:]+):\s*([\s\S]*)$/.exec(value()) ?? [];
      if (name !== '') headers[name.toLowerCase()] = held;
    } else if (data.test(word)) body = value();
    else if (word === '--url') url = value();
    else if (withValue.test(word)) value();
    else if (/^[^-].*[/.:]|^\$/.test(word)) url ??= word;
  }
  if (url === undefined) return null;
  const usual = body === undefined ? 'GET' : 'POST';
  return { method: (method ?? usual).toUpperCase(), url, headers, body: parse(body ?? '') };
}

/** The address that curl asks for: without a scheme it is HTTP. */
function addressOf(word: string, variables: NodeJS.ProcessEnv): string {
  const url = word.replace(/\$(?:(\w+)|\{(\w+)\})/g, (all, bare, braced) => variables[bare ?? braced] || all);
  return /^[\w.-]+(?::\d+)?(?:[/?]|$)/.test(url) ? `http://${url}` : url;
}

/** What `curl -v` says beside an answer; without it the head is left as `curl -i` prints it. */
const remarks = /\r|^< ?|^(?:[*>]|[{}] \[\d)[^\n]*\n?|\* (?:Connection #|Closing connection)[^\n]*/gm;

function answerIn(text: string): Pick<Shown, 'status' | 'answer'> {
  const head = [...text.matchAll(/^\s*HTTP\/[\d.]+ (\d{3})/gm)].at(-1);
  const status = Number(head?.[1] ?? 200);
  const below = head ? text.slice(head.index + 1).replace(/^[\s\S]*?\n\n/, '') : text;
  // A prompt or a remark may stand below the answer.
  const lines = below.trim().split('\n');
  for (let count = lines.length; count > 0; count--) {
    const answer = parse(lines.slice(0, count).join('\n'));
    if (answer !== undefined) return { status, answer };
  }
  return { status, answer: undefined };
}
