import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';

/** An operation whose path the contract shows (part 4). */
interface KnownOperation {
  /** `listModels`. */
  id: string;
  /** In capitals. */
  method: string;
  /** Below the base URL, with parameters in braces: `/v1/jobs/{job_id}`. */
  path: string;
}

const { paths = {} }: OpenAPIV3_1.Document = parse(readFileSync(join(__dirname, 'openapi.yaml'), 'utf8'));

/** The operations of the document. */
export const knownOperations: readonly KnownOperation[] = Object.entries(paths).flatMap(([path, item = {}]) =>
  Object.entries(item).flatMap(([method, operation]) =>
    typeof operation === 'object' && 'operationId' in operation
      ? [{ id: String(operation.operationId), method: method.toUpperCase(), path }]
      : [],
  ),
);
