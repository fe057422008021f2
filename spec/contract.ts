import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clause, ledger } from './ledger';
import { type Judge, loadValidators } from './load';

export type { Judge, Violation } from './load';

/** The eleven codes of part 7. A self test holds this list equal to the document's. */
export type ErrorCode =
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'insufficient_credits'
  | 'model_not_found'
  | 'not_found'
  | 'no_backend_account'
  | 'invalid_request'
  | 'invalid_workflow'
  | 'rate_limited'
  | 'daily_quota_exceeded'
  | 'upstream_error';

/** The known operations of part 4, by their operationId. */
export type OperationId = 'listModels' | 'readCredits' | 'lookUpJob';

/** Status, as the document writes it -> the body of that answer. Every operation has these two. */
export interface Answers {
  '2XX': Judge;
  default: Judge;
  [status: string]: Judge;
}

const documentPath = join(__dirname, 'openapi.yaml');
const validators = loadValidators(documentPath, join(__dirname, 'generated', 'validators.cjs'));

/** Code -> HTTP status (part 7), derived from the document. */
export const codes = validators.codes as Readonly<Record<ErrorCode, number>>;

/** Judges the parsed body of a failed request (2.1); status and code together are judged with `codes`. */
export const errorBody: Judge = validators.errorBody;

/** Judges parsed bodies by operation and status: `answers.listModels['2XX'](body)`. */
export const answers = validators.answers as Readonly<Record<OperationId, Answers>>;

/** Tells one edition of the contract from another: twelve hexadecimal digits over document and ledger. */
export const contractHash: string = createHash('sha256')
  .update(readFileSync(documentPath))
  .update(JSON.stringify(Object.entries<Clause>(ledger).map(rowOf).sort()))
  .digest('hex')
  .slice(0, 12);

/** A clause as a list, so that neither the order of clauses nor that of their fields counts. */
function rowOf([id, clause]: [string, Clause]): unknown[] {
  return [id, ...Object.entries(clause).sort()];
}
