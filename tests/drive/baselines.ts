import { type Answer, body, describeAnswer, isServed } from '../engine/answer';
import { patience } from '../engine/disturbance';
import { identifierIn } from '../engine/json';
import type { Tier } from '../engine/models';
import { aValueAt, eventually, tooLong } from '../engine/requirements';
import { freshId } from '../probes/ids';
import { exchange, type Operation, type Sender } from './client';
import type { Chain, Given } from './given';
import { metered } from './meter';
import { inconclusive } from './recorder';
import type { Session } from './session';
import type { KeyVariable } from './settings';
import { shared } from './shared';
import type { Block, RequestSpec, Target } from './target';

/**
 * The accepted requests that everything else is measured against, each sent once in a run with API_KEY and
 * shared: the control of every refusal, and the act of the cases that say what is accepted.
 */
export interface Baselines {
  models(): Promise<Answer>;
  credits(): Promise<Answer>;
  /** A text request with a model and a prompt. */
  prompt(): Promise<Answer>;
  /** A text request with a model and messages. */
  messages(): Promise<Answer>;
  /** A text request to the text model of this tier. */
  tier(tier: Tier): Promise<Answer>;
  /** The text request that is served: with a prompt, or else with messages. */
  text(): Promise<Answer>;
  /** A submitted task. */
  submission(): Promise<Answer>;
  /** The look-up of that task's job. */
  job(): Promise<Answer>;
  /** The look-up of that job once it shows its result, or at the end of patience (TIMEOUT_MS). */
  finishedJob(): Promise<Answer>;
  /** A sound workflow: of two blocks, where nothing else is said. */
  workflow(which?: Chain): Promise<Answer>;
  /** The look-up of the short workflow's run. */
  run(): Promise<Answer>;

  /** Why nothing that this target answers proves anything: it serves no key, or also who has none. */
  doubt(): Promise<string | null>;
  /** Blocks the case unless the baseline of this operation is served: of a workflow, with as many blocks. */
  control(operation: Operation, blocks?: number): Promise<void>;
  /** The baseline of this operation sent anew: does a disturbance belong to the request or to the target? */
  again(operation: Operation): Promise<Answer>;
  /** Blocks the case where the key of an account is not recognised at all. */
  recognised(sender: Sender): Promise<void>;
}

/** Someone without a key. */
export const nobody: Sender = { actor: 'anonymous', variable: null, account: null, authorization: null };

/** Someone who uses an account's key as it is; the case is not driven where the key is not given. */
export function senderOf(
  session: Session,
  actor: string,
  variable: KeyVariable,
  asksFor: string[] = [],
): Sender {
  const key = session.keys[variable] ?? inconclusive('not driven', `needs ${variable}`);
  return { actor, variable, account: variable, authorization: `Bearer ${key}`, asksFor };
}

/** A part of the target file; the case is not driven where it is missing. */
export function partOf<Part extends 'text' | 'workflow' | 'run'>(
  target: Target,
  part: Part,
): NonNullable<Target[Part]> {
  return target[part] ?? inconclusive('not driven', `needs ${part} in the target file`);
}

export function baselinesOf(session: Session, given: Given): Baselines {
  const { target } = session;
  const owner = senderOf(session, 'owner', 'API_KEY');
  const send = (operation: Operation, spec: RequestSpec) =>
    exchange(session, owner, operation, spec, { given: true });
  const ask = (name: string, operation: Operation, spec: RequestSpec) =>
    shared(session, name, () => send(operation, spec), exchangesOf);
  const use = (name: string, operation: Operation, spec: RequestSpec) => {
    const act = async () => {
      const answer = await metered(session, owner, () => send(operation, spec));
      if (answer.charge?.seen === false) answer.charge.unfinished = await isUnfinished(operation, answer);
      return answer;
    };
    return shared(session, name, act, exchangesOf);
  };
  const isUnfinished = async (operation: Operation, submission: Answer) => {
    const { job } = target;
    if (job?.result === undefined || operation !== (job.submit ? 'submit' : 'text')) return false;
    const path = `/v1/jobs/${encodeURIComponent(String(identifierIn(body(submission), 'job_id', job.id)))}`;
    const look = await send('job', { path });
    return isServed(look) && !aValueAt(job.result)(look).met;
  };
  const submitted = (blocks: Block[]) => partOf(target, 'workflow').submit(blocks);

  const baselines: Baselines = {
    models: () => ask('models', 'models', { path: '/v1/models' }),
    credits: () => ask('credits', 'credits', { path: '/v1/credits' }),
    async prompt() {
      const text = partOf(target, 'text');
      return use('prompt', 'text', text(await given.promptFields()));
    },
    async messages() {
      const text = partOf(target, 'text');
      return use('messages', 'text', text(await given.messagesFields()));
    },
    async tier(tier) {
      const text = partOf(target, 'text');
      const model = await given.modelOf(tier);
      if (model === (await given.model())) return baselines.prompt();
      return use(`tier ${tier}`, 'text', text(await given.promptFields(tier)));
    },
    async text() {
      const prompt = await baselines.prompt();
      return isServed(prompt) ? prompt : baselines.messages();
    },
    async submission() {
      if (target.job === undefined) return inconclusive('not driven', 'needs job in the target file');
      if (target.job.submit === undefined) return baselines.text();
      return use('submission', 'submit', target.job.submit(await given.promptFields()));
    },
    async job() {
      return ask('job', 'job', { path: await given.jobPath() });
    },
    async finishedJob() {
      const path = await given.jobPath();
      const result = target.job?.result;
      if (result === undefined) return baselines.job();
      const poll = () =>
        eventually(
          () => send('job', { path }),
          aValueAt(result),
          patience(session.settings.timeoutMs, target),
        );
      return shared(session, 'finished job', poll, exchangesOf);
    },
    async workflow(which = 'short') {
      const blocks = given.chain(which);
      return use(`workflow of ${blocks.length}`, 'workflow', submitted(blocks));
    },
    async run() {
      const look = partOf(target, 'run');
      return ask('run', 'run', look(await given.runId()));
    },

    async doubt() {
      if (!isServed(await baselines.models()) && !isServed(await baselines.credits()))
        return 'neither GET /v1/models nor GET /v1/credits is served';
      const paths = { models: '/v1/models', credits: '/v1/credits', job: `/v1/jobs/${freshId()}` };
      for (const [operation, path] of Object.entries(paths) as [Operation, string][]) {
        const ask = () => exchange(session, nobody, operation, { path }, { given: true });
        const answer = await shared(session, `anonymous ${operation}`, ask, exchangesOf);
        if (answer.status >= 400 && answer.status < 500) return null;
      }
      return 'requests without a key are served too';
    },
    async control(operation, blocks) {
      const controls: Partial<Record<Operation, () => Promise<Answer>>> = {
        credits: baselines.credits,
        text: baselines.text,
        submit: baselines.submission,
        workflow: () => baselines.workflow(blocks),
        ...(target.workflow && { run: baselines.run }),
      };
      const answer = await (controls[operation] ?? baselines.models)();
      const undriven = blocks === undefined || blocks === 2 ? undefined : tooLong(answer);
      if (undriven !== undefined) inconclusive('not driven', undriven);
      if (!isServed(answer))
        inconclusive(
          'blocked',
          `the accepted ${operation} request${ofBlocks(blocks)} was answered ${describeAnswer(answer)}`,
        );
    },
    async again(operation) {
      const fields = operation === 'text' || operation === 'submit' ? await given.promptFields() : {};
      const specs: Partial<Record<Operation, () => RequestSpec>> = {
        credits: () => ({ path: '/v1/credits' }),
        text: () => partOf(target, 'text')(fields),
        submit: () => (target.job?.submit ?? partOf(target, 'text'))(fields),
        workflow: () => submitted(given.chain('short')),
      };
      return send(operation, specs[operation]?.() ?? { path: '/v1/models' });
    },
    async recognised(sender) {
      if (sender.account === null || sender.account === 'API_KEY') return;
      const greet = () => exchange(session, sender, 'models', { path: '/v1/models' }, { given: true });
      const answer = await shared(session, `${sender.account} is recognised`, greet, exchangesOf);
      if (answer.status === 401) {
        inconclusive(
          'blocked',
          `${sender.account} is refused with ${describeAnswer(answer)}: is the key right?`,
        );
      }
    },
  };
  return baselines;
}

const ofBlocks = (blocks?: number) => (blocks === undefined ? '' : ` of ${blocks} blocks`);

const exchangesOf = (answer: Answer) => [answer.exchange];

/** The body of a baseline that must have been served; the case is blocked where it was not. */
export function servedBody(answer: Answer, what: string): unknown {
  if (!isServed(answer)) inconclusive('blocked', `${what} was answered ${describeAnswer(answer)}`);
  return body(answer);
}
