import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clause } from './clause';
import type { ErrorCode } from './error-code';
import type { Operations } from './generated/document';
import { type ClauseId, ledger } from './ledger';
import type { Operation, Validators } from './validators';

/** The validators generated from the document (`npm run generate`). */
export const contract: Validators = require('./generated/validators.cjs');

/** Code -> HTTP status (part 7), derived from the document. */
export const codes = contract.codes as Readonly<Record<ErrorCode, number>>;

/** The operations of the document (part 4). An unknown clause does not compile. */
export const knownOperations: Readonly<Record<keyof Operations, Operation & { clause: ClauseId }>> =
  contract.operations as unknown as Operations;

/** Identifies an edition of the contract: twelve hexadecimal digits, hashed from document and clauses. */
export const contractHash: string = createHash('sha256')
  .update(readFileSync(join(__dirname, 'openapi.yaml')))
  .update(JSON.stringify(Object.entries<Clause>(ledger).map(rowOf).sort()))
  .digest('hex')
  .slice(0, 12);

/** A clause as a sorted list, so that the order of clauses and fields does not matter. */
function rowOf([id, clause]: [string, Clause]): unknown[] {
  return [id, ...Object.entries(clause).sort()];
}
