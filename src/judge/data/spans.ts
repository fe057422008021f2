/** When something lasted: its begin and end, in milliseconds since the epoch. */
export interface Span {
  from: number;
  to: number;
}

/** How many milliseconds the spans cover together: what overlaps counts once. */
export function coveredBy(spans: readonly Span[]): number {
  let [covered, end] = [0, Number.NEGATIVE_INFINITY];
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    covered += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return covered;
}
