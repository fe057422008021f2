import { test } from '@playwright/test';
import type { Depth } from '../src/judge/verdict/depth';
import mockTarget from '../tests/targets/mock';
import { differences, type Expected } from './expect';
import { type RunResult, run, type Server, type Settings } from './run';

/** Kinds of rows, by what is altered. The files in proof/rows make the rows. */
export const kinds = [
  'listed',
  'needs',
  'drawn',
  'variant',
  'drawn variant',
  'beside a variant',
  'mistake',
  'hostile',
] as const;
export type Kind = (typeof kinds)[number];

/** A server and a user's settings for it, with the expected result of a run against it. */
export interface Row {
  kind: Kind;
  /** What is altered, as a phrase. Unique among its kind. */
  phrase: string;
  /** The clauses that it is about. The command can select it by them. */
  clauses: readonly string[];
  server: Server;
  settings?: Settings;
  /** The target file; that of the mock by default. */
  target?: unknown;
  /** The depths at which it runs, one after another, until the result is as expected; 1 by default. */
  depths?: readonly Depth[];
  /** It runs at all of these depths, and the last decides. */
  allDepths?: true;
  expect: Expected;
}

/** What a row showed. */
export interface Outcome {
  /** The first depth at which it was as expected, or else the last. */
  depth: number;
  /** A line for each thing that is not as expected at the last depth. */
  wrong: readonly string[];
  runs: readonly { depth: number; result: RunResult }[];
}

/** Runs a row at its depths. */
export async function outcomeOf(row: Row): Promise<Outcome> {
  const { server, settings = {}, target = mockTarget, depths = [1] } = row;
  const runs: { depth: Depth; result: RunResult; wrong: string[] }[] = [];
  for (const depth of depths) {
    // Outside of a step, Playwright searches all requests of the row for their parent at each of them.
    const result = await test.step(`depth ${depth}`, () => run(server, settings, target, depth));
    const wrong = differences(row.expect, result);
    runs.push({ depth, result, wrong });
    if (wrong.length === 0 && !row.allDepths) break;
  }
  const last = runs.at(-1);
  const { depth = 0 } = runs.find(({ wrong }) => wrong.length === 0) ?? last ?? {};
  return { depth, wrong: last?.wrong ?? ['not run'], runs };
}

/** Returns the name of a row in the command and the title of its Playwright test. */
export const idOf = ({ kind, phrase }: Pick<Row, 'kind' | 'phrase'>) => `${kind}: ${phrase}`;
