import { parse } from '../engine/answer';
import type { Shown } from './exchanges';

/**
 * Commands of curl, each followed by what it printed (with or without `-i`), as requests with their answers. What a
 * browser copies "as cURL" is read as well.
 */
export function curlExchanges(text: string): Shown[] {
  const starts = [...text.matchAll(/^[ \t]*(?:\$ )?curl(?=\s)/gm)].map(({ index }) => index);
  return starts.flatMap((start, place) => {
    const part = text.slice(start, starts[place + 1]).replace(/^\s*(?:\$ )?curl/, '');
    const { words, rest } = wordsOf(part);
    const asked = requestOf(words);
    return asked === null ? [] : [{ ...asked, ...answerIn(rest) }];
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
  /^(?:-[oAbcemuwxEFT]|--(?:output|user-agent|cookie|max-time|user|proxy|referer|cacert|cert|key))$/;

function requestOf(words: string[]): Pick<Shown, 'method' | 'url' | 'headers' | 'body'> | null {
  const headers: Shown['headers'] = {};
  let method: string | undefined;
  let url: string | undefined;
  let body: string | undefined;
  for (let place = 0; place < words.length; place++) {
    const [word = '', joined] = (words[place] ?? '').match(/^(--[\w-]+)=([\s\S]*)$/)?.slice(1) ?? [
      words[place],
    ];
    const value = () => {
      if (joined !== undefined) return joined;
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
    else if (!word.startsWith('-')) url ??= word;
  }
  if (url === undefined || !URL.canParse(url)) return null;
  const usual = body === undefined ? 'GET' : 'POST';
  return { method: (method ?? usual).toUpperCase(), url, headers, body: parse(body ?? '') };
}

function answerIn(text: string): Pick<Shown, 'status' | 'answer'> {
  const heads = [...text.matchAll(/^\s*(?:< )?HTTP\/[\d.]+ (\d{3})/gm)];
  const status = Number(heads.at(-1)?.[1] ?? 200);
  const below =
    heads.length > 0 ? text.slice((heads.at(-1)?.index ?? 0) + 1).replace(/^[\s\S]*?\r?\n\r?\n/, '') : text;
  // A prompt or a remark may stand below the answer.
  const lines = below.trim().split('\n');
  for (let count = lines.length; count > 0; count--) {
    const answer = parse(lines.slice(0, count).join('\n'));
    if (answer !== undefined) return { status, answer };
  }
  return { status, answer: undefined };
}
