import { basename } from 'node:path';
import { loadTarget } from '../drive/target-file/load-target';
import type { Secret } from '../judge/mask';
import { reportOf } from '../judge/report';
import { formatTraffic } from '../judge/wording';
import { baseUrlsIn } from '../traffic/base-url';
import { entriesIn } from '../traffic/har';
import { capturedRunOf } from '../traffic/run';
import { capturedSecrets } from '../traffic/secrets';
import type { Judged } from './judged-record';

export interface TrafficOptions {
  target?: string | undefined;
  baseUrl?: string | undefined;
  service?: string | undefined;
}

/**
 * Judges captured traffic (HAR) by all clauses that a single response can violate.
 * @param keys variable -> value: keys that the capture may contain
 * @throws one line with the remedy, where the file or an option is wrong
 */
export async function judgedTraffic(
  value: unknown,
  file: string,
  options: TrafficOptions,
  keys: Readonly<Record<string, string>>,
): Promise<Judged & { secrets: Secret[] }> {
  const entries = entriesIn(value, file);
  const target = options.target === undefined ? {} : await loadTarget(options.target);
  const base = options.baseUrl === undefined ? learntBase(baseUrlsIn(entries)) : baseOf(options.baseUrl);
  const secrets = capturedSecrets(entries, keys);
  const run = capturedRunOf(entries, {
    file: basename(file),
    base,
    target,
    service: options.service,
    secrets,
  });
  const name = base === null ? 'captured traffic' : base.href.replace(/\/$/, '');
  const times = entries.map(({ startedDateTime }) => Date.parse(startedDateTime)).filter(Number.isFinite);
  const started = Math.min(...times, times.length === 0 ? 0 : Number.POSITIVE_INFINITY);
  const report = reportOf(
    run,
    { target: name, settings: [], required: [], live: true },
    { entries: [], problems: [] },
    {
      started: new Date(started).toISOString(),
      milliseconds: Math.max(started, ...times) - started,
      playwright: 'none',
    },
  );
  return { report, notes: run.traffic ? formatTraffic(run.traffic) : [], secrets };
}

function learntBase(found: string[]): URL | null {
  const [first, ...more] = found;
  if (more.length > 0)
    throw new Error(`known endpoints are asked for at ${found.join(' and ')}: name one with --base-url`);
  return first === undefined ? null : new URL(first);
}

function baseOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.username !== '')
    throw new Error('--base-url must be an http or https address such as https://host/prefix');
  return url;
}
