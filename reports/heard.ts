import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, FullResult, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { stopInBlob, stopMessage } from '../tests/drive/run/run-state';
import type { Evidence } from '../tests/engine/evidence';
import type { Attempt, Case, Run, RunSettings, Stop } from '../tests/engine/run';
import { partsOfRun, selectionOf } from './selection';

/** From Playwright's words to ours: plain data, and nothing of Playwright's beyond this file. */

/** Everything that a reporter heard of one run. */
export interface Heard {
  config: FullConfig;
  tests: TestCase[];
  /** Tries that came to their end; any other was cut short. */
  ended: Set<TestResult>;
  errors: TestError[];
  /** Set by the setup in this process. */
  stop: Stop | null;
  merged: boolean;
}

export function runOf(heard: Heard, ending: FullResult['status']): Run {
  const { filters, shard, missingShards } = selectionIn(heard);
  return {
    cases: heard.tests.flatMap((test) => caseOf(test, heard)),
    filters,
    shard,
    missingShards,
    ending,
    errors: [...new Set(heard.errors.filter((error) => stopIn(error, heard) === null).map(messageOf))],
    stop:
      mixed(heard) ?? heard.stop ?? heard.errors.map((error) => stopIn(error, heard)).find(Boolean) ?? null,
  };
}

/** The stop that an error stands for; null for any other error. */
export function stopIn(error: TestError, { merged, stop }: Heard): Stop | null {
  const message = messageOf(error);
  if (merged) return stopInBlob(message);
  return stop !== null && message === messageOf({ message: stopMessage(stop) }) ? stop : null;
}

/** The settings in `config.metadata.conformance`. */
export function settingsOf(config: FullConfig): RunSettings {
  const given: Partial<RunSettings> = config.metadata.conformance ?? {};
  return { target: 'a target without a name', settings: [], required: [], live: true, ...given };
}

function selectionIn({ config, merged }: Heard): Pick<Run, 'filters' | 'shard' | 'missingShards'> {
  const parts = merged ? partsOfRun(config.metadata) : [selectionOf(config.argv)];
  const filters = [...new Set(parts.flatMap(({ filters }) => filters))];
  const shards = parts.flatMap(({ shard }) => shard ?? []);
  const wordsOf = (current: number) => `${current} of ${shards[0]?.total}`;
  if (!merged) return { filters, shard: shards[0] ? wordsOf(shards[0].current) : null, missingShards: [] };
  const all = Array.from({ length: shards[0]?.total ?? 0 }, (_, index) => index + 1);
  const missing = all.filter((each) => !shards.some(({ current }) => current === each));
  return { filters, shard: null, missingShards: missing.map(wordsOf) };
}

/** A merge of blobs has one target, whose verdict it is. */
function mixed({ config, merged }: Heard): Stop | null {
  const targets = new Set(merged ? partsOfRun(config.metadata).flatMap(({ target }) => target ?? []) : []);
  if (targets.size < 2) return null;
  return {
    kind: 'misconfigured',
    lines: [`These blobs are of different targets: ${[...targets].join(', ')}.`],
  };
}

/** A test as a case; nothing for a test that cites no clause. */
function caseOf(test: TestCase, { config, ended }: Heard): Case[] {
  const tags = test.tags.map((tag) => tag.slice(1));
  const clause = tags.find((tag) => tag.includes('.'));
  if (clause === undefined) return [];
  return [
    {
      clause,
      title: test.titlePath().slice(3).join(' › '),
      file: relative(config.rootDir, test.location.file).split(sep).join('/'),
      line: test.location.line,
      cost: tags.includes('bursts') ? 'bursts' : tags.includes('spends') ? 'spends' : 'free',
      attempts: test.results.map((result) => attemptOf(result, ended.has(result), config.rootDir)),
    },
  ];
}

function attemptOf(result: TestResult, ended: boolean, rootDir: string): Attempt {
  const skip = result.annotations.find(({ type }) => type === 'skip' || type === 'fixme');
  const evidence = evidenceOf(result);
  const errors = result.errors.map((error) => messageOf(error) + placeOf(error, rootDir));
  return {
    status: !ended ? 'interrupted' : evidence === 'unreadable' ? 'failed' : result.status,
    errors: evidence === 'unreadable' ? ['its evidence cannot be read', ...errors] : errors,
    skipReason: skip?.description ?? null,
    evidence: evidence === 'unreadable' ? null : evidence,
    started: result.startTime.getTime(),
    milliseconds: result.duration,
  };
}

/** What a case attached; one that is damaged costs this case its verdict, and no other. */
function evidenceOf(result: TestResult): Evidence | 'unreadable' | null {
  const body = result.attachments.find(({ name }) => name === 'evidence')?.body;
  if (body === undefined) return null;
  try {
    const evidence: Evidence = JSON.parse(body.toString('utf8'));
    return Array.isArray(evidence.exchanges) && Array.isArray(evidence.checks) ? evidence : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function placeOf({ location }: TestError, rootDir: string): string {
  return location ? `\n    at ${relative(rootDir, location.file)}:${location.line}` : '';
}

/** What an error says, without colours. */
export function messageOf(error: TestError): string {
  const text = error.message ?? error.value ?? 'an error without a message';
  return stripVTControlCharacters(text).replace(/^Error: /, '');
}
