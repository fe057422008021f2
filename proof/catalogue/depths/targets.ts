import type { Session } from '../../../src/drive/run/session';
import type { Target } from '../../../src/drive/target';
import mockTarget from '../../../tests/targets/mock';

/** What a target may lack. Each makes one operation or account untestable, while others can be tested. */
const lacking = {
  'nothing is lacking': {},
  'text requests give the job': { job: true },
  'runs are not looked up': { run: true },
  'credits are not told': { credits: true },
  'there is one account': { account: true },
  'all of that is lacking': { job: true, run: true, credits: true, account: true },
} as const satisfies Record<string, Lacks>;

interface Lacks {
  job?: true;
  run?: true;
  credits?: true;
  account?: true;
}

export type TargetName = keyof typeof lacking;
export const targetNames = Object.keys(lacking) as TargetName[];

/** Returns the target file of the mock without the missing parts. */
export function targetOf(name: TargetName): Target {
  const lacks: Lacks = lacking[name];
  const { submit, ...job } = mockTarget.job;
  const { run, credits, ...more } = mockTarget;
  return {
    ...more,
    ...(lacks.job && { text: submit, job }),
    ...(!lacks.run && { run }),
    ...(!lacks.credits && { credits }),
  };
}

/** Returns the keys of a session with such a target. */
export function keysOf(name: TargetName, { OTHER_API_KEY, ...keys }: Session['keys']): Session['keys'] {
  const lacks: Lacks = lacking[name];
  return lacks.account || OTHER_API_KEY === undefined ? keys : { ...keys, OTHER_API_KEY };
}
