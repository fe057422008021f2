import type { Guard } from '../../src/judge/guards/guard';
import { type GuardName, guards } from '../../src/judge/guards/guards';

let removed: string | null = null;

/** The name of the guard that is removed; null if there is none. Processes that a test starts remove it, too. */
export const removedGuard = (): string | null => removed;

/**
 * Removes a guard from the list of those that are asked, in this process.
 * @returns a function that puts it back
 */
export function removeGuard(name: string): () => void {
  const list = guards as Guard[];
  const at = list.findIndex((guard) => guard.name === name);
  if (at === -1) throw new Error(`no guard is called "${name}"`);
  const taken = list.splice(at, 1);
  removed = name;
  return () => {
    list.splice(at, 0, ...taken);
    removed = null;
  };
}

/** Acts while this guard is removed. */
export async function withoutGuard<Value>(name: GuardName, act: () => Promise<Value>): Promise<Value> {
  const putBack = removeGuard(name);
  try {
    return await act();
  } finally {
    putBack();
  }
}
