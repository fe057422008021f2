import * as manifest from '../../../package.json';

/** The address of the published reference: `homepage` of package.json. */
const published = (manifest as { homepage?: string }).homepage;

/** The address of a section of the contract; null where the reference is not published. */
export function sectionAddress(section: string, home = published): string | null {
  return home === undefined ? null : `${home.replace(/\/*$/, '/')}index.html#${section}`;
}

/** `section 5.5`, with its address if there is one. */
export function formatSection(section: string, home = published): string {
  const address = sectionAddress(section, home);
  return `section ${section}${address === null ? '' : ` (${address})`}`;
}
