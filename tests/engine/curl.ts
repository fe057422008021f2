import type { Exchange } from './evidence';

/** Headers that curl sends by itself, or that only identify the run. */
const ownHeaders = new Set(['user-agent', 'connection', 'content-length']);

/** What a shell makes of a key, for the probes of which the line holds nothing but a name. */
const probes: Record<string, string> = {
  'cut in half': `$(printf "%.$(((\${#API_KEY} + 1) / 2))s" "$API_KEY")`,
  'cut off': `\${API_KEY%????}`,
  'one character longer': `\${API_KEY}x`,
  'case changed': '$(printf %s "$API_KEY" | tr a-zA-Z A-Za-z)',
};

/**
 * A line for a POSIX shell that repeats a request, with `$API_KEY` (or the variable of whoever sent it) where
 * the key was.
 */
export function curl({ request }: Pick<Exchange, 'request'>): string {
  const parts = ['curl -i'];
  if (request.method !== 'GET') parts.push(`-X ${request.method}`);
  for (const [name, value] of request.headers) {
    if (ownHeaders.has(name.toLowerCase())) continue;
    parts.push(`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  if (request.body !== null) parts.push(`--data-binary ${quoted(request.body)}`);
  parts.push(quoted(request.url));
  return parts.join(' ');
}

/**
 * In double quotes, so that `[API_KEY]` can become `"$API_KEY"`; in single quotes where nothing is masked. A
 * terminal shows neither tab nor no-break space, which is sent as one byte, so both are spelt out.
 */
function quoted(text: string): string {
  const probe = /\[API_KEY, ([a-z ]+)\]/.exec(text)?.[1] ?? '';
  const key = /\[[A-Z_]*API_KEY\]|<(?:space|tab|no-break space)>/.test(text);
  if (!key && !Object.hasOwn(probes, probe)) {
    return `'${text.replaceAll("'", `'\\''`)}'`;
  }
  const escaped = text
    .replace(/["\\$`]/g, '\\$&')
    .replace(/\[([A-Z_]*API_KEY)\]/g, (_, variable: string) => `$${variable}`)
    .replace(`[API_KEY, ${probe}]`, (name) => probes[probe] ?? name)
    .replaceAll('<space>', ' ')
    .replaceAll('<tab>', "$(printf '\\t')")
    .replaceAll('<no-break space>', "$(printf '\\240')");
  return `"${escaped}"`;
}
