/** The files whose calls leave stack traces that nobody reads. */
const callers = new Set<string | null | undefined>();
let isInForce = false;

/**
 * Playwright takes a stack trace at each of its steps and calls, and a third of a worker's time to word it. Left unworded are
 * those in which it stands alone, as at the steps of its own fixtures, which no report shows, and those of this file's calls.
 */
export function leaveStacksUnworded(caller?: string): void {
  if (caller !== undefined) callers.add(caller);
  const { prepareStackTrace: word } = Error;
  if (isInForce || word === undefined) return;
  isInForce = true;
  Error.prepareStackTrace = (error, calls) => {
    const isUnread =
      calls[0]?.getFunctionName() === 'captureRawStack' &&
      (calls.some(isCallers) || calls.every(isPlaywrights));
    return isUnread ? '' : word(error, calls);
  };
}

const isCallers = (call: NodeJS.CallSite) => callers.has(call.getFileName());

const isPlaywrights = (call: NodeJS.CallSite) =>
  /^node:|[\\/]node_modules[\\/]playwright/.test(call.getFileName() ?? 'node:');
