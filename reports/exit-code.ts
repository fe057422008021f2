import { state } from '../tests/drive/run-state';
import { exitCodes } from '../tests/engine/outcome';

let installed = false;

/**
 * Makes the process end with the verdict's exit code, whatever reporters the command line asks for. Call it
 * from the configuration file; it does nothing in a worker, and nothing for a command that gives no verdict.
 */
export function installExitHook(): void {
  if (installed || !givesVerdict(process.argv)) return;
  installed = true;
  // Without a handler these signals end the process before it can write what it saw.
  process.once('SIGTERM', () => process.exit(143));
  process.once('SIGHUP', () => process.exit(129));
  process.on('exit', () => {
    process.exitCode = finalCode();
  });
}

/** True for `playwright test` and `playwright merge-reports`, `--list` and UI mode excepted. A worker has no command. */
export function givesVerdict(argv: readonly string[]): boolean {
  const [, , command, ...words] = argv;
  if (command !== 'test' && command !== 'merge-reports') return false;
  return !words.some((word) => /^--(?:list|ui|ui-host|ui-port|help)(?:=|$)/.test(word));
}

function finalCode(): number {
  try {
    state.settle?.();
  } catch (error) {
    process.stderr.write(
      `\nThe reports could not be written: ${error instanceof Error ? error.message : error}\n`,
    );
    return exitCodes.misconfigured;
  }
  if (state.outcome) return state.outcome.exitCode;
  if (state.stop) return exitCodes[state.stop.kind];
  process.stderr.write('\nmisconfigured: the run ended without a verdict\n');
  return exitCodes.misconfigured;
}
