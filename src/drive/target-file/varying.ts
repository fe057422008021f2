import { groupedBy } from '../../judge/data/grouped';
import { formatList } from '../../judge/texts/wording';
import { buildersOf } from './check-builders';
import type { RequestSpec, Target } from './target';

/** A header that a builder of a target file makes anew in each call. */
export interface VaryingHeader {
  part: string;
  name: string;
}

/** A day: a header with the time differs, however coarse it is. */
const LATER = 86_400_000;

/**
 * The headers that builders of a target file vary from call to call, such as an Idempotency-Key, a time or a signature of
 * both. Each builder is called twice with the same fields, the second time as if it were a day later.
 */
export function varyingHeaders(target: Target): VaryingHeader[] {
  return Object.entries(buildersOf(target)).flatMap(([part, build]) => {
    const [first, second] = [headersOf(build), atAnotherTime(() => headersOf(build))];
    return Object.keys(first)
      .filter((name) => first[name] !== second[name])
      .map((name) => ({ part, name }));
  });
}

/** What a builder throws is reported by the check of the target file. */
function headersOf(build: () => RequestSpec): Record<string, string> {
  try {
    return build().headers ?? {};
  } catch {
    return {};
  }
}

function atAnotherTime<T>(act: () => T): T {
  const Real = Date;
  const later = () => Real.now() + LATER;
  try {
    globalThis.Date = new Proxy(Real, {
      construct: (of, given, as) => Reflect.construct(of, given.length === 0 ? [later()] : given, as),
      get: (of, name) => (name === 'now' ? later : Reflect.get(of, name)),
    });
    return act();
  } finally {
    globalThis.Date = Real;
  }
}

/** One line for each varying header, with the parts that vary it. */
export const formatVarying = (headers: readonly VaryingHeader[]): string[] =>
  groupedBy(headers, ({ name }) => name).map(
    (same) =>
      `The header ${same[0].name} differs each time that ${formatList(same.map(({ part }) => part))} of the target file is called: requests that differ in nothing else are sent once.`,
  );
