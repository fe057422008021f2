import type { TestInfo } from '@playwright/test';
import type { Depth } from '../src/judge/verdict/depth';
import type { Result } from './coverage';

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
  /** The depths at which it runs, one after another, until the result is as expected. */
  depths: readonly Depth[];
  /** Whether it runs in `npm test` too, or only in the whole proof. */
  part: 'sample' | 'whole';
  /** Runs checks against the server once. */
  meet: (depth: Depth, testInfo: TestInfo) => Promise<RowResult>;
}

/** The result of one run of a row. */
interface RowResult {
  /** A line for each thing that is not as expected. */
  wrong: readonly string[];
  /** A summary if all is as expected, such as `misconfigured, exit 2: TARGET: ...`. */
  says?: string;
  /** The results of its checks, if they count for coverage. */
  results?: readonly Result[];
}

/** The result of a row at the last depth at which it ran. */
export interface Outcome extends RowResult {
  depth: number;
}

/** Returns the name of a row in the command and the title of its Playwright test. */
export const idOf = ({ kind, phrase }: Pick<Row, 'kind' | 'phrase'>) => `${kind}: ${phrase}`;
