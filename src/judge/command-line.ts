/** What is compiled is the archive, whose user has none of the commands of this project's package.json. */
const inArchive = __filename.endsWith('.js');

/** A command of the suite as its user types it: `npm run doctor -- --sign`, or what the archive has for it. */
export function commandLine(name: string, words = '', archive = inArchive): string {
  if (!archive) return words === '' ? `npm run ${name}` : `npm run ${name} -- ${words}`;
  // The archive tests the contract without a word.
  const parts = ['npx text-workflow-conformance', name === 'conformance' ? '' : name, words];
  return parts.filter((part) => part !== '').join(' ');
}
