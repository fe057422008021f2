import { operationNames, type WithModel } from '../../spec/operations';
import type { Work } from '../../spec/works';
import { type CheckSession, type NamedAct, tryEach } from '../client/evidence/recorder';
import { type Answer, isAccepted } from '../judge/response/answer';
import { type Tier, tiers } from '../judge/response/models';
import { isSmokeDepth } from '../judge/verdict/depth';
import { isDescribed } from '../settings/operations';
import { chainOf, type Form, forms, knownTiers, listedTiers, sharedWork } from '../world/requests';
import { sharedUse, useOfKind, workflowUse } from '../world/uses';

/** An accepted AI request, also in other words: a cached response may cost nothing. */
export type Use = readonly [name: string, send: (words?: string) => Promise<Answer>];

/** Accepted AI requests with these forms of input, each for these tiers. */
export const usesOf = (
  session: CheckSession,
  what: WithModel,
  forms: readonly Form[],
  tiers: readonly Tier[],
): Use[] =>
  forms.flatMap((form) =>
    tiers.map(
      (tier): Use => [
        `${operationNames[what]}, ${form} for ${tier}`,
        (words) => useOfKind(session, what, form, tier, words),
      ],
    ),
  );

/** The accepted workflows of each form of a chain. */
export const usualWorkflows = (session: CheckSession) =>
  (['short', 'long', 'skipping'] as const).map(
    (which): NamedAct<Answer> => [
      `the ${which} workflow`,
      () => workflowUse(session, chainOf(session, which)),
    ],
  );

/**
 * An accepted AI request of API_KEY for each tier and form of input. At depth 1, the shared one, after those that
 * were rejected as an unknown model.
 */
export async function acceptedUses(session: CheckSession, what: WithModel): Promise<Answer[]> {
  if (what === 'submit' && !isDescribed(session.target, what)) return [await sharedUse(session, 'job')];
  if (!isSmokeDepth(session.setup.depth)) return tryEach(session, usesOf(session, what, forms, tiers), true);
  const known = knownTiers(session.world, what);
  const unknown = listedTiers(session.world).filter((tier) => !known.includes(tier));
  const last = session.world.references[what === 'text' ? 'text' : 'submission']?.is;
  return [
    ...(await tryEach(session, usesOf(session, what, ['prompt'], unknown), true)),
    last ?? (await useOfKind(session, what, 'prompt')),
  ];
}

/** Accepted submissions of each kind; at depth 1, the one that all checks share. */
export async function submissions(session: CheckSession, what: Work): Promise<Answer[]> {
  const { target, setup } = session;
  const isOne = isSmokeDepth(setup.depth) || (what === 'job' && target.job?.submit === undefined);
  if (isOne) return [sharedWork(session, what).submission];
  const each =
    what === 'run' ? usualWorkflows(session) : usesOf(session, 'submit', forms, listedTiers(session.world));
  return (await tryEach(session, each, true)).filter(isAccepted);
}
