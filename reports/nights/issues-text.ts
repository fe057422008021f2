import { schemas } from '../../tests/engine/schema';
import { line } from '../../tests/engine/visible';
import { code, text } from '../markdown';
import { type SavedFailure as Failure, type SavedRecord, sidesOf } from './saved-record';
import { list, object, text as words } from './shapes';

/** The words of the issues that a night opens. Titles hold no word of a server. */

/** The first line of an issue's body, as data. */
export interface Marker {
  /** The signature of a failure, or `undecided` and a target. */
  key: string;
  /** Title of the case that saw the failure; empty where the issue is about no case. */
  case: string;
  /** The day of the first sighting. */
  first: string;
  /** Where it was seen and not yet judged otherwise. */
  targets: string[];
}

const isMarker = schemas.compile<Marker>(
  object({ key: words, case: words, first: words, targets: list(words) }),
);

const frame = /^<!-- text-workflow-conformance (\{.*\}) -->\r?\n/;

/** The marker of an issue's body; null for an issue of another origin. */
export function markerIn(body: string): Marker | null {
  const json = frame.exec(body)?.[1];
  try {
    const value: unknown = JSON.parse(json ?? '');
    return isMarker(value) ? value : null;
  } catch {
    return null;
  }
}

/** No text inside can end the comment. */
function markerLine(marker: Marker): string {
  const json = JSON.stringify(marker).replace(/[<>]/g, (character) =>
    character === '<' ? '\\u003c' : '\\u003e',
  );
  return `<!-- text-workflow-conformance ${json} -->`;
}

export function titleOf({ clause, case: title, status }: Failure): string {
  return line(`${clause} violates: ${title} (${status ?? 'no answer'})`, 200);
}

/** @param link the address of the night's log; empty where there is none */
export function bodyOf(marker: Marker, failure: Failure, record: SavedRecord, link: string): string {
  const clause = record.result.clauses.find(({ id }) => id === failure.clause);
  const { expected, received } = sidesOf(failure, record);
  return [
    markerLine(marker),
    `**${code(failure.clause)}** ${text(clause?.sentence ?? '')} (section ${text(clause?.section ?? '?')})`,
    [
      `- Case: ${text(failure.case)} (${code(`${failure.file}:${failure.line}`)})`,
      `- Expected: ${code(expected)}`,
      `- Received: ${code(received)}`,
      `- Signature: ${code(failure.signature)}`,
      ...sightings(marker, record.run.started, link),
    ].join('\n'),
    'Rewritten after every run: write below, as comments. It is closed when a run judges the case and does not see this failure.',
  ].join('\n\n');
}

export function undecidedTitle(target: string): string {
  return line(`Not judged for three nights or more: ${target}`, 200);
}

export function undecidedBody(marker: Marker, { result, run }: SavedRecord, link: string): string {
  const undecided = result.clauses.filter(isUndecided).slice(0, 20);
  return [
    markerLine(marker),
    `The last runs could not judge ${text(result.target)}: ${text(result.outcome.word)}, ${text(result.outcome.sentence)}.`,
    [
      ...undecided.map(({ id, verdict, reason }) => `- ${code(id)} is ${verdict}: ${text(reason ?? '')}`),
      ...sightings(marker, run.started, link),
    ].join('\n'),
    'Rewritten after every run: write below, as comments. It is closed by a run that judges everything it drives.',
  ].join('\n\n');
}

function isUndecided({ verdict }: SavedRecord['result']['clauses'][number]): boolean {
  return verdict === 'blocked' || verdict === 'indeterminate';
}

/** @param records the runs that judged the case and did not see the failure */
export function healedComment(title: string, records: SavedRecord[], link: string): string {
  const otherwise = records.some(({ result }) => result.failures.some((failure) => failure.case === title));
  return `Not seen any more by a run that judged the case${at(link)}.${otherwise ? ' The case fails otherwise now.' : ''}`;
}

export function judgedComment(link: string): string {
  return `Judged again${at(link)}.`;
}

function at(link: string): string {
  return link === '' ? '' : ` (<${link}>)`;
}

function sightings({ first, targets }: Marker, started: string, link: string): string[] {
  return [
    `- Targets: ${targets.map(text).join(', ')}`,
    `- First seen ${first}, last seen ${dayOf(started)}${at(link)}`,
  ];
}

/** The day of a moment in ISO 8601. */
export function dayOf(moment: string): string {
  return moment.slice(0, 10);
}
