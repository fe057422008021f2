import type { Outcome } from '../../engine/outcome';
import type { Stop } from '../../engine/run';

/** What the main process knows of its run: the one place where setup, reporter and exit hook meet. */

export interface TargetNote {
  /** `embedded mock`, or the base URL without credentials. */
  name: string;
  /** Warnings and remarks, a line each. */
  notes: string[];
  /** What will be driven and what will not, a line each. */
  plan: string[];
}

interface RunState {
  stop: Stop | null;
  /** What the terminal's first lines say of it. */
  target: TargetNote | null;
  /** Variable -> value: what must be in no artifact, besides the *_API_KEY variables of the environment. */
  secrets: Record<string, string>;
  outcome: Outcome | null;
  /** The reporter of this run. A second instance, from a command line that names it too, stays silent. */
  reporter: object | null;
  /** Writes what was seen so far, where a run begun has not ended; searches all artifacts once more. */
  conclude: (() => void) | null;
}

export const state: RunState = {
  stop: null,
  target: null,
  secrets: {},
  outcome: null,
  reporter: null,
  conclude: null,
};

/** Records why the run cannot begin. Call it in the main process and throw what it returns. */
export function stopRun(kind: Stop['kind'], lines: string[]): Error {
  state.stop = { kind, lines };
  const error = new Error(stopMessage(state.stop));
  error.stack = error.message;
  return error;
}

/** What the error says by which Playwright hands the stop on. */
export function stopMessage({ kind, lines }: Stop): string {
  return `${kind}: ${lines.join('\n')}`;
}

/**
 * The stop that a blob tells of; null for any other error. At a merge, and only there, it is read back from words:
 * of an error a blob keeps nothing else, and of the configuration what stood there before the setup.
 */
export function stopInBlob(message: string): Stop | null {
  const [, kind, lines = ''] = /^(misconfigured|unavailable): ([\s\S]*)$/.exec(message) ?? [];
  if (kind !== 'misconfigured' && kind !== 'unavailable') return null;
  return { kind, lines: lines.split('\n') };
}
