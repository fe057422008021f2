import { labelOf } from '../judge/faults/faults';
import { type KnownFailure, nameOf } from '../judge/faults/known-failures';
import { singleLine } from '../judge/texts/visible-text';
import { dayOf } from '../judge/texts/wording';
import type { Report } from '../judge/verdict/report';

/** The faults that are not on the list of known failures. */
const groupsOf = ({ faults }: Report) => faults.filter(({ entries }) => entries.length > 0);

export const hasEntries = (report: Report) => groupsOf(report).length > 0;

/**
 * The entries that would make the faults of a run known failures, as YAML, each group below the title of its fault.
 * @param mask applied to each text of an entry
 * @returns null without such a fault
 */
export function knownFailuresOf(report: Report, mask: (text: string) => string): string | null {
  const groups = groupsOf(report);
  if (groups.length === 0) return null;
  // Loaded only for faults: it takes 50 ms.
  const { stringify }: typeof import('yaml') = require('yaml');
  const masked = (_: unknown, value: unknown) => (typeof value === 'string' ? mask(value) : value);
  const written = new Set<string>();
  const isNew = ({ fault, operations }: KnownFailure) => {
    const name = nameOf({ fault }) + operations;
    return !written.has(name) && written.add(name);
  };
  return [
    `# Faults of the run of ${dayOf(report.source.started)} that the list of known failures lacks.`,
    '# Move the entries of those that you tolerate to your own list, write the reasons, and name the list in KNOWN_FAILURES.',
    '# The next run writes this file anew.',
    ...groups.map((fault) => {
      const title = singleLine(mask(`${fault.title} [${labelOf(fault)}]`));
      return `\n# ${title}\n${stringify(fault.entries.filter(isNew), masked, { lineWidth: 0 }).trimEnd()}`;
    }),
    '',
  ].join('\n');
}
