import { variableOf } from '../../../spec/accounts';
import {
  isPlainRead,
  type Operation,
  type PlainRead,
  usesAi,
  type WithModel,
} from '../../../spec/operations';
import { isSmokeDepth } from '../../judge/depth';
import { retryDelays } from '../../judge/disturbance';
import { type Tier, tiers } from '../../judge/models';
import type { CheckCost } from '../../judge/run';
import { coveringChains } from '../../probes/sampled-chains';
import { textCallsOf } from '../burst';
import type { Check } from '../check/check';
import { partsOf, type StimulusName } from '../check/stimulus';
import { PAIRS } from '../credits/prices';
import { operationOf } from '../operations';
import { triesOf } from '../outage';
import { type Form, forms } from '../preconditions';
import type { Session } from '../run/session';
import { chainsAt } from '../trials/uses';

/** What the number of AI requests depends on, beside the checks. */
export type Facts = Pick<Session, 'target' | 'keys'> & {
  settings: Pick<Session['settings'], 'depth' | 'maxAiRequests' | 'rateLimitBurst'>;
};

export interface AiRequests {
  /** So many where the target keeps the contract and rejects what the contract leaves unspecified, as the mock does. */
  expected: number;
  /** No more are sent, whatever the target does. */
  most: number;
}

/** By name, since checks share requests: how often each is sent. */
type Counts = Map<string, AiRequests>;

/** How many requests these checks send that the AI works on. */
export function aiRequestsOf(checks: readonly { check: Check; cost: CheckCost }[], facts: Facts): AiRequests {
  const counts: Counts = new Map();
  const { text, job, workflow } = facts.target;
  if (!(text || job?.submit || workflow)) return { expected: 0, most: 0 };
  // Once, and only where a check sends them: to look for the chains takes a good part of a second.
  let found: number | undefined;
  const chains = () => {
    found ??= workflow ? coveringChains(workflow, Number.POSITIVE_INFINITY).length : 0;
    return found;
  };
  for (const { check, cost } of checks) {
    if (cost === 'free' || !isTestable(check, facts)) continue;
    for (const [name, count] of requestsOf(check, facts, chains)) counts.set(name, count);
  }
  const sum = (of: keyof AiRequests) => [...counts.values()].reduce((total, count) => total + count[of], 0);
  const { maxAiRequests = Number.POSITIVE_INFINITY } = facts.settings;
  return { expected: sum('expected'), most: Math.min(sum('most'), maxAiRequests) };
}

function isTestable({ at, as }: Check, { target, keys }: Facts): boolean {
  const isDescribed = at === undefined || (operationOf(at).isDescribed?.(target) ?? true);
  return isDescribed && (as === undefined || as === 'nobody' || keys[variableOf[as]] !== undefined);
}

const once = { expected: 1, most: 1 };
const perhaps = (most: number) => ({ expected: 0, most });
/** One of API_KEY whose cost is measured is sent once more where one with a wrong key was accepted meanwhile. */
const TIMES_MEASURED = 2;
const measured = { expected: 1, most: TIMES_MEASURED };
const perhapsMeasured = (most: number) => perhaps(TIMES_MEASURED * most);

const isRejection = (expect: Check['expect']) =>
  'each' in expect && typeof expect.each !== 'string' && expect.each.kind === 'failure';

/** From a depth of three on, these send each tier with each form of the input. */
const ofEachKind = new Set<StimulusName>([
  ...(['eachKind', 'allCharged', 'eachSubmission', 'eachOwn', 'foreignAtEnd'] as const),
  ...(['modelAlone', 'noInput', 'untilFailed'] as const),
]);

/** These ask of each tier whether API_KEY may use it. */
const ofEachTier = new Set<StimulusName>(['eachKind', 'modelAlone']);

/**
 * Of one check: what it builds on, what it sends, and what may be accepted that is to be rejected.
 * @param chains how many cover all that the block types of the target may be connected to
 */
function requestsOf(check: Check, facts: Facts, chains: () => number): [string, AiRequests][] {
  const { at, send } = check;
  const { target, keys, settings } = facts;
  const [name, detail] = partsOf(send);
  const brief = isSmokeDepth(settings.depth);
  const operation = at && operationOf(at).operation;
  const submits: WithModel = target.job?.submit ? 'submit' : 'text';
  const uses = (of: WithModel, form: Form, tier: Tier): [string, AiRequests][] =>
    target.text || of === 'submit' ? [[`${of}, ${form}, ${tier}`, measured]] : [];
  const chain = (length: string, count: AiRequests = measured): [string, AiRequests][] =>
    target.workflow ? [[`workflow, ${length}`, count]] : [];
  const text = uses('text', 'prompt', 'nano');
  const submission = target.job ? uses(submits, 'prompt', 'nano') : [];
  const kinds = (of: WithModel) => forms.flatMap((form) => tiers.flatMap((tier) => uses(of, form, tier)));
  /** One that is not the length's fault is sent for one that is not accepted, and one for its connections. */
  const longer = { expected: 1, most: 2 * TIMES_MEASURED };
  const shapes = [...chain('short'), ...chain('long', longer), ...chain('skipping', longer)];
  const priced = (tier: Tier, of: WithModel, form: Form): [string, AiRequests][] => [
    ...uses(of, form, tier),
    ...uses(of, form, 'pro'),
    [`${of}, ${form}, ${tier} beside pro`, perhapsMeasured(2 * (pairsOf(facts) - 1) + 2 + 2)],
  ];

  const messages = uses('text', 'messages', 'nano');
  const isPlain = name === 'once' || name === 'tier';
  // What is to be rejected counts only where both forms of the input are shown to be accepted.
  const bothForms = isPlain ? [] : [...text, ...messages];
  const builtOn: Record<Exclude<Operation, PlainRead | 'other'>, [string, AiRequests][]> = {
    text: at === 'messages' ? [...messages, ...bothForms] : [...text, ...bothForms],
    submit: [...submission, ...(at === 'submissionWithMessages' ? messages : []), ...bothForms],
    workflow: [...chain('short'), ...(isPlain ? [] : twins())],
    job: submission,
    run: chain('short'),
  };
  const sent: { [Name in StimulusName]?: () => [string, AiRequests][] } = {
    tier: () => uses('text', 'prompt', detail as Tier),
    eachSubmission: () => (at === 'run' ? [...shapes, ...covering()] : submission),
    otherKind: () => (at === 'run' ? submission : chain('short')),
    eachOwn: () => (at === 'run' && !brief ? shapes : []),
    chain: () => (detail === 'short' ? chain('short') : chain(detail as string, longer)),
    allChains: covering,
    pricePairs: () => priced(detail as Tier, 'text', 'prompt'),
    allPricePairs: () => [
      ...priced(detail as Tier, 'text', 'prompt'),
      ...(brief ? [] : priced(detail as Tier, 'text', 'messages')),
      ...(brief || !target.job?.submit
        ? []
        : forms.flatMap((form) => priced(detail as Tier, 'submit', form))),
    ],
    charged: () =>
      check.as === 'other account'
        ? [['text of another account', { expected: 1, most: TIMES_MEASURED }]]
        : [['text in other words', perhapsMeasured(1)]],
    allCharged: () => [
      ...(at === 'text' && target.text
        ? (['a long prompt', 'a system message'] as const).map((form): [string, AiRequests] => [
            form,
            measured,
          ])
        : []),
      [
        `${operation} in other words`,
        perhapsMeasured(brief || at === 'workflow' ? 1 : tiers.length * forms.length),
      ],
    ],
    balanceAroundUse: () => [...text, ['a use between two readings', perhapsMeasured(1)]],
    fields: () =>
      !isRejection(check.expect) && forms.some((form) => form in (detail as object))
        ? [...text, [`text with ${JSON.stringify(detail)}`, measured]]
        : [],
    untilFailed: () => [
      [`${at} until one fails`, { expected: target.text ? 1 : 0, most: triesOf(at) }],
      ...(brief || at === 'workflow'
        ? []
        : [[`${at} of each kind, failing now and then`, { expected: 4, most: 6 }] as [string, AiRequests]]),
    ],
    untilAccepted: () => [
      ['text until one fails', { expected: 1, most: triesOf('text') }],
      ['text after a failure', perhaps(retryDelays(target).length)],
    ],
    untilLimited: burst,
    afterSilence: () => [...burst(), ['calls after silence', brief ? perhaps(1) : { expected: 5, most: 10 }]],
    foreignAtEnd: () => [
      ...(at === 'run' && !brief ? chain('long', longer) : []),
      ...(brief ? [] : [[`${at} of another account`, once] as [string, AiRequests]]),
    ],
  };

  /** Each faulty workflow has a sound one of the same blocks, which is accepted. */
  function twins(): [string, AiRequests][] {
    return [['sound workflows of the blocks of faulty ones', perhaps(chains())]];
  }
  function covering(): [string, AiRequests][] {
    const sent = Array.from({ length: Math.min(chains(), chainsAt(settings.depth)) }, (_, index) => index);
    return [
      ...chain('short'),
      ...sent.map((index): [string, AiRequests] => [`other chain ${index}`, measured]),
    ];
  }
  function burst(): [string, AiRequests][] {
    return target.text && keys.RATE_LIMIT_API_KEY ? [['a burst', perhaps(textCallsOf(facts))]] : [];
  }

  return [
    ...(operation === undefined
      ? [...text, ...submission, ...chain('short')]
      : operation === 'other' || isPlainRead(operation)
        ? []
        : builtOn[operation]),
    ...(brief && ofEachTier.has(name) && (check.as || name === 'modelAlone')
      ? tiers.flatMap((tier) => uses('text', 'prompt', tier))
      : []),
    ...(brief || !ofEachKind.has(name)
      ? []
      : operation === 'text'
        ? kinds('text')
        : operation === 'submit' || operation === 'job'
          ? kinds(submits)
          : []),
    ...(sent[name]?.() ?? []),
    // Where another account is served that should not be, a use tells whether it is that of API_KEY.
    ...(target.text && check.as && check.as !== 'nobody'
      ? [[`a use beside ${check.as}`, perhapsMeasured(1)] as [string, AiRequests]]
      : []),
    // Where another account is rejected otherwise than API_KEY, an accepted request tells whether it may use the AI.
    ...(operation && usesAi(operation) && keys.OTHER_API_KEY
      ? [[`${operation} accepted of another account`, perhaps(1)] as [string, AiRequests]]
      : []),
    ...(operation && !usesAi(operation)
      ? []
      : [[`accepted instead: ${JSON.stringify(check)}`, perhaps(1)] as [string, AiRequests]]),
  ];
}

const pairsOf = ({ settings }: Facts) => (settings.maxAiRequests === undefined ? PAIRS.few : PAIRS.many);
