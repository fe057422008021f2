import type { Clause } from '../../spec/clause';
import { codes, knownOperations } from '../../spec/contract';
import type { ErrorCode } from '../../spec/error-code';
import { type ClauseId, clauseIds, ledger } from '../../spec/ledger';
import { operationNames, type PlainRead, plainReads } from '../../spec/operations';
import type { Part } from '../../spec/target-file';
import { creditsAt, modelsAt, nextPage, type Target } from '../drive/target';
import { type Answer, errorOf, isAccepted } from '../judge/answer';
import { evaluate } from '../judge/evaluate';
import type { Operation } from '../judge/evidence';
import { type Expectation, failure } from '../judge/expectation';
import {
  anIdentifier,
  aString,
  aValueAt,
  modelsListedOnce,
  modelsWithIds,
  remainingCredits,
  threeTiers,
} from '../judge/requirements';
import type { Recognised } from './operations';

/** A clause that a single response can violate, besides those that every response is judged by. */
export interface Single {
  clause: ClauseId;
  /** The responses that it judges. */
  title: string;
  /** The part of the target file without which there are no such responses. */
  needs?: string | undefined;
  /** The parts of the target file that a response which meets the expectation verifies. */
  proves: Part[];
  /** The expectation of a response; null where the response says nothing about the clause. */
  expected: (answer: Answer, match: Recognised) => Expectation | null;
}

export const everyAnswer: readonly string[] = Object.entries<Clause>(ledger).flatMap(([id, { level }]) =>
  (id.startsWith('errors.') && level !== 'unobservable') || id === 'service.json' ? [id] : [],
);

/** The part of the target file that describes a submission. */
export function submissionOf({ job }: Target, { operation }: Recognised): Part | null {
  if (operation === 'workflow') return 'workflow.submit';
  if (operation === 'submit') return 'job.submit';
  return operation === 'text' && job !== undefined && job.submit === undefined ? 'text' : null;
}

/**
 * The clauses that a single response can violate.
 * @param service the service word, if known
 */
export function singleClauses(target: Target, service?: string): Single[] {
  return [
    ...ofTheList(target, service),
    {
      clause: 'credits.read',
      title: 'readings of the credits, as captured',
      proves: ['credits'],
      expected: accepted('credits', remainingCredits(creditsAt(target))),
    },
    ...plainReads.filter((id) => id !== 'models' && id !== 'credits').map(documentedRead),
    ...ofJobs(target),
    ...ofRuns(target),
    ...ofCodes,
  ];
}

/** A success of this operation must have this form. */
function accepted(operation: Operation, expectation: Expectation): Single['expected'] {
  return (answer, match) =>
    match.operation === operation && match.exact && isAccepted(answer) ? expectation : null;
}

/** For a read that the document describes completely. */
const documentedRead = (operation: PlainRead): Single => ({
  clause: knownOperations[operation].clause,
  title: `captured responses of ${operationNames[operation]}`,
  proves: [],
  expected: accepted(operation, { kind: 'documented', operation }),
});

function ofTheList(target: Target, service?: string): Single[] {
  const at = modelsAt(target);
  const list = (clause: ClauseId, expectation: Expectation): Single => ({
    clause,
    title: 'the list of models, as captured',
    proves: ['models'],
    expected: accepted('models', expectation),
  });
  const ids = list('models.list.ids', modelsWithIds(at));
  // Each page has some of the items.
  if (nextPage(target)) return [ids];
  return [
    ids,
    list('models.list.unique', modelsListedOnce(at)),
    list('models.list.tiers', threeTiers(at, service)),
  ];
}

function ofJobs({ job }: Target): Single[] {
  const submission = job?.submit === undefined ? 'text' : 'submit';
  const result = aValueAt({ part: 'job.result', at: job?.result });
  const isShown = (answer: Answer) => evaluate(result, [answer], [answer.exchange], { words: [] }).met;
  const submitted = (clause: ClauseId, expectation: Expectation): Single => ({
    clause,
    title: 'submitted tasks, as captured',
    needs: job === undefined ? 'job' : undefined,
    proves: ['job.id', submission === 'submit' ? 'job.submit' : 'text'],
    expected: accepted(submission, expectation),
  });
  return [
    submitted('jobs.submit.id', anIdentifier('job_id', job?.id)),
    submitted('jobs.submit.id-string', aString('job_id', job?.id)),
    {
      clause: 'jobs.lookup.state',
      title: 'lookups of jobs, as captured',
      needs: job?.state === undefined ? 'job.state' : undefined,
      proves: ['job.state'],
      expected: accepted('job', aValueAt({ part: 'job.state', at: job?.state })),
    },
    {
      clause: 'jobs.lookup.result',
      title: 'lookups of jobs that show a result, as captured',
      needs: job?.result === undefined ? 'job.result' : undefined,
      proves: [],
      // A response without a result may come before the work is done.
      expected: (answer, match) => (isShown(answer) ? accepted('job', result)(answer, match) : null),
    },
  ];
}

function ofRuns({ workflow }: Target): Single[] {
  const run = (clause: ClauseId, expectation: Expectation): Single => ({
    clause,
    title: 'submitted workflows, as captured',
    needs: workflow === undefined ? 'workflow' : undefined,
    proves: ['workflow.runId', 'workflow.submit'],
    expected: accepted('workflow', expectation),
  });
  return [
    run('runs.submit.id', anIdentifier('run_id', workflow?.runId)),
    run('runs.submit.id-string', aString('run_id', workflow?.runId)),
  ];
}

/**
 * The clauses whose condition the response itself names, by a code that no other clause has: its status must
 * be that of the code. Whether another code is right depends on the request and its sender.
 */
const ofCodes: Single[] = (Object.keys(codes) as ErrorCode[]).flatMap((code) => {
  const [clause, another] = clauseIds.filter((id) => (ledger[id] as Clause).codes?.includes(code));
  if (clause === undefined || another !== undefined) return [];
  return {
    clause,
    title: `captured responses with ${code}`,
    proves: [],
    expected: (answer) => (errorOf(answer).code === code ? failure(codes[code], code) : null),
  };
});
