import type { KeyVariable } from '../../../spec/accounts';
import { type AiOperation, usesAi } from '../../../spec/operations';
import { inOrderOfSending, isAiRequest } from '../credits/cost';
import type { Exchange } from '../data/evidence';
import { groupedBy } from '../data/grouped';
import { counted } from '../texts/wording';

/** Work that a run created on its target, or may have: at most MAX_AI_REQUESTS. */
export interface CreatedWork {
  operation: AiOperation;
  /** The variable of the account that it belongs to. */
  variable: KeyVariable | null;
  /** The id in the response; null if there is none. */
  id: string | null;
  /** No response shows whether it was created. */
  unconfirmed?: true;
  /** Key of `run.exchanges`. */
  exchange: string;
}

const operationNames: Record<AiOperation, string> = {
  text: 'text request',
  submit: 'job',
  workflow: 'workflow run',
};

export function createdWork(sent: readonly Exchange[]): CreatedWork[] {
  return inOrderOfSending(sent).flatMap((each) => {
    const { id, operation, variable, unconfirmed, workId } = each;
    return isAiRequest(each) && usesAi(operation)
      ? [{ operation, variable, id: workId ?? null, exchange: id, ...(unconfirmed && { unconfirmed }) }]
      : [];
  });
}

/** `7 text requests, 2 jobs, 1 workflow run, 1 job that no response confirms`. */
export function formatCreated(left: readonly CreatedWork[]): string {
  return groupedBy(left, ({ operation, unconfirmed }) => `${operation} ${unconfirmed}`)
    .map((same) => {
      const [{ operation, unconfirmed }] = same;
      return `${counted(same.length, operationNames[operation])}${unconfirmed ? ' that no response confirms' : ''}`;
    })
    .join(', ');
}
