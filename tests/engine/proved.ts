import { answerOf, gistOf, isServed, observed } from './answer';
import { distinct } from './cases';
import type { Exchange, Operation } from './evidence';
import { isInvalidWorkflow } from './parts';
import type { ClauseVerdict } from './verdicts';
import { observationWords } from './wording';

/** What a run showed of one part of a target file. */
export interface PartView {
  part: string;
  proved: boolean;
  /** A request that was built from it, a served one where there is one, and what came. */
  exchange?: Exchange;
  answer?: string;
  /** It was faulty on purpose, and refused for it. */
  refused?: true;
}

/** Parts that a clause shows, beside those that a served request shows: the clause conforms, the part is proved. */
const shownBy: Record<string, string> = {
  models: 'models.list.ids',
  credits: 'credits.read',
  'job.id': 'jobs.lookup.own',
  'job.state': 'jobs.lookup.state',
  'job.result': 'jobs.lookup.result',
  'workflow.runId': 'runs.lookup.own',
};

/** The operations whose answer such a part leads into: the first of them that was sent. */
const answeredBy: Record<string, Operation[]> = {
  models: ['models'],
  credits: ['credits'],
  'job.id': ['submit', 'text'],
  'job.state': ['job'],
  'job.result': ['job'],
  'workflow.runId': ['workflow'],
};

/**
 * The parts of a target file, each with what proves it in a run: a request built from it was served, what it leads
 * to was found, or faults that rest on what it declares were refused.
 * @param parts those that the target file tells
 */
export function partsProved(parts: readonly string[], clauses: readonly ClauseVerdict[]): PartView[] {
  const exchanges = distinct(clauses.flatMap(({ cases }) => cases.flatMap((each) => each.exchanges)));
  const viewOf = (exchange: Exchange | undefined) => {
    const answer = exchange && answerOf(exchange);
    return {
      ...(exchange && { exchange }),
      ...(answer && { answer: observationWords(observed(answer)) }),
      ...(exchange?.faulty && refusesWorkflow(exchange) && ({ refused: true } as const)),
    };
  };
  return parts.map((part): PartView => {
    const answering = answeredBy[part]?.find((each) => exchanges.some(({ operation }) => operation === each));
    const own = exchanges.filter(({ parts = [], operation }) =>
      part in answeredBy ? operation === answering : parts.includes(part),
    );
    if (part === 'workflow.references') {
      const faulty = exchanges.findLast((each) => each.faulty && refusesWorkflow(each));
      return { part, proved: exchanges.some(refusesWorkflow), ...viewOf(faulty) };
    }
    if (part === 'workflow.kinds' || part === 'workflow.outputs') {
      const served = own.find((each) => !refusesWorkflow(each));
      return { part, proved: own.length > 0 && !served, ...viewOf(served ?? own.at(-1)) };
    }
    const clause = clauses.find(({ id }) => id === shownBy[part]);
    const proved = clause === undefined ? own.some(served) : clause.verdict === 'conforms';
    return { part, proved, ...viewOf(own.findLast(served) ?? own.at(-1)) };
  });
}

/** What sound workflows of a run rest on beyond the parts that the target file tells: connections, and samples. */
export function partsBeside(declared: readonly string[], clauses: readonly ClauseVerdict[]): string[] {
  const exchanges = clauses.flatMap(({ cases }) => cases.flatMap((each) => each.exchanges));
  const parts = distinct(exchanges).flatMap(({ parts = [], faulty }) => (faulty ? [] : parts));
  const isDetail = (part: string) => part.startsWith('workflow.blockTypes (') && !declared.includes(part);
  return [...new Set(parts.filter(isDetail))];
}

function served(exchange: Exchange): boolean {
  const answer = gistOf(exchange);
  return answer !== null && isServed(answer);
}

function refusesWorkflow(exchange: Exchange): boolean {
  const answer = gistOf(exchange);
  return answer !== null && isInvalidWorkflow(answer);
}
