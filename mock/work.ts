import { randomUUID } from 'node:crypto';
import type { Account } from './accounts';
import type { Call, Check, Mock, Serve, Work } from './call';

type Kind = 'jobs' | 'runs';

/**
 * Submission and lookup, which jobs and runs have in common: contract 2.2, 4, 5.6.
 * @param result the field in which a lookup shows the result once the work is done
 */
export function workOf(noun: 'job' | 'run', result: string) {
  const idField = `${noun}_id`;
  return {
    newId: () => `${noun}_${randomUUID().replaceAll('-', '')}`,
    /** How long the work takes. */
    milliseconds: 30,
    /** Keeps jobs.lookup.unknown, jobs.lookup.odd, runs.lookup.unknown, runs.lookup.odd. */
    find: (id: string, all: ReadonlyMap<string, Work>) => all.get(id),
    /** Keeps jobs.lookup.own, jobs.lookup.foreign, runs.lookup.own, runs.lookup.foreign. */
    belongs: (work: Work, account: Account) => work.account === account,
    /** Builds the response body of the submission. Keeps jobs.submit.id, runs.submit.id. */
    submitted: ({ id }: Work, _call: Call): unknown => ({ [idField]: id }),
    /** Builds the response body of the lookup. Keeps jobs.lookup.state, jobs.lookup.result. */
    present: (work: Work, now: number, _call: Call): unknown =>
      now < work.doneAt
        ? { [idField]: work.id, state: 'running' }
        : { [idField]: work.id, state: 'done', [result]: work.result },
  };
}

export type WorkBehaviour = ReturnType<typeof workOf>;

/** Stores new work, charges for it and returns the response body. */
export function submit(kind: Kind, result: unknown, call: Call, { behaviour, world }: Mock): unknown {
  const { newId, milliseconds, submitted } = behaviour[kind];
  const work = { id: newId(), account: call.account, doneAt: call.now + milliseconds, result };
  world[kind].set(work.id, work);
  behaviour.credits.charge(call.account, call.price, call.now, work.doneAt, call);
  return submitted(work, call);
}

/** Creates the check that the ID of a lookup belongs to the caller's account. */
export function requireOwn(kind: Kind): Check {
  const noun = kind === 'jobs' ? 'job' : 'run';
  return (call, { behaviour, world }) => {
    call.work = behaviour[kind].find(call.id, world[kind]);
    return call.work && behaviour[kind].belongs(call.work, call.account)
      ? undefined
      : { code: 'not_found', about: noun };
  };
}

export function lookUp(kind: Kind): Serve {
  return (call, { behaviour }) => call.work && behaviour[kind].present(call.work, call.now, call);
}
