/**
 * The address of a path below a base URL: the base's own path is kept, with or without a trailing slash.
 * @param base absolute URL without query or fragment
 * @param path begins with a slash; sent as spelt, percent-encoding and query included
 */
export function join(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path;
}
