/**
 * The named requests that guards ask for, each about the response that they judge, and what its response shows.
 * `drive/ask/table.ts` sends them.
 */
export const followUps = {
  'valid request':
    'whether a valid request of the same account is accepted, now and with the same form of input',
  'earlier rejection again': 'whether the account has changed since it was rejected',
  'smaller workflow':
    'whether the workflow is accepted with as many blocks of the simplest types, or without the blocks between two connected ones',
  twin: 'whether the workflow is accepted without its fault',
  'fault alone': 'whether the fault is rejected without the other blocks',
  'unknown address': 'whether the target responds to every address like this',
} as const satisfies Record<string, string>;

export type FollowUp = keyof typeof followUps;

export const followUpNames = Object.keys(followUps) as FollowUp[];
