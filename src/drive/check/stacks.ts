/** The files whose calls need no stack trace. */
const callers = new Set<string | null | undefined>();
let isInForce = false;

/**
 * Leaves stack traces that no report shows unformatted. Playwright takes one for each of its steps and calls,
 * and formatting them takes a fifth of the processor time of a run. Unformatted are the traces of its own
 * steps, which contain only Playwright and Node, and those of calls from this file.
 * @param caller the file whose calls need no stack trace
 */
export function leaveStacksUnformatted(caller?: string): void {
  if (caller !== undefined) callers.add(caller);
  const { prepareStackTrace: format } = Error;
  if (isInForce || format === undefined) return;
  isInForce = true;
  Error.prepareStackTrace = (error, calls) => {
    const isUnread =
      calls[0]?.getFunctionName() === 'captureRawStack' &&
      (calls.some(isCallers) || calls.every(isPlaywrights));
    return isUnread ? '' : format(error, calls);
  };
}

const isCallers = (call: NodeJS.CallSite) => callers.has(call.getFileName());

const isPlaywrights = (call: NodeJS.CallSite) =>
  /^node:|[\\/]node_modules[\\/]playwright/.test(call.getFileName() ?? 'node:');
