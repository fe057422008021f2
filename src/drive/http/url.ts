import type { RequestSpec } from '../target-file/target';

/**
 * The address of a path below a base URL. The path of the base is kept, with or without a trailing slash.
 * @param base absolute URL without query or fragment
 * @param path begins with a slash; sent as written, including percent-encoding and query
 */
export function join(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path;
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
