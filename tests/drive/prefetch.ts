import type { KeyVariable } from '../engine/accounts';
import { failure } from '../engine/expectation';
import { tiers } from '../engine/models';
import { inputless, noJson } from '../probes/bodies';
import { nearIds, oddIds, unknownIds } from '../probes/ids';
import { incompleteKeys, keysAfterSpace, keysBeforeSpace, wrongKeys } from '../probes/keys';
import { unlistedModels } from '../probes/models';
import { actorOf } from './actors';
import { type Baselines, nobody, senderOf } from './baselines';
import { burstOf } from './burst';
import type { Given } from './given';
import { operations, uses } from './operations';
import { recordApart } from './recorder';
import type { Session } from './session';
import { trialsOf } from './trials';

const begun = new WeakSet<Session>();

/**
 * On a run of all cases, begins to make what they build on before the first of them asks for it: an AI use takes
 * seconds, and the cases that need none go on meanwhile. What is made belongs to the case that takes it over.
 */
export function prefetch(session: Session, baseline: Baselines, given: Given): void {
  if (!session.run.whole || begun.has(session)) return;
  begun.add(session);
  const { target, keys, run, settings } = session;
  const ahead: (() => Promise<unknown>)[] = [];
  // A key that was reissued is no account's.
  for (const account of (Object.keys(keys) as KeyVariable[]).filter((each) => each !== 'OLD_API_KEY'))
    ahead.push(async () => baseline.recognised(senderOf(session, 'holder', account)));
  // With a small budget the cases decide what it is spent on, in their order.
  if (!Number.isFinite(settings.maxAiUses)) {
    if (target.text) {
      ahead.push(
        () => baseline.prompt(),
        () => baseline.messages(),
      );
      for (const tier of tiers) ahead.push(() => baseline.tier(tier));
    }
    if (keys.OTHER_API_KEY) {
      if (target.job) ahead.push(() => given.foreignAtOnce('job'));
      if (target.workflow && target.run) ahead.push(() => given.foreignAtOnce('run'));
    }
    if (target.job) ahead.push(async () => [await baseline.job(), await baseline.finishedJob()]);
    if (target.workflow)
      for (const chain of ['short', 'long', 'skipping'] as const) ahead.push(() => baseline.workflow(chain));
    if (target.workflow && target.run) ahead.push(() => baseline.run());
  }
  // An account of its own, but perhaps not an address of its own: on a live target the burst comes last.
  if (run.mock && keys.RATE_LIMIT_API_KEY) {
    const rateLimited = actorOf(
      session,
      baseline,
      senderOf(session, 'rateLimited', 'RATE_LIMIT_API_KEY', ['rate_limited']),
    );
    ahead.push(() => burstOf(session, rateLimited, given).untilRefused());
  }
  const probes = Number.isFinite(settings.maxAiUses) ? [] : probesOf(session, baseline, given);
  const begin = () => Promise.allSettled([...ahead.map(async (make) => make()), inTurn(session, probes)]);
  void recordApart(begin, false);
}

const flaws = ['later', 'missing-field', 'mismatched-kind', 'self', 'no-block'] as const;

/** The trials of the cases, in the order of these. */
function probesOf(session: Session, baseline: Baselines, given: Given): (() => Promise<unknown>)[] {
  const trials = trialsOf(session, baseline, given);
  const anonymous = () => actorOf(session, baseline, nobody);
  const holder = (actor: string, variable: KeyVariable, asksFor: string[] = []) =>
    actorOf(session, baseline, senderOf(session, actor, variable, asksFor));
  return [
    ...operations.flatMap((asking) => [
      async () => trials.accepting(anonymous(), asking, failure(401, 'missing_api_key')),
      () => trials.carriers(asking),
      () => trials.keyless(asking),
    ]),
    ...operations.flatMap((asking) =>
      [wrongKeys, incompleteKeys, keysAfterSpace, keysBeforeSpace].map(
        (families) => () => trials.keys(families, asking),
      ),
    ),
    ...uses
      .filter(({ kind }) => kind !== undefined)
      .flatMap((asking) => [
        async () =>
          trials.kinds(holder('unlinked', 'NO_BACKEND_API_KEY'), asking, failure(409, 'no_backend_account')),
        async () =>
          trials.kinds(holder('broke', 'NO_CREDITS_API_KEY'), asking, failure(402, 'insufficient_credits')),
      ]),
    ...(['job', 'run'] as const).flatMap((what) =>
      [unknownIds, oddIds, nearIds].map((families) => () => trials.ids(what, families)),
    ),
    ...(['prompt', 'messages', 'submission', 'submission with messages'] as const).map(
      (what) => () => trials.models(unlistedModels, what),
    ),
    ...(['text', 'submit'] as const).map((what) => () => trials.fields(inputless, what)),
    ...(['text', 'submit', 'workflow'] as const).map((what) => () => trials.bytes(noJson, what)),
    ...flaws.map((flaw) => () => trials.workflows(flaw)),
    ...flaws.flatMap((flaw) => (['early', 'late'] as const).map((place) => () => trials.faulty(flaw, place))),
  ];
}

/** So many trials are under way together, beside the case that is running. */
const TOGETHER = 3;

async function inTurn({ coordinator }: Session, acts: (() => Promise<unknown>)[]): Promise<void> {
  const left = acts.values();
  const lane = async () => {
    for (const act of left) {
      if (coordinator.isEnding) return;
      await act().catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, lane));
}
