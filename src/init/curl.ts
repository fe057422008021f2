import { parse } from '../judge/response/answer';
import { type Argument, argumentsIn } from './curl-options';
import type { Shown } from './exchanges';
import { answerPrinted } from './printed';
import { commandIn, type ShellCommand, type Variables, variablesSet, withPlaceholders } from './shell';

/** `$ `, `% `, `user@host:~$ `. */
const prompt = /(?:[\w.-]+@[^\n$#%>]*[$#%>]|[$%>❯])[ \t]*/.source;
const starts = new RegExp(String.raw`^[ \t]*(?:${prompt})?(?=curl[ \t])`, 'gm');
/** A text whose last line continues, but not with another command: `apt-get install \\`. */
const isContinued = /(?<![;&|][ \t]*)\\\n$/;

/**
 * Reads curl commands, each followed by its output (with or without `-i`), as requests with their responses.
 * It also reads what a browser copies as cURL (bash).
 * @param variables shell variables in their addresses, besides those that the file sets
 * @param file names it in errors
 * @throws one line, for a command without an address
 */
export function curlExchanges(given: string, variables: Variables = {}, file = 'it'): Shown[] {
  const text = given.replace(/\r\n/g, '\n').replace(/(\\\n)> ?/g, '$1');
  const wrong = (at: number, why: string) =>
    new Error(`${file}, line ${text.slice(0, at).split('\n').length}: ${why}`);
  const found = [...text.matchAll(starts)].filter(({ index }) => !isContinued.test(text.slice(0, index)));
  return found.flatMap((start, place) => {
    const part = withPlaceholders(text.slice(start.index + start[0].length, found[place + 1]?.index));
    const set = variablesSet(text.slice(0, start.index));
    const command = commandIn(part, set);
    const asked = requestOf(command);
    if (asked === null) return [];
    const url = addressOf(asked.url, { ...variables, ...set });
    if (!URL.canParse(url) || /[$<>]/.test(new URL(url).host))
      throw wrong(start.index, `${asked.url} goes nowhere: write the address out.`);
    return [{ ...asked, url, ...answerPrinted(part.slice(command.end)) }];
  });
}

type Request = Pick<Shown, 'method' | 'url' | 'headers' | 'body'>;

/** The request of a curl command; null where it makes none. */
function requestOf({ words, input }: ShellCommand): Request | null {
  const given = ofFirstRequest(words.slice(1));
  const last = (...names: string[]) => given.findLast(({ option = '' }) => names.includes(option))?.value;
  const operand = given.find(({ option }) => option === undefined)?.value ?? '';
  // A sentence may begin with "curl".
  const url = last('url') ?? (/[/.:]|^\$|^localhost$/.test(operand) ? operand : undefined);
  if (url === undefined) return null;
  const sent = given.reduce<string | undefined>((before, { option = '', value }) => {
    if (!/^(?:data|json$)/.test(option)) return before;
    const more = dataOf(option, value, input);
    return before === undefined ? more : `${before}${option === 'json' ? '' : '&'}${more}`;
  }, undefined);
  const inQuery = last('get') !== undefined;
  const query = [inQuery ? sent : undefined, last('url-query')]
    .filter((each) => each !== undefined)
    .join('&');
  const usual = {
    HEAD: last('head'),
    PUT: last('upload-file'),
    POST: last('form', 'form-string') ?? (inQuery ? undefined : sent),
    GET: '',
  };
  const [method = ''] = Object.entries(usual).find(([, reason]) => reason !== undefined) ?? [];
  return {
    method: (last('request') ?? method).toUpperCase(),
    url: query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    headers: headersOf(given),
    body: inQuery ? undefined : parse(sent ?? ''),
  };
}

/** The arguments of the first request that a command makes. */
function ofFirstRequest(words: readonly string[]): Argument[] {
  const all = argumentsIn(words);
  const next = all.findIndex(({ option }) => option === 'next');
  return next < 0 ? all : all.slice(0, next);
}

/** The body from a data option. The content of a file is unknown. */
function dataOf(option: string, value: string, input = ''): string {
  if (option === 'data-urlencode') {
    const [, name = '', content = ''] = /^([^=]*=)?([\s\S]*)$/.exec(value) ?? [];
    return name.replace(/^=$/, '') + encodeURIComponent(content);
  }
  if (option === 'data-raw' || !value.startsWith('@')) return value;
  return value === '@-' ? input : '';
}

function headersOf(given: readonly Argument[]): Shown['headers'] {
  const headers = given.flatMap(({ option, value }): [string, string][] => {
    if (option === 'oauth2-bearer') return [['authorization', `Bearer ${value}`]];
    const [, name, held = ''] = (option === 'header' && /^([^:;@]+):\s*([\s\S]*)$/.exec(value)) || [];
    return name === undefined ? [] : [[name.toLowerCase(), held]];
  });
  return Object.fromEntries(headers);
}

/** The address of a request; without a scheme, curl uses HTTP. */
function addressOf(word: string, variables: Variables): string {
  const url = word.replace(/\$(?:(\w+)|\{(\w+)\})/g, (all, bare, braced) => variables[bare ?? braced] || all);
  return /^[\w.-]+(?::\d+)?(?:[/?]|$)/.test(url) ? `http://${url}` : url;
}
