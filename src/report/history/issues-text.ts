import { type Accepted, list, object, text as words } from '../../../spec/shapes';
import { parse } from '../../judge/answer';
import { isUndecided } from '../../judge/evidence';
import { labelOf } from '../../judge/faults';
import { groupedBy } from '../../judge/grouped';
import { schemas } from '../../judge/schema';
import { sectionAddress } from '../../judge/section';
import { singleLine } from '../../judge/visible-text';
import { dayOf } from '../../judge/wording';
import { code, faultItem, text } from '../markdown';
import type { SavedFault } from './faults-across';
import type { SavedRecord } from './saved-record';

/** The text of the issues that a nightly run opens. Titles contain no text from a server. */

/** The first line of an issue's body, as data. */
const marker = object({
  /** The id of a clause, or `undecided` and the name of a target. */
  key: words,
  /** Titles of the checks that failed. */
  checks: list(words),
  /** The day on which it was first seen. */
  first: words,
  /** The targets on which it was seen and has not been judged otherwise since. */
  targets: list(words),
});
export type Marker = Accepted<typeof marker>;

const isMarker = schemas.compile<Marker>(marker);

const frame = /^<!-- text-workflow-conformance (\{.*\}) -->\r?\n/;

/** The marker in an issue's body; null for an issue that was not opened by these actions. */
export function markerIn(body: string): Marker | null {
  const value = parse(frame.exec(body)?.[1] ?? null);
  return isMarker(value) ? value : null;
}

/** Ensures that no text inside ends the comment. */
function markerLine(marker: Marker): string {
  const json = JSON.stringify(marker).replace(/[<>]/g, (character) =>
    character === '<' ? '\\u003c' : '\\u003e',
  );
  return `<!-- text-workflow-conformance ${json} -->`;
}

/** `GET /v1/credits accepts a wrong key (auth.key.wrong)`. */
export function titleOf(id: string, { title }: SavedFault): string {
  return singleLine(`${title} (${id})`, 200);
}

/** A fault, and the run that found it. */
export interface SeenFault {
  fault: SavedFault;
  record: SavedRecord;
}

/** @param link the address of the job's log; empty where there is none */
export function bodyOf(
  marker: Marker,
  sightings: readonly [SeenFault, ...SeenFault[]],
  link: string,
): string {
  const [{ record }] = sightings;
  const { sentence = '', section = '?' } = record.result.clauses.find(({ id }) => id === marker.key) ?? {};
  const groups = groupedBy(sightings, ({ fault }) => fault.sentence);
  return [
    markerLine(marker),
    `**${code(marker.key)}** ${text(sentence)} (${sectionText(section)})`,
    groups.map(([{ fault }]) => faultItem(fault.sentence, labelOf(fault), fault.rows)).join('\n'),
    sightingLines(marker, record.run.started, link).join('\n'),
    'Rewritten after every run: write below, as comments. It is closed by a run in which the clause conforms.',
  ].join('\n\n');
}

/** A link to the published contract. */
function sectionText(section: string): string {
  const address = sectionAddress(section);
  return address === null ? `section ${text(section)}` : `[section ${text(section)}](${address})`;
}

export function undecidedTitle(target: string): string {
  return singleLine(`Not judged for three nights or more: ${target}`, 200);
}

export function undecidedBody(marker: Marker, { result, run }: SavedRecord, link: string): string {
  const undecided = result.clauses.filter(isUndecided).slice(0, 20);
  return [
    markerLine(marker),
    `The last runs could not judge ${text(result.target)}: ${text(result.outcome.word)}, ${text(result.outcome.sentence)}.`,
    [
      ...undecided.map(({ id, verdict, reason }) => `- ${code(id)} is ${verdict}: ${text(reason ?? '')}`),
      ...sightingLines(marker, run.started, link),
    ].join('\n'),
    'Rewritten after every run: write below, as comments. A run that judges everything that it tests closes this issue.',
  ].join('\n\n');
}

export function fixedComment(link: string): string {
  return `Not seen any more by a run that judged the clause${at(link)}.`;
}

export function judgedComment(link: string): string {
  return `Judged again${at(link)}.`;
}

function at(link: string): string {
  return link === '' ? '' : ` (<${link}>)`;
}

function sightingLines({ first, targets }: Marker, started: string, link: string): string[] {
  return [
    `- Targets: ${targets.map(text).join(', ')}`,
    `- First seen ${first}, last seen ${dayOf(started)}${at(link)}`,
  ];
}
