import { singleLine } from '../judge/texts/visible-text';
import { dayOf } from '../judge/texts/wording';
import type { Report } from '../judge/verdict/report';
import { faultsIn, viewOf } from './view';

/**
 * The entries that would make the faults of a run known failures, as YAML, each below the title of its fault; null without
 * such a fault.
 */
export function knownFailuresOf(report: Report): string | null {
  const tolerable = faultsIn(viewOf(report)).filter(({ entry }) => entry !== undefined);
  if (tolerable.length === 0) return null;
  // Loaded only for faults: it takes 50 ms.
  const { Document }: typeof import('yaml') = require('yaml');
  return [
    `# Faults of the run of ${dayOf(report.source.started)} that the list of known failures lacks.`,
    '# Copy the entries of those that you tolerate to your own list, write the reasons, and name the list in KNOWN_FAILURES.',
    '# The next run writes this file anew.',
    ...tolerable.map(({ fault, label, entry }) => {
      const title = singleLine(`${fault.title} [${label}]`);
      const written = new Document([entry]);
      written.setIn([0, 'at'], written.createNode(entry?.at, { flow: true }));
      return `\n# ${title}\n${written.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd()}`;
    }),
    '',
  ].join('\n');
}
