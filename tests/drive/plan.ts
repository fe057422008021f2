import { type Clause, ledger, type Need } from '../../spec/ledger';
import type { KeyVariable } from '../engine/accounts';
import type { Settings } from './settings';
import type { Target } from './target';

/**
 * What a run will drive and what it will not, a line each, before anything is sent: how many must clauses have
 * all they need, then each missing part or account with the clauses that wait for it, then the budget.
 * @param keys the accounts that are given
 */
export function planOf(
  settings: Pick<Settings, 'maxAiUses' | 'requestsPerMinute' | 'foreignJobId' | 'foreignRunId'>,
  target: Target,
  keys: Partial<Record<KeyVariable, string>>,
): string[] {
  const musts = (Object.entries(ledger) as [string, Clause][]).filter(([, { level }]) => level === 'must');
  const waiting = new Map<string, string[]>();
  for (const [id, clause] of musts) {
    const needs = 'needs' in clause ? (clause.needs ?? []) : [];
    const missing = needs.filter((need) => !isGiven(need, id, settings, target, keys));
    if (missing.length === 0) continue;
    const what = missing
      .map((need) => (/^[A-Z_]+$/.test(need) ? need : `${need} in the target file`))
      .join(' and ');
    waiting.set(what, [...(waiting.get(what) ?? []), id]);
  }
  const undriven = [...waiting.values()].flat().length;
  const uses = usesOf(target, keys);
  const budget = Number.isFinite(settings.maxAiUses)
    ? `about ${uses} AI uses, at most ${settings.maxAiUses}`
    : `about ${uses} AI uses, no limit to them`;
  const pace =
    settings.requestsPerMinute === undefined ? '' : `, ${settings.requestsPerMinute} requests a minute`;
  return [
    `Plan: ${musts.length - undriven} of ${musts.length} must clauses can be driven; ${budget} (MAX_AI_USES)${pace}`,
    ...[...waiting].map(([what, ids]) => `  needs ${what}: ${ids.join(', ')}`),
  ];
}

/**
 * How many requests that the AI works on a run sends about, where nothing looks like a breach: for text one for each
 * tier, one with messages and three for what is not shown, a chain of each form, and a job.
 */
export function usesOf(target: Target, keys: Partial<Record<KeyVariable, string>>): number {
  const { text, job, workflow } = target;
  return (
    (text ? 7 : 0) + (job?.submit ? 1 : 0) + (workflow ? 3 : 0) + (text && keys.UPSTREAM_API_KEY ? 1 : 0)
  );
}

function isGiven(
  need: Need,
  id: string,
  settings: Pick<Settings, 'foreignJobId' | 'foreignRunId'>,
  target: Target,
  keys: Partial<Record<KeyVariable, string>>,
): boolean {
  const foreign =
    id.endsWith('.foreign') && (id.startsWith('jobs') ? settings.foreignJobId : settings.foreignRunId);
  if (foreign && (need === 'OTHER_API_KEY' || need === 'job' || need === 'workflow')) return true;
  switch (need) {
    case 'job.state':
      return target.job?.state !== undefined;
    case 'job.result':
      return target.job?.result !== undefined;
    case 'credits':
      return true;
    case 'text':
    case 'job':
    case 'workflow':
    case 'run':
      return target[need] !== undefined;
    default:
      return keys[need] !== undefined;
  }
}
