import type { KeyVariable } from '../../../spec/accounts';
import { type AiOperation, usesAi } from '../../../spec/operations';
import { sentIn } from '../credits/cost';
import { counted } from '../texts/wording';

/** Work that a run created on its target: at most MAX_AI_REQUESTS. */
export interface CreatedWork {
  operation: AiOperation;
  /** The variable of the account that it belongs to. */
  variable: KeyVariable | null;
  /** The id in the response; null if there is none. */
  id: string | null;
  /** Key of `run.exchanges`. */
  exchange: string;
}

const operationNames: Record<AiOperation, string> = {
  text: 'text request',
  submit: 'job',
  workflow: 'workflow run',
};

export function createdWork(run: Parameters<typeof sentIn>[0]): CreatedWork[] {
  return sentIn(run).flatMap(({ id, operation, variable, aiRequest, workId }) =>
    aiRequest && usesAi(operation) ? [{ operation, variable, id: workId ?? null, exchange: id }] : [],
  );
}

/** `7 text requests, 2 jobs, 1 workflow run`. */
export function formatCreated(left: readonly CreatedWork[]): string {
  return Object.entries(operationNames)
    .flatMap(([operation, name]) => {
      const count = left.filter((each) => each.operation === operation).length;
      return count === 0 ? [] : [counted(count, name)];
    })
    .join(', ');
}
