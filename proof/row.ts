import type { TestInfo } from '@playwright/test';
import type { Result } from './coverage';

/** What is altered: each kind has one file in proof/rows that makes its rows. */
export const kinds = [
  'listed',
  'needs',
  'drawn',
  'variant',
  'drawn variant',
  'beside a variant',
  'mistake',
  'hostile',
  'deeper',
] as const;
export type Kind = (typeof kinds)[number];

/** A server and what a user says of it, with what a run against it must come to. */
export interface Row {
  kind: Kind;
  /** What is altered, as a phrase: unique among its kind. */
  phrase: string;
  /** The clauses that it is about: the command finds it by them, too. */
  clauses: readonly string[];
  /** The depths at which it is met, one after another, until it is as expected. */
  depths: readonly number[];
  /** Met by `npm test` too, by the whole proof, or only where its kind is asked for. */
  part: 'sample' | 'whole' | 'apart';
  /** Meets the server once. */
  meet: (depth: number, testInfo: TestInfo) => Promise<Met>;
}

/** What meeting a server once came to. */
export interface Met {
  /** What is not as expected, a line each; none where all is. */
  wrong: readonly string[];
  /** What a row says of itself where all is as expected: `misconfigured, exit 2: TARGET: ...`. */
  says?: string;
  /** What each of its checks found, where coverage is counted. */
  results?: readonly Result[];
}

/** What a row came to at the last depth that it was met at. */
export interface Outcome extends Met {
  depth: number;
}

/** As the command names it, and as its Playwright test is called. */
export const idOf = ({ kind, phrase }: Pick<Row, 'kind' | 'phrase'>) => `${kind}: ${phrase}`;
