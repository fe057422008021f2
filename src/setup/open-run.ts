import { randomUUID } from 'node:crypto';
import { type Session, sessionOf } from '../client/run/session';
import type { PreviousRun, SavedRun } from '../judge/faults/previous-run';
import { formatTime } from '../judge/texts/wording';
import { textsOf } from '../settings/target-file/own-headers';
import { partsVerifiedEarlier } from '../settings/target-file/target-verification';
import { bodiesFolder } from '../wire/keep-bodies';
import { keepPublic, mask } from '../wire/secrets';
import { type Reached, reach } from './reach';
import { Stopped } from './run-state';
import type { Start } from './start';

/** A run whose target responds. */
export interface OpenedRun {
  /** Of the run under way. */
  session: Session;
  /** The previous run of this target; null without PREVIOUS, or if it was not a whole run. */
  previous: PreviousRun | null;
  /** Warnings and remarks, one line each. */
  notes: string[];
  close(): Promise<void>;
}

/**
 * Opens the session of a run, and with the built-in mock, starts that. Secrets are masked from here on.
 * @param whole true if every check is selected
 * @throws Stopped with the lines that a user needs, if the target is not fit for a run
 */
export async function openRun(start: Start, whole: boolean): Promise<OpenedRun> {
  const { settings, target, keys, known, previous, warnings } = start;
  const { service, depth } = settings;
  const server = settings.baseUrl === null ? await startedMock() : null;
  const baseUrl = server?.url ?? settings.baseUrl ?? '';
  const { parts, remark } = server
    ? { parts: ['*'], remark: undefined }
    : partsVerifiedEarlier(settings.target, target, baseUrl);
  const words = service === undefined ? [] : [service];
  const setup = { baseUrl, mock: server !== null, id: randomUUID().slice(0, 8), words, depth };
  const session = sessionOf({ ...setup, verifiedEarlier: parts, known, whole }, settings, target, keys);
  const close = async () => {
    await session.close();
    await server?.close();
  };
  const texts = [baseUrl, ...textsOf({ ...target, headers: null })];
  keepPublic(words, texts);
  const found = isOfOther(start) ?? (await reachAloud(session));
  if ('kind' in found) {
    await close();
    // Something that was only worth a warning may be the reason.
    throw new Stopped({ ...found, lines: [...found.lines.map((line) => mask(line)), ...warnings] });
  }
  keepPublic(session.setup.words, texts);
  const notes = notesOf(start, found, remark);
  return { session, previous: previous?.previous ?? null, notes, close };
}

function isOfOther({ settings, previous }: Start) {
  const name = mask(settings.name ?? settings.baseUrl ?? 'built-in mock');
  if (previous === null || previous.target === name) return undefined;
  const line = `PREVIOUS: ${settings.previous} is of a run on ${previous.target}, not on ${name}: name the record of the last run on this target, or unset it.`;
  return { kind: 'misconfigured' as const, lines: [line] };
}

/** After this many milliseconds without a response, a line says so. */
const SILENCE = 4000;

/** Reaches the target, and says on standard error what is waited for. */
async function reachAloud(session: Session) {
  const waiting = `Waiting for the first response of ${session.setup.baseUrl}`;
  const say = (line: string) => {
    clearTimeout(silence);
    process.stderr.write(`${mask(line)}\n`);
  };
  const silence = setTimeout(() => say(waiting), SILENCE);
  try {
    return await reach(session, say);
  } finally {
    clearTimeout(silence);
  }
}

/** What the first lines of the terminal say besides the plan. */
function notesOf(
  { settings, previous, warnings }: Start,
  { odd }: Reached,
  remark: string | undefined,
): string[] {
  const bodies = bodiesFolder();
  return [
    ...(settings.baseUrl === null || previous !== null ? [] : [KEYS]),
    ...warnings,
    ...(previous !== null && previous.previous === null ? [notCompared(previous)] : []),
    ...(odd === undefined ? [] : [mask(odd)]),
    ...(remark ? [remark] : []),
    ...(bodies ? [`Each response is written whole to ${bodies}: keys and data of others may be in it.`] : []),
  ];
}

/** What a user must know before the first run on a target. */
const KEYS =
  'Use keys that were made for the suite, and revoke them afterwards if others can read the logs of the service: probes send keys that differ from them in one character, and keys in other headers (OTHER_API_KEY, and with DEPTH=3 also API_KEY).';

const notCompared = ({ started }: SavedRun) =>
  `PREVIOUS: the run of ${formatTime(started)} did not send all its checks, so this report does not say which faults are new or fixed.`;

/** A run on a target does not load the mock and its defects. */
function startedMock() {
  const { startMock }: typeof import('../../mock/server') = require('../../mock/server');
  return startMock();
}
