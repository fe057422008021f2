import { exitCodes } from '../judge/verdict/outcome';
import { state } from '../setup/run-state';
import { removeReports } from './places';

let installed = false;

/** Milliseconds that a worker has to end: whatever sends SIGTERM often sends SIGKILL ten seconds later. */
const LONGEST_END = 5_000;

/**
 * Makes the process end with the exit code of the verdict, whatever reporters the command line selects, and
 * removes the reports of an earlier run. Call it from the configuration file. It does nothing in a worker, or
 * for a command that gives no verdict.
 * @param reports the folder of the reports
 * @param unread files among them that the run has yet to read
 */
export function installExitHook(reports?: string, unread: readonly string[] = []): void {
  if (installed || !givesVerdict(process.argv)) return;
  installed = true;
  if (reports !== undefined) removeReports(reports, unread);
  process.once('uncaughtException', (error) => {
    console.error(error);
    process.exit(exitCodes.misconfigured);
  });
  let asked = false;
  process.on('SIGTERM', () => {
    // Handled like ^C: while the worker still sends, no report can say what was sent.
    if (asked || !process.emit('SIGINT')) process.exit(143);
    asked = true;
    setTimeout(() => process.exit(143), LONGEST_END).unref();
  });
  process.on('exit', () => {
    process.exitCode = finalCode();
  });
}

/** True for `playwright test`, except with `--list` and in UI mode. Workers have no such command. */
export function givesVerdict(argv: readonly string[]): boolean {
  const [, , command, ...words] = argv;
  if (command !== 'test') return false;
  return !words.some((word) => /^--(?:list|ui|ui-host|ui-port|help)(?:=|$)/.test(word));
}

/** The message of an error, without its stack. */
export function inOneLine(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space));
}

function finalCode(): number {
  try {
    state.conclude?.();
  } catch (error) {
    process.stderr.write(`\nThe run could not be concluded: ${inOneLine(error)}\n`);
    return Math.max(state.outcome?.exitCode ?? 0, exitCodes.misconfigured);
  }
  if (state.outcome) return state.outcome.exitCode;
  if (state.stop) return exitCodes[state.stop.kind];
  process.stderr.write('\nmisconfigured: the run ended without a verdict\n');
  return exitCodes.misconfigured;
}
