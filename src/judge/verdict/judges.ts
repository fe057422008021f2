import { type Context, type Exchange, isUndecided } from '../data/evidence';
import { factsOf } from '../data/facts';
import type { CheckVerdict } from './check-verdicts';

/** The role of an exchange in a check: judged, only recorded, a precondition, or undecided. */
export const roles = ['judged', 'recorded', 'prepares', 'undecided'] as const;
type Role = (typeof roles)[number];

/** The ids of the checks of an exchange, by its role in them. */
export type Judges = Partial<Record<Role, string[]>>;

/** The checks that judged each exchange of a run, by exchange id, besides the clauses for every response. */
export function judgesOf(checks: readonly CheckVerdict[], context: Context): Record<string, Judges> {
  const judges: Record<string, Judges> = {};
  for (const each of checks) {
    const { evidence } = each;
    const judged = new Set(
      evidence.flatMap(({ assertions }) => assertions.flatMap(({ exchanges }) => exchanges)),
    );
    const recorded = new Set(evidence.flatMap(({ observed = [] }) => observed));
    const undecided = isUndecided(each) || each.untested.some(isUndecided);
    const roleOf = (exchange: Exchange): Role | null => {
      const { id } = exchange;
      const { preparation, disturbance } = factsOf(exchange, context);
      if (judged.has(id)) return 'judged';
      if (recorded.has(id)) return 'recorded';
      if (preparation || disturbance) return 'prepares';
      return undecided ? 'undecided' : null;
    };
    for (const exchange of each.exchanges) {
      const role = roleOf(exchange);
      const own = judges[exchange.id] ?? {};
      judges[exchange.id] = role === null ? own : { ...own, [role]: [...(own[role] ?? []), each.id] };
    }
  }
  return judges;
}
