import { state } from '../drive/run/run-state';
import { exitCodes } from '../judge/outcome';
import { removeReports } from './places';

let installed = false;

/** Milliseconds that a worker has to end: whoever sends SIGTERM often kills ten seconds later. */
const LONGEST_END = 5_000;

/**
 * Makes the process end with the verdict's exit code, whatever reporters the command line asks for, and takes
 * the reports of an earlier run away. Call it from the configuration file; it does nothing in a worker, and
 * nothing for a command that gives no verdict.
 * @param reports the folder of the reports
 */
export function installExitHook(reports?: string): void {
  if (installed || !givesVerdict(process.argv)) return;
  installed = true;
  if (reports !== undefined) removeReports(reports);
  // Playwright shows what it refuses with the stack of its own code.
  const show = console.error;
  console.error = (...words: unknown[]) =>
    show(...words.map((word) => (isOfPlaywright(word) ? inOneLine(word) : word)));
  process.once('uncaughtException', (error) => {
    console.error(error);
    process.exit(exitCodes.misconfigured);
  });
  // Without a handler these signals end the process before it can write what it saw.
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    let asked = false;
    process.on(signal, () => {
      // As ^C: while the worker still sends, no report can tell what was sent.
      if (asked || !process.emit('SIGINT')) process.exit(code);
      asked = true;
      setTimeout(() => process.exit(code), LONGEST_END).unref();
    });
  }
  process.on('exit', () => {
    process.exitCode = finalCode();
  });
}

/** True for `playwright test`, `--list` and UI mode excepted. A worker has no command. */
export function givesVerdict(argv: readonly string[]): boolean {
  const [, , command, ...words] = argv;
  if (command !== 'test') return false;
  return !words.some((word) => /^--(?:list|ui|ui-host|ui-port|help)(?:=|$)/.test(word));
}

/** True for an error that comes from Playwright's own code, as against one of ours or of a target file. */
function isOfPlaywright(thrown: unknown): boolean {
  const [place] = (thrown instanceof Error && thrown.stack?.match(/^ +at .*$/m)) || [];
  return place !== undefined && /node_modules[\\/]playwright/.test(place);
}

/** What was thrown, without its stack. */
export function inOneLine(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.replace(/\s*\n\s*/g, ' ');
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
