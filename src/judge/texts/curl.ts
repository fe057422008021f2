import type { Exchange } from '../data/evidence';
import { randomKey } from '../data/probe';
import { anyPlaceholder } from '../masking/placeholders';

/** Headers that curl sends by itself, or that only identify the run. */
const ownHeaders = new Set(['user-agent', 'connection', 'content-length']);

/** Shell expressions for the probes that are not made from pieces of a key. */
const probes: Record<string, string> = {
  'letter case changed': '$(printf %s "$API_KEY" | tr a-zA-Z A-Za-z)',
  [randomKey]: `\${API_KEY%????????}00000000`,
};

/**
 * A command for a POSIX shell that repeats a request. `$API_KEY`, or the variable of another sender, replaces
 * the key.
 * @param before requests to send over the same connection first
 */
export function curl(exchange: Sent, before: readonly Sent[] = []): string {
  const command = `curl ${[...before, exchange].map(optionsOf).join(' --next ')}`;
  const [unknown] = command.match(anyPlaceholder) ?? command.match(/\[\d+ characters with [^\]]+\]/) ?? [];
  return unknown === undefined ? command : `# no command: the value of ${unknown} is not recorded`;
}

type Sent = Pick<Exchange, 'request'>;

function optionsOf({ request }: Sent): string {
  const parts = ['-i'];
  if (request.method !== 'GET') parts.push(`-X ${request.method}`);
  for (const [name, value] of request.headers) {
    if (ownHeaders.has(name.toLowerCase())) continue;
    parts.push(`-H ${shellQuoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  // Without a value, curl does not send its own header.
  if (!request.headers.some(([name]) => name.toLowerCase() === 'accept')) parts.push(`-H 'Accept:'`);
  if (request.body !== null) parts.push(`--data-binary ${shellQuoted(request.body)}`);
  parts.push(shellQuoted(request.url));
  return parts.join(' ');
}

/**
 * In double quotes, so that `[API_KEY]` can become `"$API_KEY"`; in single quotes where nothing is masked. A
 * terminal shows neither tabs nor no-break spaces (which are sent as one byte), so both are written out.
 */
function shellQuoted(text: string): string {
  if (text.search(anyPlaceholder) < 0) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `"${text.replace(/["\\$`]/g, '\\$&').replace(anyPlaceholder, inShell)}"`;
}

function inShell(all: string, variable?: string, places?: string, how?: string, space?: string): string {
  if (space?.startsWith('byte ')) return `$(printf '\\${Number.parseInt(space.slice(5), 16).toString(8)}')`;
  if (space?.endsWith(' other characters')) return `$(printf '%0${Number.parseInt(space, 10)}d' 0)`;
  if (space !== undefined) return spaces[space] ?? all;
  if (places !== undefined) return `$(printf %s "$${variable}" | cut -c${places})`;
  return how === undefined ? `\${${variable}}` : (probes[how] ?? all);
}

const spaces: Record<string, string> = {
  space: ' ',
  tab: "$(printf '\\t')",
  'no-break space': "$(printf '\\240')",
};
