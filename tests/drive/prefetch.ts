import type { KeyVariable } from '../engine/accounts';
import { isBrief } from '../engine/draws';
import { failure } from '../engine/expectation';
import { tiers } from '../engine/models';
import { nearIds, oddIds, unknownIds } from '../probes/ids';
import {
  incompleteKeys,
  keysAfterSpace,
  keysBeforeSpace,
  keysInAnotherCase,
  wrongKeys,
} from '../probes/keys';
import { burstOf } from './burst';
import { recordApart } from './case/recorder';
import { type Holder, holderIn, nobody, retiredOf, senderOf } from './client/senders';
import { givenIn } from './given';
import {
  type Asking,
  credits,
  inputs,
  job,
  models,
  prompt,
  run,
  submission,
  withBody,
  withInput,
  workflow,
} from './operations';
import { outageOf } from './outage';
import { inParallel, together } from './run/parallel';
import type { Session } from './run/session';
import { type Trials, trialsOf } from './trials';
import { unusual } from './trials/uses';

const begun = new WeakSet<Session>();

/**
 * On a run of all cases, begins to make what they build on before the first of them asks for it: an AI use takes
 * seconds, and the cases that need none go on meanwhile. What is made belongs to the case that takes it over.
 */
export function prefetch(session: Session): void {
  if (!session.run.whole || begun.has(session)) return;
  begun.add(session);
  const { target, keys, run, settings } = session;
  const { baseline, by } = givenIn(session);
  // A key that was reissued is no account's.
  const ahead: Acts = (Object.keys(keys) as KeyVariable[])
    .filter((account) => account !== 'OLD_API_KEY')
    .map((account) => async () => baseline.recognised(senderOf(session, 'holder', account)));
  // An account of its own, but perhaps not an address of its own: on a live target the burst comes last.
  if (run.mock && keys.RATE_LIMIT_API_KEY) {
    const burst = burstOf(session, by(holderIn(session, 'rateLimited')));
    ahead.push(() => burst.untilRefused());
  }
  const queues: [Acts, number][] = [];
  const last: Acts = [];
  // With a small budget the cases decide what it is spent on, in their order.
  if (!Number.isFinite(settings.maxAiUses)) {
    const trials = trialsOf(session);
    const { reads, accounts, others } = probesOf(session, trials);
    ahead.push(...accounts);
    const accepted = acceptedUses(session, trials);
    queues.push([accepted, 1], [reads, TOGETHER.reads], [others, TOGETHER.others]);
    if (keys.UPSTREAM_API_KEY) {
      const outage = outageOf(session, by(holderIn(session, 'unlucky')));
      ahead.push(async () => {
        await outage.untilServed();
        for (const asking of [prompt, submission, workflow])
          await outage.untilFailed(asking).catch(() => undefined);
      });
    }
    if (target.job) ahead.push(() => baseline.finishedJob());
    // Deeper runs have uses of the AI that their cases make.
    if (isBrief(run.depth)) last.push(...looksAtLast(session, trials));
  }
  const make = async (act: Acts[number]) => {
    if (!session.coordinator.isEnding) await act().catch(() => undefined);
  };
  const begin = async () => {
    await Promise.allSettled([
      ...ahead.map(make),
      ...queues.map(([acts, together]) => inParallel(acts, together, make)),
    ]);
    await inParallel(last, TOGETHER.others, make);
  };
  void recordApart(begin, false);
}

/** The accepted uses of the AI, what most cases need first: each is alone on its account while its charge is seen. */
function acceptedUses(session: Session, trials: Trials): Acts {
  const { target, keys } = session;
  const { baseline, given } = givenIn(session);
  const stranger = keys.OTHER_API_KEY !== undefined;
  return [
    ...(target.job ? [() => (stranger ? given.foreignAtOnce('job') : baseline.job())] : []),
    ...(target.text ? [() => baseline.prompt()] : []),
    ...(target.workflow ? [() => baseline.workflow('short')] : []),
    ...(target.workflow && target.run
      ? [() => (stranger ? given.foreignAtOnce('run') : baseline.run())]
      : []),
    ...(target.text ? [() => baseline.messages(), ...tiers.map((tier) => () => baseline.tier(tier))] : []),
    ...(target.workflow
      ? (['long', 'skipping'] as const).map((chain) => () => baseline.workflow(chain))
      : []),
    ...(target.text ? [() => together(unusual.map((how) => () => trials.unusual(how)))] : []),
    ...(target.workflow ? [() => trials.refusedWorkflows()] : []),
  ];
}

/** What is looked at once more when all that is made ahead is done. */
function looksAtLast(session: Session, trials: Trials): Acts {
  const { baseline, by } = givenIn(session);
  const stranger = () => by(holderIn(session, 'stranger'));
  return [
    () => trials.refusedAtLast('workflows'),
    () => trials.refusedAtLast('requests'),
    () => baseline.jobAtLast(),
    () => baseline.finishedJobAtLast(),
    () => baseline.runAtLast(),
    async () => trials.foreignJobs(stranger()),
    async () => trials.foreignRuns(stranger()),
    async () => trials.everywhere(by(retiredOf(session)), failure(401, 'invalid_api_key')),
  ];
}

const flaws = ['later', 'missing-field', 'mismatched-kind', 'self', 'no-block'] as const;

type Acts = (() => Promise<unknown>)[];

/** The trials of the cases, in the order of these: of reads, and of what may use the AI. */
function probesOf(session: Session, trials: Trials): { reads: Acts; accounts: Acts; others: Acts } {
  const { given, by } = givenIn(session);
  const holder = (word: Holder) => by(holderIn(session, word));
  const gates = (asked: Asking[]): Acts => [
    ...asked.flatMap((asking) => [
      async () => trials.accepting(by(nobody), asking, failure(401, 'missing_api_key')),
      () => trials.keyless(asking),
      () => trials.carriers(asking),
    ]),
    ...asked.flatMap((asking) => [
      ...[wrongKeys, incompleteKeys, keysAfterSpace, keysBeforeSpace].map(
        (families) => () => trials.keys(families, asking),
      ),
      async () => trials.accepting(by(retiredOf(session)), asking, failure(401, 'invalid_api_key')),
    ]),
  ];
  return {
    reads: [
      ...gates([credits, models]),
      () => trials.keys(keysInAnotherCase, credits),
      ...(['nobody', 'no key', 'another key', 'retired'] as const).map(
        (who) => () => trials.connections(who),
      ),
      ...[models, credits].map((asking) => () => trials.again(asking)),
      ...gates([job, run]),
      ...[job, run].map((asking) => () => trials.again(asking)),
      ...(['job', 'run'] as const).flatMap((what) => [
        ...[unknownIds, oddIds, nearIds].map((families) => () => trials.ids(what, families)),
        async () => {
          await given.owned(what);
          return trials.foreign(what, holder('stranger'));
        },
        () => trials.thirds(what),
        async () => trials.otherKind(what, holder('stranger')),
      ]),
    ],
    accounts: inputs.flatMap((asking) => [
      async () => trials.kinds(holder('unlinked'), asking, failure(409, 'no_backend_account')),
      async () => trials.kinds(holder('broke'), asking, failure(402, 'insufficient_credits')),
      async () => trials.kinds(holder('capped'), asking, failure(429, 'daily_quota_exceeded')),
    ]),
    others: [
      ...gates([prompt, submission, workflow]),
      () => trials.conditions(),
      ...inputs.map((asking) => () => trials.unlisted(asking)),
      () => trials.oddModels(),
      ...withInput.flatMap(([what]) => [
        () => trials.bare(what),
        () => trials.inputless(what),
        () => trials.empty(what),
        () => trials.mistyped(what),
        () => trials.emptyInputs(what),
        () => trials.mistypedModels(what),
      ]),
      ...withBody.flatMap(([what]) => [() => trials.noJson(what), () => trials.bodies(what)]),
      ...flaws.flatMap((flaw) => [
        ...(['early', 'late'] as const).map((place) => () => trials.faulty(flaw, place)),
        () => trials.workflows(flaw),
      ]),
      ...(['field-of-another', 'input-for-output'] as const).map((flaw) => () => trials.faulty(flaw, 'late')),
      () => trials.mismatches(),
      () => trials.otherNames(),
    ],
  };
}

/** How many trials are under way together, beside the case that is running: some only wait for the account. */
const TOGETHER = { reads: 3, others: 12 };
