import { parseArgs } from 'node:util';
import { parse } from '../judge/response/answer';
import type { Shown } from './exchanges';
import { commandIn, type ShellCommand } from './shell';

/** A line that begins with `curl`, after a prompt: `$ `, `% `, `user@host:~$ `. */
const starts = /^[ \t]*(?:(?:[\w.-]+@[^\n$#%>]*[$#%>]|[$%>❯])[ \t]*)?(?=curl[ \t])/gm;

/**
 * Reads curl commands, each followed by its output (with or without `-i`), as requests with their responses.
 * @param variables shell variables for the beginning of their addresses
 * @param file names it in errors
 * @throws one line, for a command without an address or with an unknown option
 */
export function curlExchanges(given: string, variables: NodeJS.ProcessEnv, file: string): Shown[] {
  const text = given.replace(/\r\n?/g, '\n').replace(/(\\\n)> ?/g, '$1');
  const found = [...text.matchAll(starts)];
  return found.flatMap((start, place) => {
    const part = text.slice(start.index + start[0].length, found[place + 1]?.index);
    const command = commandIn(part);
    const line = text.slice(0, start.index).split('\n').length;
    const asked = requestOf(command, variables);
    if (asked === null) return [];
    if (typeof asked === 'string') throw new Error(`${file}, line ${line}: ${asked}`);
    const shown = answerPrinted(part.slice(command.end));
    return { ...asked, ...shown, ...(command.readsFile && { answer: undefined }) };
  });
}

/** The options that are read, and those that change nothing of a request, with their letters. */
const valued = `request X, header H, data d, data-ascii, data-binary, data-raw, data-urlencode, json, url,
oauth2-bearer, form F, form-string, user-agent A, referer e, cookie b, user u, output o, write-out w,
dump-header D, max-time m, connect-timeout, retry, retry-delay, retry-max-time, cacert, cert E, key, proxy x, noproxy,
resolve, connect-to, unix-socket, interface`;
const plain = `silent s, show-error S, verbose v, include i, show-headers, location L, insecure k, fail f, fail-with-body,
no-buffer N, compressed, globoff g, progress-bar #, no-progress-meter, ipv4 4, ipv6 6, http1.1, http2, http3, tlsv1.2,
tlsv1.3, basic, retry-all-errors, retry-connrefused, path-as-is, remote-name O`;
const optionsOf = (list: string, type: 'string' | 'boolean') =>
  list.split(/,\s+/).map((each): [string, { type: 'string' | 'boolean'; short?: string }] => {
    const [name = '', short] = each.split(' ');
    return [name, { type, ...(short && { short }) }];
  });
const options = Object.fromEntries([...optionsOf(valued, 'string'), ...optionsOf(plain, 'boolean')]);

type Request = Pick<Shown, 'method' | 'url' | 'headers' | 'body'>;

/** The request of a curl command; null where it makes none, and a text where it cannot be read. */
function requestOf({ words, input }: ShellCommand, variables: NodeJS.ProcessEnv): Request | string | null {
  const parsing = { options, strict: false, allowPositionals: true, tokens: true } as const;
  const { tokens, positionals } = parseArgs({ args: words.slice(1), ...parsing });
  const given = tokens.flatMap((each) => (each.kind === 'option' ? each : []));
  const unread = given.find(({ name }) => !(name in options));
  if (unread) return `curl ${unread.rawName} is not read: delete it, or write what it does as -H or -d.`;
  const last = (name: string) => given.findLast((each) => each.name === name)?.value;
  const word = last('url') ?? positionals[0] ?? '';
  const address = word.replace(/^(https?:\/\/)?\$\{?(\w+)\}?/, (all, scheme = '', name) =>
    variables[name] ? scheme + variables[name] : all,
  );
  // A sentence may begin with "curl".
  if (!/[/.:]|^\$|^localhost$/.test(address)) return null;
  // Without a scheme, curl uses HTTP.
  const url = /^[\w.-]+(?::\d+)?(?:[/?]|$)/.test(address) ? `http://${address}` : address;
  if (!URL.canParse(url) || /[$<>]/.test(new URL(url).host))
    return `${address} goes nowhere: write the address out.`;
  const data = given.filter(({ name }) => /^(?:data|json$)/.test(name));
  const sent = data.map(({ name, value = '' }, index) => {
    const between = index === 0 || name === 'json' ? '' : '&';
    // The content of a file is unknown.
    const isFile = name !== 'data-raw' && value.startsWith('@');
    return between + (isFile ? (value === '@-' ? input : '') : value);
  });
  const usual = given.some(({ name }) => /^(?:data|json|form)/.test(name)) ? 'POST' : 'GET';
  return {
    method: (last('request') ?? usual).toUpperCase(),
    url: new URL(url),
    headers: Object.fromEntries(
      given.flatMap(({ name, value = '' }): [string, string][] => {
        if (name === 'oauth2-bearer') return [['authorization', `Bearer ${value}`]];
        const [, header, held = ''] = (name === 'header' && /^([^:;@]+):\s*([\s\S]*)$/.exec(value)) || [];
        return header === undefined ? [] : [[header.toLowerCase(), held]];
      }),
    ),
    body: parse(sent.join('')),
  };
}

/** The response in the text below a command: with or without its head (`curl -i`), or with `curl -v`. */
function answerPrinted(text: string): Pick<Shown, 'status' | 'answer'> {
  const head = [...text.matchAll(/^(?:< )?HTTP\/[\d.]+ (\d{3})/gm)].at(-1);
  const body = head ? text.slice(head.index).replace(/^[\s\S]*?\n(?:< ?)?\n/, '') : text;
  return { status: Number(head?.[1] ?? 200), answer: jsonIn(body) };
}

/** How many possible first lines of the response are tried. */
const MOST = 20;

/** The first JSON value in the lines of a text. */
function jsonIn(text: string): unknown {
  const lines = text.trim().split('\n');
  const starts = lines.flatMap((line, index) => (index === 0 || /^\s*[{[]/.test(line) ? index : []));
  for (const start of starts.slice(0, MOST)) {
    for (let end = lines.length; end > start; end--) {
      const value = parse(lines.slice(start, end).join('\n'));
      if (value !== undefined) return value;
    }
  }
  return undefined;
}
