import type { OpenAPIV3 } from 'openapi-types';

/** The address of a server. Its origin is null where the document does not name it. */
export interface Server {
  origin: string | null;
  /** The prefix of the document's paths, without a trailing slash. */
  path: string;
}

/** Used where the origin is unknown. */
const NOWHERE = 'http://nowhere.invalid';

/**
 * A server with its variables replaced by their defaults, and the variable without a default.
 * @param source the address of the document, which a relative server refers to
 */
export function serverFrom(
  server: OpenAPIV3.ServerObject | undefined,
  source: string,
): Server & { unknown?: string } {
  let unknown: string | undefined;
  const url = String(server?.url ?? '').replace(/\{([^{}]+)\}/g, (all, name) => {
    const { default: usual, enum: values } = server?.variables?.[name] ?? {};
    const value = usual || (values?.length === 1 ? values[0] : '');
    if (!value) unknown ??= name;
    return value || all;
  });
  if (unknown !== undefined) return { origin: null, path: pathIn(url), unknown };
  const base = URL.canParse(source) ? source : NOWHERE;
  // Without servers, OpenAPI uses the address of the document. It may be anywhere, so no key is sent there.
  if (url === '' || !URL.canParse(url, base)) return { origin: null, path: '' };
  const { origin, pathname } = new URL(url, base);
  return { origin: origin === NOWHERE ? null : origin, path: pathname.replace(/\/+$/, '') };
}

/** The path of an address with an unknown host. */
function pathIn(url: string): string {
  const path = url.replace(/^[^/]*:\/\/[^/]*/, '').replace(/\/+$/, '');
  return path.includes('{') ? '' : path;
}
