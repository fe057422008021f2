import type { Evidence } from '../../judge/evidence';
import type { Outcome } from '../../judge/outcome';
import type { Stop } from '../../judge/run';
import type { PlannedCheck } from '../driver/driver';
import type { Session } from './session';

/** What the main process knows of its run: the one place where setup, reporter and exit hook meet. */

export interface TargetNote {
  /** `embedded mock`, or the base URL without credentials. */
  name: string;
  /** Warnings and remarks, a line each. */
  notes: string[];
  /** What the run sends, a line each. */
  plan: string[];
  /** What would enable more clauses, a line; null where there is nothing, or the run is a part. */
  next?: string | null;
}

/** What runs the checks. */
interface RunDriver {
  verdict(id: string): Promise<unknown>;
  evidence(id: string): Evidence | null;
}

interface RunState {
  /** What the setup opened for the driver. */
  session: Session | null;
  driver: RunDriver | null;
  /** Has a driver answer the workers, at the address that it returns. */
  server: { serve(driver: RunDriver): string } | null;
  stop: Stop | null;
  /** Clauses that the last run of this target violated; undefined where the history has none. */
  violated: string[] | undefined;
  /** What the terminal's first lines say of it. */
  target: (Omit<TargetNote, 'plan'> & { plan: (checks: readonly PlannedCheck[]) => string[] }) | null;
  /** Variable -> value: what must be in no artifact, besides the *_API_KEY variables of the environment. */
  secrets: Record<string, string>;
  outcome: Outcome | null;
  /** The reporter of this run. A second instance, from a command line that names it too, stays silent. */
  reporter: object | null;
  /** Writes what was seen so far, where a run begun has not ended; searches all artifacts once more. */
  conclude: (() => void) | null;
}

export const state: RunState = {
  session: null,
  driver: null,
  server: null,
  stop: null,
  violated: undefined,
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
