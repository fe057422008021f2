import { count, object, oneOf } from '../../spec/shapes';
import { exitCodes, type OutcomeWord } from '../judge/outcome';

const undecided = { inconclusive: count, blocked: count, notTested: count };

/** The outcome of a run and the counts of its clauses, in a record and in a history. */
export const word = oneOf(Object.keys(exitCodes) as OutcomeWord[]);
export const mustCounts = { conforms: count, violates: count, ...undecided };
export const shouldCounts = { conforms: count, deviates: count, ...undecided };
export const counts = object({ must: object(mustCounts), should: object(shouldCounts), known: count });
