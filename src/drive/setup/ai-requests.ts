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

/** What the number of AI requests depends on, besides the checks. */
export type Facts = Pick<Session, 'target' | 'keys'> & {
  settings: Pick<Session['settings'], 'depth' | 'maxAiRequests' | 'rateLimitBurst'>;
};

export interface AiRequests {
  /**
   * The number for a target that keeps the contract and rejects what the contract leaves unspecified, like
   * the mock.
   */
  expected: number;
  /** The greatest number, whatever the target does. */
  most: number;
}

/** How often each request is sent, by name, since checks share requests. */
type Counts = Map<string, AiRequests>;

/** The number of requests of these checks that use the AI. */
export function aiRequestsOf(checks: readonly { check: Check; cost: CheckCost }[], facts: Facts): AiRequests {
  const counts: Counts = new Map();
  const { text, job, workflow } = facts.target;
  if (!(text || job?.submit || workflow)) return { expected: 0, most: 0 };
  // Computed once, and only if a check sends them: searching for the chains takes most of a second.
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
/** A measured request of API_KEY is sent once more if one with a wrong key was accepted meanwhile. */
const TIMES_MEASURED = 2;
const measured = { expected: 1, most: TIMES_MEASURED };
const perhapsMeasured = (most: number) => perhaps(TIMES_MEASURED * most);

const isRejection = (expect: Check['expect']) =>
  'each' in expect && typeof expect.each !== 'string' && expect.each.kind === 'failure';

/** From depth 3 on, these stimuli send each tier with each form of input. */
const ofEachKind = new Set<StimulusName>([
  ...(['eachKind', 'allCharged', 'eachSubmission', 'eachOwn', 'foreignAtEnd'] as const),
  ...(['modelAlone', 'noInput', 'untilFailed'] as const),
]);

/** These stimuli test for each tier whether API_KEY may use it. */
const ofEachTier = new Set<StimulusName>(['eachKind', 'modelAlone']);

/**
 * The requests of one check: its preconditions, its stimulus, and those that may be accepted though they must
 * be rejected.
 * @param chains how many chains cover all possible connections of the target's block types
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
  /**
   * If a chain is not accepted, one request shows whether its length is the reason, and one whether its
   * connections are.
   */
  const longer = { expected: 1, most: 2 * TIMES_MEASURED };
  const shapes = [...chain('short'), ...chain('long', longer), ...chain('skipping', longer)];
  const priced = (tier: Tier, of: WithModel, form: Form): [string, AiRequests][] => [
    ...uses(of, form, tier),
    ...uses(of, form, 'pro'),
    [`${of}, ${form}, ${tier} beside pro`, perhapsMeasured(2 * (pairsOf(facts) - 1) + 2 + 2)],
  ];

  const messages = uses('text', 'messages', 'nano');
  const isPlain = name === 'once' || name === 'tier';
  // Requests that must be rejected count only if both forms of input are shown to be accepted.
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

  /** Each faulty workflow has a valid one of the same blocks, which is accepted. */
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
    // If another account is accepted that should not be, an AI request shows whether it is that of API_KEY.
    ...(target.text && check.as && check.as !== 'nobody'
      ? [[`a use beside ${check.as}`, perhapsMeasured(1)] as [string, AiRequests]]
      : []),
    // If another account gets another rejection than API_KEY, an accepted request shows whether it may use
    // the AI.
    ...(operation && usesAi(operation) && keys.OTHER_API_KEY
      ? [[`${operation} accepted of another account`, perhaps(1)] as [string, AiRequests]]
      : []),
    ...(operation && !usesAi(operation)
      ? []
      : [[`accepted instead: ${JSON.stringify(check)}`, perhaps(1)] as [string, AiRequests]]),
  ];
}

const pairsOf = ({ settings }: Facts) => (settings.maxAiRequests === undefined ? PAIRS.few : PAIRS.many);
