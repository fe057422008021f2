import type { Change } from '../../../mock/behaviour';
import type { Target } from '../../drive/target';

/** A legal way to differ in what the contract leaves open. */
export interface Variant {
  /** What differs, as a phrase. */
  phrase: string;
  change: Change;
  /** How it is spelt, where that is another way than the mock's. */
  target?: Target;
}
