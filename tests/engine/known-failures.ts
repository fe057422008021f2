/** A breach that the team knows of: exactly this observation, in this case, until that day. */
export interface KnownFailure {
  clause: string;
  case: string;
  /** Observed status; null where no answer came. */
  status: number | null;
  /** Observed `error.code`; null where the answer has none. */
  code: string | null;
  reason: string;
  /** An http(s) address: an issue, a decision. */
  link: string;
  /** Last day on which the entry holds: `2027-01-31`. */
  expires: string;
}

/** Whether an entry is about this observation; a universal clause is judged in every case, so its entries name none. */
export function excuses(
  entry: KnownFailure,
  seen: { clause: string; case?: string; status: number | null; code: string | null },
): boolean {
  return (
    entry.clause === seen.clause &&
    (seen.case === undefined || entry.case === seen.case) &&
    entry.status === seen.status &&
    entry.code === seen.code
  );
}
