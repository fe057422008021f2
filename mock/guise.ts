import type { Change } from './behaviour';

/** A legal way to differ in what the contract leaves open. */
export interface Guise {
  /** What differs, as a phrase. */
  phrase: string;
  change: Change;
}
