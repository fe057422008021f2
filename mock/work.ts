import { randomUUID } from 'node:crypto';
import type { Account } from './accounts';
import type { Call, Check, Mock, Serve, Work } from './call';

/** How submitted work is kept and looked up: what jobs and runs have in common (contract 2.2, 4, 5.6). */
export interface WorkBehaviour {
  newId(): string;
  /** How long the work takes. */
  milliseconds: number;
  find(id: string, all: ReadonlyMap<string, Work>): Work | undefined;
  belongs(work: Work, account: Account): boolean;
  /** The body that answers the submission. */
  submitted(work: Work, call: Call): unknown;
  /** The body that answers the lookup. */
  present(work: Work, now: number, call: Call): unknown;
}

type Kind = 'jobs' | 'runs';

/** @param result the member under which a lookup shows what was made, once it is done */
export function workOf(noun: 'job' | 'run', result: string): WorkBehaviour {
  const idField = `${noun}_id`;
  return {
    newId: () => `${noun}_${randomUUID().replaceAll('-', '')}`,
    milliseconds: 30,
    find: (id, all) => all.get(id),
    belongs: (work, account) => work.account === account,
    submitted: ({ id }) => ({ [idField]: id }),
    present: (work, now) =>
      now < work.doneAt
        ? { [idField]: work.id, state: 'running' }
        : { [idField]: work.id, state: 'done', [result]: work.result },
  };
}

/** Takes work in and charges for it. */
export function submit(kind: Kind, result: unknown, call: Call, { behaviour, world }: Mock): unknown {
  const { newId, milliseconds, submitted } = behaviour[kind];
  const work = { id: newId(), account: call.account, doneAt: call.now + milliseconds, result };
  world[kind].set(work.id, work);
  behaviour.credits.charge(call.account, call.price, call.now, work.doneAt, call);
  return submitted(work, call);
}

/** The check that the id of a lookup is one of the caller's own. */
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
