import { keyVariables } from '../../spec/accounts';
import { everyWork } from '../../spec/works';
import { RunFacts } from '../client/run/facts';
import type { Session } from '../client/run/session';
import type { Answer } from '../judge/response/answer';
import { textModel, tiers } from '../judge/response/models';
import { readText } from '../judge/response/reading';
import type { Depth } from '../judge/verdict/depth';
import { inputs, operationsOf } from '../settings/operations';
import { chainsFor } from './chains';
import type { Basis } from './requests';
import { emptyWorld, type Slot } from './world';

const there = <T>(is: T): Slot<T> => ({ is, sent: [] });

const ids = { job: 'job_4f7c1e90a2b35d68', run: 'run_8d03b5c7e1f2469a' };

/** An accepted response, of which nothing is known but the IDs that it may have. */
const accepted = {
  status: 200,
  contentType: 'application/json',
  headers: [],
  reading: readText(JSON.stringify({ job_id: ids.job, run_id: ids.run })),
  exchange: { operation: 'other', response: null, parts: [] },
} as unknown as Answer;

const named = Object.fromEntries(tiers.map((tier) => [tier, textModel('service', tier)]));

/**
 * What requests are made from before anything is sent: a service that keeps the contract, all operations of the target
 * file, and these accounts. Names of models and IDs are made up.
 */
export function assumed(
  { target, keys, settings }: Pick<Session, 'target' | 'keys' | 'settings'>,
  depth: Depth,
): Basis {
  const world = emptyWorld(chainsFor(target, depth));
  const use = there(accepted);
  world.keyless = there(null);
  world.listed = there({ ids: Object.values(named), named });
  const described = new Set(operationsOf(target).map(({ operation }) => operation));
  for (const { id, operation } of [...operationsOf(target), ...inputs])
    if (described.has(operation)) world.references[id] = use;
  for (const at of ['text', 'submit'] as const)
    if (described.has(at)) world.models[at] = there({ model: named.nano as string, tier: 'nano' });
  if (described.has('text')) for (const tier of tiers) world.tiers[tier] = use;
  for (const length of world.chains?.usual.keys() ?? []) world.workflows.set(length, use);
  for (const what of everyWork)
    if (described.has(what)) world.works[what] = there({ id: ids[what], submission: accepted });
  for (const variable of keyVariables)
    if (keys[variable] !== undefined) {
      world.recognised[variable] = use;
      world.accounts[variable] = there(null);
    }
  const setup = {
    depth,
    baseUrl: '',
    mock: false,
    id: 'planned',
    words: ['service'],
    verifiedEarlier: ['*'],
  };
  return { setup, target, keys, settings, facts: new RunFacts(), world };
}
