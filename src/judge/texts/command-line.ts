/** Compiled code is the archive. Its users do not have the scripts of this project's package.json. */
const inArchive = __filename.endsWith('.js');

export const invocation = invocationOf(inArchive);

function invocationOf(archive: boolean): string {
  return archive ? 'npx text-workflow-conformance' : 'npm run conformance --';
}

/** A subcommand as its user types it: `npm run conformance -- doctor --sign`, or the equivalent of the archive. */
export function commandLine(name: string, words = '', archive = inArchive): string {
  // A run needs no name.
  const parts = [invocationOf(archive), name === 'run' ? '' : name, words];
  return parts
    .filter((piece) => piece !== '')
    .join(' ')
    .replace(/ --$/, '');
}
