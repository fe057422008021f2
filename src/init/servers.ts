import type { OpenAPIV3 } from 'openapi-types';

/** Where a server stands: its origin is null where the document does not tell it. */
export interface Server {
  origin: string | null;
  /** Before the paths of the document, without a slash at its end. */
  path: string;
}

/** Stands where the origin is not known. */
const NOWHERE = 'http://nowhere.invalid';

/**
 * A server, its variables with their defaults, and the variable that has none.
 * @param source where the document came from: against an address a relative server stands
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
  // Without servers it would be that of the document, which may lie anywhere: no key is sent there.
  if (url === '' || !URL.canParse(url, base)) return { origin: null, path: '' };
  const { origin, pathname } = new URL(url, base);
  return { origin: origin === NOWHERE ? null : origin, path: pathname.replace(/\/+$/, '') };
}

/** The path of an address whose host is not known. */
function pathIn(url: string): string {
  const path = url.replace(/^[^/]*:\/\/[^/]*/, '').replace(/\/+$/, '');
  return path.includes('{') ? '' : path;
}
