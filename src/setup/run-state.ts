import type { Stop } from '../judge/data/run';
import type { Outcome } from '../judge/verdict/outcome';
import type { Driver } from '../send/driver/driver';
import type { OpenedRun } from './open-run';

/** What the main process knows about its run: the one place that setup, reporter and exit hook share. */
interface RunState {
  opened: OpenedRun | null;
  driver: Driver | null;
  stop: Stop | null;
  outcome: Outcome | null;
  /** The reporter of this run. A second instance, from a command line that names it too, stays silent. */
  reporter: object | null;
  /** Writes the reports of a run that was cut short, and searches all artifacts for secrets once more. */
  conclude: (() => void) | null;
}

export const state: RunState = {
  opened: null,
  driver: null,
  stop: null,
  outcome: null,
  reporter: null,
  conclude: null,
};

/** The run cannot begin. */
export class Stopped extends Error {
  constructor(readonly stop: Stop) {
    super(stopMessage(stop));
    this.stack = this.message;
  }
}

export function stopMessage({ kind, lines }: Stop): string {
  return `${kind}: ${lines.join('\n')}`;
}
