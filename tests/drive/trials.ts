import fc from 'fast-check';
import { type Answer, errorOf, isServed } from '../engine/answer';
import { type Expectation, failure } from '../engine/expectation';
import { oddBodies } from '../probes/bodies';
import type { FaultyChain, Flaw } from '../probes/chains';
import { drawnFaults } from '../probes/drawn-chains';
import { draw, type Family } from '../probes/family';
import { freshId, oddIds, unknownIds } from '../probes/ids';
import { agreeing, carriers, ofTheSameForm } from '../probes/keys';
import { actorOf } from './actors';
import { type Baselines, nobody, partOf, senderOf } from './baselines';
import type { Given } from './given';
import { type Asking, credits } from './operations';
import { inconclusive, record } from './recorder';
import { keepProbe } from './secrets';
import type { Session } from './session';
import { trial } from './trial';

/** Families of probes, sent where a case says. Each answers all that was sent, the smallest breach first. */
export interface Trials {
  /** Credentials made from API_KEY, behind `Bearer `: at the reading of credits every family whole. */
  keys(families: readonly Family[], asking: Asking): Promise<Answer[]>;
  /** API_KEY in other headers, without the one that the contract names. */
  carriers(asking: Asking): Promise<Answer[]>;
  /** The valid key, or no Authorization header, whatever the request says that it accepts. */
  accepting(who: 'owner' | 'nobody', asking: Asking): Promise<Answer[]>;
  /** Another key on one kept connection: first, after the good key, after an error, and again. */
  connection(asking: Asking): Promise<Answer[]>;
  /** The look-up of a job, or a run, by ids made from that of the own one; odd ones are made of none. */
  ids(what: 'job' | 'run', families: readonly Family[]): Promise<Answer[]>;
  /** Requests for a model whose name is made from that of a listed one. */
  models(families: readonly Family[], what: 'prompt' | 'messages' | 'submission'): Promise<Answer[]>;
  /** Fields beside a listed model, none of which is an input. */
  fields(families: readonly Family[], what: 'text' | 'submit'): Promise<Answer[]>;
  /** Bytes in place of the JSON of an accepted request; malformed, where nothing else is said. */
  bytes(
    families: readonly Family[],
    what: 'text' | 'submit' | 'workflow',
    expected?: Expectation,
  ): Promise<Answer[]>;
  /** Bodies of which the contract says nothing, until one is served. */
  bodies(what: 'text' | 'submit' | 'workflow'): Promise<Answer[]>;
  /** Workflows with one connection that is wrong in this way. */
  workflows(flaw: Flaw): Promise<Answer[]>;
}

const notFound = failure(404, 'not_found');
const invalidKey = failure(401, 'invalid_api_key');
const refused: Expectation = { kind: 'refusal' };

/** The service speaks JSON (contract 1): what a key's holder who takes none is answered is not shown. */
const accepted: Record<'owner' | 'nobody', Family> = {
  owner: accepting('*/*', 'application/*'),
  nobody: accepting('*/*', 'text/html'),
};

function accepting(...values: string[]): Family {
  return {
    name: 'what the request accepts',
    drawn: () => fc.constantFrom(...values).map((value) => ({ words: value, value })),
  };
}

/** The name under which the run keeps that the target does not answer further wrong keys. */
const ENDED = 'wrong keys ended';

export function trialsOf(session: Session, baseline: Baselines, given: Given): Trials {
  const { keys, target, coordinator } = session;
  const owner = () => actorOf(session, baseline, senderOf(session, 'owner', 'API_KEY'));
  const key = keys.API_KEY ?? '';
  const presenting = (actor: string, authorization: string | null, headers?: Record<string, string>) =>
    actorOf(session, baseline, {
      actor,
      variable: 'API_KEY',
      account: null,
      authorization,
      ...(headers && { headers }),
    });
  const accepts = async (what: 'text' | 'submit' | 'workflow') => {
    if (what === 'workflow') return partOf(target, 'workflow').submit(given.chain('short'));
    const build = what === 'text' ? partOf(target, 'text') : (target.job?.submit ?? needs('job.submit'));
    return build(await given.promptFields());
  };
  const textOf = {
    prompt: given.promptFields,
    messages: given.messagesFields,
    submission: given.promptFields,
  };
  return {
    async keys(families, asking) {
      const whole = asking === credits;
      const limited = () =>
        record().exchanges.some(({ actor, variable, response }) => {
          return actor !== 'owner' && variable === 'API_KEY' && response?.status === 429;
        });
      const ended = () => {
        if (limited()) coordinator.claim(ENDED);
        return coordinator.made(ENDED) !== undefined;
      };
      return trial(session, {
        ...{ families, of: () => key, place: asking.place, expected: invalidKey, spends: asking.uses, whole },
        ended,
        agreeing: (of, length) =>
          fc.sample(agreeing(of, length), { seed: 1, numRuns: 1 })[0] ?? { words: '', value: '' },
        send: ({ words, value }) => {
          keepProbe({ name: 'API_KEY', value: key }, words, value.trim());
          return asking.ask(presenting(words, `Bearer ${value}`), given);
        },
        // Whoever tries many wrong keys may be locked out, and nothing of it is a breach.
        async stands(answers) {
          const odd = answers.some((answer) => errorOf(answer).code !== 'invalid_api_key');
          if (!(whole || odd) || isServed(await baseline.again('credits'))) return;
          coordinator.claim(ENDED);
          inconclusive('indeterminate', { kind: 'keys ended' });
        },
      });
    },
    async carriers(asking) {
      return trial(session, {
        ...{ families: carriers, of: () => key, place: asking.place, spends: asking.uses, whole: true },
        expected: failure(401, 'missing_api_key'),
        send: ({ words, value: name }) => {
          const value = { cookie: `api_key=${key}`, 'proxy-authorization': `Bearer ${key}` }[name] ?? key;
          return asking.ask(presenting(words, null, { [name]: value }), given);
        },
      });
    },
    async accepting(who, asking) {
      const sender = who === 'owner' ? senderOf(session, 'owner', 'API_KEY') : nobody;
      return trial(session, {
        ...{ families: [accepted[who]], of: () => '', place: asking.place, spends: asking.uses, whole: true },
        expected: who === 'owner' ? { kind: 'success' } : failure(401, 'missing_api_key'),
        send: ({ value: accept }) =>
          asking.ask(actorOf(session, baseline, { ...sender, headers: { accept } }), given),
      });
    },
    async connection(asking) {
      const connection = 'of its own';
      const other =
        draw(ofTheSameForm, key, { seed: session.run.seed, depth: 1, place: connection })[0]?.value ?? '';
      keepProbe({ name: 'API_KEY', value: key }, 'of the same form', other);
      const on = (actor: string, authorization: string) =>
        actorOf(session, baseline, { actor, variable: 'API_KEY', account: null, authorization, connection });
      const impostor = on('of the same form', `Bearer ${other}`);
      const before: Record<string, () => Promise<unknown>> = {
        'as its first request': async () => undefined,
        'after the good key': () => asking.ask(on('owner', `Bearer ${key}`), given),
        'after another key': async () => undefined,
        'after an error': () => impostor.get(`/v1/jobs/${freshId()}`),
      };
      const family: Family = {
        name: 'a kept connection',
        classic: () => Object.keys(before).map((words) => ({ words, value: words })),
        drawn: () => null,
      };
      return trial(session, {
        ...{ families: [family], of: () => '', place: asking.place, whole: true, expected: invalidKey },
        inTurn: true,
        spends: asking.uses,
        async send({ value }) {
          await before[value]?.();
          return asking.ask(impostor, given);
        },
      });
    },
    async ids(what, families) {
      return trial(session, {
        ...{ families, place: `the look-up of a ${what}`, spends: false, classic: true },
        whole: session.run.depth > 1,
        of: () => (families === oddIds ? '' : what === 'job' ? given.jobId() : given.runId()),
        expected: families === unknownIds ? notFound : refused,
        send: ({ value }) =>
          what === 'job' ? owner().get(`/v1/jobs/${encodeURIComponent(value)}`) : owner().run(value),
      });
    },
    async models(families, what) {
      let listed: string[] = [];
      return trial(session, {
        ...{ families, spends: true, classic: what === 'prompt', place: placeOf[what] },
        whole: what === 'prompt' && session.run.depth > 1,
        expected: failure(404, 'model_not_found'),
        fits: ({ value }) => !listed.includes(value),
        async of() {
          listed = await given.listed();
          return given.model();
        },
        async send({ value }) {
          const fields = { ...(await textOf[what]()), model: value };
          return what === 'submission' ? owner().submit(fields) : owner().text(fields);
        },
      });
    },
    async fields(families, what) {
      return trial(session, {
        ...{ families, of: () => '', spends: true, whole: true, place: placeOf[what] },
        expected: failure(422, 'invalid_request'),
        async send({ value }) {
          const fields = { ...JSON.parse(value), model: await given.model() };
          return what === 'submit' ? owner().submit(fields) : owner().text(fields);
        },
      });
    },
    async bytes(families, what, expected = failure(422, 'invalid_request')) {
      return trial(session, {
        ...{ families, spends: true, whole: what === 'text', place: placeOf[what], expected },
        of: async () => JSON.stringify((await accepts(what)).body),
        send: async ({ value }) =>
          owner().bytes(what, { ...(await accepts(what)), body: Buffer.from(value) }),
      });
    },
    async bodies(what) {
      return trial(session, {
        ...{
          families: oddBodies,
          spends: true,
          inTurn: true,
          whole: what === 'text',
          place: placeOf[what],
          expected: refused,
        },
        of: async () => JSON.stringify((await accepts(what)).body),
        async send({ words: type, value }) {
          const { headers, ...spec } = await accepts(what);
          return owner().bytes(what, {
            ...spec,
            headers: { ...headers, 'content-type': type },
            body: Buffer.from(value),
          });
        },
      });
    },
    async workflows(flaw) {
      return trial(session, {
        ...{
          families: drawnFaults(() => partOf(target, 'workflow'), flaw, session.run.depth > 1),
          spends: true,
          whole: true,
        },
        ...{ of: () => '', place: 'a workflow' },
        expected: flaw === 'self' || flaw === 'no-block' ? refused : failure(400, 'invalid_workflow'),
        send: ({ value }) => owner().workflow(JSON.parse(value) as FaultyChain),
      });
    },
  };
}

const needs = (what: string) => inconclusive('not driven', { kind: 'needs', what });

const placeOf = {
  prompt: 'a text request',
  text: 'a text request',
  messages: 'a text request with messages',
  submission: 'the submission of a job',
  submit: 'the submission of a job',
  workflow: 'a workflow',
};
