import { type Fault, labelOf } from '../judge/faults/faults';
import { entryFor, type KnownFailure } from '../judge/faults/known-failures';
import { singleLine } from '../judge/texts/visible-text';
import { dayOf } from '../judge/texts/wording';
import type { Report } from '../judge/verdict/report';

/** The entry that would make a fault a known failure; undefined if it needs none. */
export function entryOf({ source, context }: Report, fault: Fault): KnownFailure | undefined {
  const isTolerable = fault.verdict === 'violates' && fault.known === undefined;
  return isTolerable ? entryFor(fault, dayOf(source.started), context.depth) : undefined;
}

export const hasEntries = (report: Report) => report.faults.some((fault) => entryOf(report, fault));

/**
 * The entries that would make the faults of a run known failures, as YAML, each below the title of its fault.
 * @returns null without such a fault
 */
export function knownFailuresOf(report: Report, mask: (text: string) => string): string | null {
  if (!hasEntries(report)) return null;
  // Loaded only for faults: it takes 50 ms.
  const { stringify }: typeof import('yaml') = require('yaml');
  return [
    `# Faults of the run of ${dayOf(report.source.started)} that the list of known failures lacks.`,
    '# Copy the entries of those that you tolerate to your own list, write the reasons, and name the list in KNOWN_FAILURES.',
    '# The next run writes this file anew.',
    ...report.faults.flatMap((fault) => {
      const entry = entryOf(report, fault);
      const title = singleLine(mask(`${fault.title} [${labelOf(fault)}]`));
      return entry ? `\n# ${title}\n${stringify([entry], { lineWidth: 0 }).trimEnd()}` : [];
    }),
    '',
  ].join('\n');
}
