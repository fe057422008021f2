import type { KeyVariable } from '../../../spec/accounts';
import { keepFromEnvironment } from '../../wire/secrets';
import type { Target } from './target';

/** The header values that were searched for values of the environment. */
const searched = new Set<string>();

/**
 * The headers that a target file gives for a request of the account of this variable. What they have from the
 * environment is masked from now on.
 */
export function ownHeaders({ headers = {} }: Target, variable: KeyVariable | null): Record<string, string> {
  const own = typeof headers === 'function' ? headers(variable) : headers;
  const values = Object.values(own).filter((value) => !searched.has(value));
  for (const value of values) searched.add(value);
  if (values.length > 0) keepFromEnvironment(values, process.env);
  return own;
}

/** The texts and names of a target file. The source of its functions may have a secret. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [name, ...textsOf(each)]);
}
