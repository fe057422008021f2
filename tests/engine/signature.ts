import { createHash } from 'node:crypto';
import type { Exchange } from './evidence';

/** What was observed, reduced to what the contract speaks of. */
export interface Fingerprint {
  /** Null where no answer came or none was asked for. */
  status: number | null;
  /** `error.code` of the answer; null where it has none. */
  code: string | null;
}

/** Status and code of an answer, from its first 2 KiB. */
export function fingerprintOf(exchange: Exchange | undefined): Fingerprint {
  const response = exchange?.response;
  if (!response) return { status: null, code: null };
  return { status: response.status, code: codeOf(response.body) };
}

function codeOf(body: string): string | null {
  try {
    const code: unknown = JSON.parse(body)?.error?.code;
    return typeof code === 'string' ? code : null;
  } catch {
    // A body that was cut no longer parses; its code mostly stands before the cut.
    return /^\s*\{\s*"error"\s*:\s*\{[^{}]*?"code"\s*:\s*"([a-z_]{1,64})"/.exec(body)?.[1] ?? null;
  }
}

/** Words that hold letters and digits are mostly drawn anew in every run: ids, names of blocks, UUIDs. */
const drawn = /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{7,}(?:\.\w+)*/gi;

/** A text without what may differ between equal runs: quoted values and drawn words become `#`. */
export function stable(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '#').replace(drawn, '#');
}

/** Twelve hexadecimal digits that stay the same from run to run for the same failure of the same case. */
export function signatureOf(
  failure: Fingerprint & { clause: string; case: string; expected: string },
): string {
  const { clause, expected, status, code } = failure;
  const parts = [clause, failure.case, stable(expected), status, code];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}
