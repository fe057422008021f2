/**
 * The named requests that guards ask for, each about the response that they judge, and what its response shows.
 * `drive/ask/table.ts` sends them.
 */
export const followUps = {
  'reference again': 'whether the account of API_KEY still gets a valid request accepted',
  prompt: 'whether the same request of API_KEY with a prompt is accepted',
  'job with messages': 'whether a job of API_KEY with messages is accepted',
  'valid request': 'whether a valid request of the same account is accepted',
  'valid request elsewhere': 'whether the account gets the same code at another operation',
  price: 'whether the balance of the account covers the request',
  'use beside the owner': 'whether the account is that of API_KEY',
  'claimed state': 'whether this variable, or another one, has the account that it claims',
  'earlier rejection again': 'whether the account has changed since it was rejected',
  'accepted request': 'whether the operation accepts API_KEY with another input',
  'short workflow': 'whether a workflow of two blocks is accepted',
  'plain workflow': 'whether a workflow of as many blocks of the simplest types is accepted',
  'near workflow': 'whether the workflow is accepted without the blocks between two connected ones',
  twin: 'whether the workflow is accepted without its fault',
  'read references': 'whether the target reads references as the target file writes them',
  'fault alone': 'whether the fault is rejected without the other blocks',
  'unlisted model': 'whether the target reads the model where the target file puts it',
  'unknown run': 'whether the target reads the id where the target file puts it',
  'unknown address': 'whether the target responds to every address like this',
} as const satisfies Record<string, string>;

export type FollowUp = keyof typeof followUps;

export const followUpNames = Object.keys(followUps) as FollowUp[];
