import { chapters, type DrawnDefect, expectedAt } from './family';
import type { Met } from './results';

/** What became of the drawn defects at one depth; a defect that was seen at a shallower one is seen here too. */
export interface Round {
  depth: number;
  met: readonly Met[];
}

const percent = (share: number) => `${(100 * share).toFixed(share === 1 || share === 0 ? 0 : 1)} %`;
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** The places of the defects seen up to a depth. */
export function seenAt(rounds: readonly Round[], depth: number): Set<number> {
  const shallow = rounds.filter((round) => round.depth <= depth);
  return new Set(shallow.flatMap(({ met }) => met.filter(({ seenBy }) => seenBy).map(({ place }) => place)));
}

const isJudged = ({ leftAlone }: DrawnDefect) => leftAlone === undefined;

/**
 * A row a chapter: how many defects, the share that was seen at each depth, and beside it what the draw alone lets
 * expect of those whose domain the contract tells.
 */
export function curve(all: readonly DrawnDefect[], rounds: readonly Round[]): string[][] {
  const drawn = all.filter(isJudged);
  const row = (name: string, own: readonly DrawnDefect[]) => [
    name,
    `${own.length}`,
    ...rounds.flatMap(({ depth }) => {
      const seen = seenAt(rounds, depth);
      const shares = own.flatMap(({ share }) => share ?? []);
      return [
        percent(own.filter(({ place }) => seen.has(place)).length / own.length),
        shares.length === 0 ? '' : percent(mean(shares.map((share) => expectedAt(share, depth)))),
      ];
    }),
  ];
  const rows = chapters
    .map((name) => ({ name, own: drawn.filter(({ chapter }) => chapter === name) }))
    .filter(({ own }) => own.length > 0)
    .map(({ name, own }) => row(name, own));
  return [...rows, row('all', drawn)];
}

/** Each defect that nothing saw, with the reason. */
export function survivors(drawn: readonly DrawnDefect[], rounds: readonly Round[]): string[][] {
  const deepest = Math.max(...rounds.map(({ depth }) => depth));
  const seen = seenAt(rounds, deepest);
  return drawn
    .filter((defect) => isJudged(defect) && !seen.has(defect.place))
    .map(({ place, chapter, phrase, share }) => {
      const met = rounds.flatMap((round) => round.met).findLast((each) => each.place === place);
      return [chapter, phrase, reasonOf(share, met, deepest)];
    });
}

/** Each that is no sure breach, with the reason, and whether it was seen all the same. */
export function leftAlone(drawn: readonly DrawnDefect[], rounds: readonly Round[]): string[][] {
  const seen = seenAt(rounds, Number.POSITIVE_INFINITY);
  return drawn.flatMap(({ place, chapter, phrase, leftAlone }) =>
    leftAlone === undefined ? [] : [[chapter, phrase, seen.has(place) ? `${leftAlone}; seen` : leftAlone]],
  );
}

function reasonOf(share: number | null, met: Met | undefined, depth: number): string {
  const reasons: string[] = [];
  if (met?.cases === 0) reasons.push('no case cites its clauses');
  if (met && met.also.length > 0) reasons.push(`seen by ${met.also.join(', ')} instead`);
  if (share === null) reasons.push('the contract tells no domain to draw from');
  else if (share < 1) reasons.push(`${percent(expectedAt(share, depth))} were to be expected`);
  if (reasons.length === 0) reasons.push('no probe of this kind');
  return [...reasons, ...(met?.reasons.slice(0, 1) ?? [])].join('; ').replaceAll(/\s+/g, ' ');
}
