/** The position of a value in a JSON document: RFC 6901, `/data/job_id`; the empty string is the whole document. */
export type Pointer = string;

/** Steps from the root of a JSON document: `['paths', '/v1/models', 'get']`. */
export type Path = readonly string[];

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (here, step) =>
      here !== null && typeof here === 'object' && Object.hasOwn(here, step)
        ? (here as Record<string, unknown>)[step]
        : undefined,
    value,
  );
}

/** Converts a path to a JSON Pointer (RFC 6901), and back. */
export function pointerTo(path: Path): string {
  return path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function pathOf(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
