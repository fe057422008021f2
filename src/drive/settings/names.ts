import { keyVariables } from '../../../spec/accounts';

export const variables = [
  'BASE_URL',
  'ALLOW_HTTP',
  ...keyVariables,
  'TARGET',
  'SERVICE',
  'FOREIGN_JOB_ID',
  'FOREIGN_RUN_ID',
  'RATE_LIMIT_BURST',
  'MAX_AI_REQUESTS',
  'CONCURRENCY',
  'REQUESTS_PER_MINUTE',
  'TIMEOUT_MS',
  'DEPTH',
  'REQUIRE',
  'KNOWN_FAILURES',
  'NAME',
  'PREVIOUS',
  'REPORTS',
] as const;

/** An environment without settings of the suite: for a command that runs the mock for itself. */
export function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSetting(name)));
}

/** Whether the suite reads this variable. */
export const isSetting = (name: string) => variables.some((variable) => variable === name);

/** The problem with each name in .env that is most likely a misspelt name of ours. */
export const problemsOfNames = (inFile: readonly string[]): string[] =>
  inFile.flatMap((name) => {
    const meant = isSetting(name) ? undefined : meantBy(name);
    return meant ? [`.env sets ${name}, which is unknown. Did you mean ${meant}?`] : [];
  });

/**
 * Warnings of names that have no effect. Variables in the environment mostly belong to other programs: only a
 * name that is almost certainly ours is worth a line.
 */
export function warningsOfNames(env: NodeJS.ProcessEnv, inFile: readonly string[]): string[] {
  const misspelt = Object.keys(env).flatMap((name) => {
    const isTheirs = isSetting(name) || inFile.includes(name) || name.length < 6;
    const meant = isTheirs ? undefined : meantBy(name, name.length < 10 ? 1 : 2);
    return meant ? [`The environment sets ${name}, which is unknown. Did you mean ${meant}?`] : [];
  });
  const late = inFile.includes('NODE_EXTRA_CA_CERTS')
    ? ['NODE_EXTRA_CA_CERTS comes too late from .env: Node reads it from the environment.']
    : [];
  return [...misspelt, ...late];
}

/** The first of these names, by default of the variables, that differs from this one by at most this many letters. */
export function meantBy(name: string, letters = 2, names: readonly string[] = variables): string | undefined {
  const isNear = (other: string) =>
    Math.abs(name.length - other.length) <= letters &&
    distance(name.toUpperCase(), other.toUpperCase()) <= letters;
  return names.find(isNear);
}

/** Levenshtein distance of two short words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
