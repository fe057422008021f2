/** The requests that guards ask for, each about the response that they judge (`world/follow-ups.ts` sends them). */
export type FollowUp =
  /** Whether a valid request of the same account is accepted, now and with the same form of input. */
  | 'valid request'
  /** Whether the account has changed since it was rejected. */
  | 'earlier rejection again'
  /** Whether a workflow is accepted with as many blocks of the simplest types, or without some of its blocks. */
  | 'smaller workflow'
  /** Whether the workflow is accepted without its fault. */
  | 'twin'
  /** Whether the fault is rejected without the other blocks. */
  | 'fault alone'
  /** Whether the target responds to every address like this. */
  | 'unknown address';
