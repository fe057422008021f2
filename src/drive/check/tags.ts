import type { CheckCost } from '../../judge/data/run';

/** The clause and the cost of a check, as the tags of its Playwright test state them; null if they cite no clause. */
export function statedIn(tags: readonly string[]): { clause: string; cost: CheckCost } | null {
  const names = tags.map((tag) => tag.slice(1));
  const clause = names.find((name) => name.includes('.'));
  if (clause === undefined) return null;
  return { clause, cost: costs.find((cost) => names.includes(cost)) ?? 'free' };
}

const costs: readonly CheckCost[] = ['bursts', 'billable'];
