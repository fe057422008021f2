/** Compiled code is the archive. Its users do not have the scripts of this project's package.json. */
export const invocation = __filename.endsWith('.js')
  ? 'npx text-workflow-conformance'
  : 'npm run conformance --';

/** A subcommand as its user types it: `npm run conformance -- doctor --sign`, or the equivalent of the archive. */
export function commandLine(name: string, words = ''): string {
  // A run needs no name.
  const parts = [invocation, name === 'run' ? '' : name, words];
  return parts
    .filter((piece) => piece !== '')
    .join(' ')
    .replace(/ --$/, '');
}
