import type { Stop } from '../../judge/data/run';
import type { PreviousRun } from '../../judge/faults/previous-run';
import type { Outcome } from '../../judge/verdict/outcome';
import type { Driver, PlannedCheck } from '../driver/driver';
import type { Session } from './session';

/** What the main process knows about its run: the one place that setup, reporter and exit hook share. */

export interface TargetNote {
  /** `built-in mock`, or the base URL without credentials. */
  name: string;
  /** Warnings and remarks, one line each. */
  notes: string[];
  /** What a run of these checks will send, one line each. */
  plan: (checks: readonly PlannedCheck[]) => string[];
  /** What would enable more clauses, in one line; null if there is nothing, or the run is partial. */
  next: string | null;
}

interface RunState {
  session: Session | null;
  driver: Driver | null;
  stop: Stop | null;
  /** The previous run of this target; null without PREVIOUS, or if it was not a whole run. */
  previous: PreviousRun | null;
  /** What the first lines of the terminal say about the target. */
  target: TargetNote | null;
  /**
   * Variable -> value: secrets that no artifact may contain, besides the *_API_KEY variables of the
   * environment.
   */
  secrets: Record<string, string>;
  outcome: Outcome | null;
  /** The reporter of this run. A second instance, from a command line that names it too, stays silent. */
  reporter: object | null;
  /** Writes the reports of a run that was cut short, and searches all artifacts for secrets once more. */
  conclude: (() => void) | null;
}

export const state: RunState = {
  session: null,
  driver: null,
  stop: null,
  previous: null,
  target: null,
  secrets: {},
  outcome: null,
  reporter: null,
  conclude: null,
};

/** Records why the run cannot begin. Call it in the main process, and throw the returned error. */
export function stopRun(kind: Stop['kind'], lines: string[]): Error {
  state.stop = { kind, lines };
  const error = new Error(stopMessage(state.stop));
  error.stack = error.message;
  return error;
}

export function stopMessage({ kind, lines }: Stop): string {
  return `${kind}: ${lines.join('\n')}`;
}
