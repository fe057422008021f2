import type { RequestSpec } from '../settings/target-file/target';

/**
 * The address of a path below a base URL. The path of the base is kept, with or without a trailing slash.
 * @param base absolute URL without query or fragment
 * @param path begins with a slash, and is sent as written, including percent-encoding and query; or an address in full at
 *   the origin of the base
 * @returns undefined for anything else: another host must not get the key
 */
export function join(base: string, path: string): string | undefined {
  if (path.startsWith('/')) return base.replace(/\/+$/, '') + path;
  if (!URL.canParse(path)) return undefined;
  const [url, { protocol, host }] = [new URL(path), new URL(base)];
  const isOwn = url.protocol === protocol && url.host === host && url.username + url.password === '';
  return isOwn ? url.href.replace(/#.*$/, '') : undefined;
}

/**
 * Whether the whole id reaches the target. If a target file does not encode ids, a trailing space is removed
 * on the way, and some characters start a query parameter.
 */
export function carries({ path, headers = {}, body }: RequestSpec, id: string): boolean {
  const encoded = [encodeURIComponent(id), `${new URLSearchParams([['', id]])}`.slice(1)];
  return (
    encoded.some((each) => path.includes(each)) ||
    Object.values(headers).some((value) => value.trim().includes(id)) ||
    JSON.stringify(body ?? null).includes(JSON.stringify(id).slice(1, -1))
  );
}
