import { answerOf, isServed, observed } from './answer';
import { distinct } from './cases';
import type { Exchange } from './evidence';
import { isInvalidWorkflow } from './parts';
import type { ClauseVerdict } from './verdicts';
import { observationWords } from './wording';

/** What a run showed of one part of a target file. */
export interface PartView {
  part: string;
  proved: boolean;
  /** The request that was built from it last, and what came. */
  exchange?: Exchange;
  answer?: string;
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

/**
 * The parts of a target file, each with what proves it in a run: a request built from it was served, what it leads
 * to was found, or faults that rest on what it declares were refused.
 * @param parts those that the target file tells
 */
export function partsProved(parts: readonly string[], clauses: readonly ClauseVerdict[]): PartView[] {
  const exchanges = distinct(clauses.flatMap(({ cases }) => cases.flatMap((each) => each.exchanges)));
  const refusals = (part: string | null) =>
    exchanges
      .filter(
        ({ operation, parts = [] }) => operation === 'workflow' && (part === null || parts.includes(part)),
      )
      .map(refusesWorkflow);
  return parts.map((part): PartView => {
    const own = exchanges.filter((exchange) => exchange.parts?.includes(part));
    const exchange = own.at(-1);
    const answer = exchange && answerOf(exchange);
    const seen = {
      ...(exchange && { exchange }),
      ...(answer && { answer: observationWords(observed(answer)) }),
    };
    if (part === 'workflow.references') return { part, proved: refusals(null).includes(true) };
    if (part === 'workflow.kinds' || part === 'workflow.outputs') {
      const faults = refusals(part);
      return { part, proved: faults.length > 0 && !faults.includes(false), ...seen };
    }
    const clause = clauses.find(({ id }) => id === shownBy[part]);
    const proved = clause === undefined ? own.some(served) : clause.verdict === 'conforms';
    return { part, proved, ...seen };
  });
}

/** The connections between block types that requests of a run rest on, each a part of what the target file declares. */
export function connectionsIn(clauses: readonly ClauseVerdict[]): string[] {
  const exchanges = clauses.flatMap(({ cases }) => cases.flatMap((each) => each.exchanges));
  return distinct(exchanges)
    .flatMap(({ parts = [] }) => parts)
    .filter((part, index, all) => part.includes(' > ') && all.indexOf(part) === index);
}

function served(exchange: Exchange): boolean {
  const answer = answerOf(exchange);
  return answer !== null && isServed(answer);
}

function refusesWorkflow(exchange: Exchange): boolean {
  const answer = answerOf(exchange);
  return answer !== null && isInvalidWorkflow(answer);
}
