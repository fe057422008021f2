import { type Answer, errorOf, isServed } from '../engine/answer';
import { type Expectation, failure } from '../engine/expectation';
import { type Tier, tiers } from '../engine/models';
import { oddBodies } from '../probes/bodies';
import type { FaultyChain, Flaw, Place } from '../probes/chains';
import { coveringChains, faultyChains } from '../probes/drawn-chains';
import { counted, draw, type Family, hashOf } from '../probes/family';
import { freshId, nearIds, noneOwn, oddIds, unknownIds } from '../probes/ids';
import {
  agreeing,
  carriers,
  changedKeys,
  keyless,
  ofTheSameForm,
  words as placeholders,
  plainWhiteSpace,
} from '../probes/keys';
import { type Actor, actorOf, isRefusedFor } from './actors';
import { type Baselines, nobody, notServed, partOf, senderOf } from './baselines';
import type { Sender } from './client';
import type { Given } from './given';
import { type Asking, credits, operations } from './operations';
import { inconclusive, record } from './recorder';
import { keepProbe } from './secrets';
import type { Session } from './session';
import { shared } from './shared';
import { creditsOf } from './target';
import { type Trial, trial } from './trial';

/** Families of probes, sent where a case says. Each answers all that was sent, the smallest breach first. */
export interface Trials {
  /** Credentials made from API_KEY, behind `Bearer `. */
  keys(families: readonly Family[], asking: Asking): Promise<Answer[]>;
  /** API_KEY in other headers, without the one that the contract names. */
  carriers(asking: Asking): Promise<Answer[]>;
  /** An Authorization header that carries no key. */
  keyless(asking: Asking): Promise<Answer[]>;
  /** A request of somebody's, whatever it says that it accepts. */
  accepting(actor: Actor, asking: Asking, expected: Expectation): Promise<Answer[]>;
  /** A request of somebody's at each operation. */
  everywhere(actor: Actor, expected: Expectation): Promise<Answer[]>;
  /** A use of the AI by somebody, for each tier and with each form of the input. */
  kinds(actor: Actor, asking: Asking, expected: Expectation): Promise<Answer[]>;
  /** A read of one's own again and again over a connection of its own, whatever the request accepts. */
  again(asking: Asking, expected?: Expectation): Promise<Answer[]>;
  /** One who is to be refused, on one kept connection: from its first request to its sixth, and after the good key. */
  connection(who: Gate): Promise<Answer[]>;
  /** The look-up of a job, or a run, by ids made from that of the own one; odd ones are made of none. */
  ids(what: 'job' | 'run', families: readonly Family[]): Promise<Answer[]>;
  /** The look-up of the own job, or run, by another account again and again, its owner looking in between. */
  foreign(what: 'job' | 'run', stranger: Actor): Promise<Answer[]>;
  /** Requests for a model whose name is made from that of a listed one. */
  models(families: readonly Family[], what: Form): Promise<Answer[]>;
  /** Fields beside a listed model, none of which is an input. */
  fields(families: readonly Family[], what: 'text' | 'submit'): Promise<Answer[]>;
  /** Bytes in place of the JSON of an accepted request. */
  bytes(families: readonly Family[], what: Body, expected?: Expectation): Promise<Answer[]>;
  /** Bodies of which the contract says nothing, until one is served. */
  bodies(what: Body): Promise<Answer[]>;
  /** Text requests, or submissions of a job, with such fields in place of theirs, until one is served. */
  oddFields(families: readonly Family[], what: 'text' | 'submit', expected?: Expectation): Promise<Answer[]>;
  /** Two conditions at once: no key, or another, with no JSON or an unknown id; an unlisted model without an input. */
  conditions(): Promise<Answer[]>;
  /** An accepted use of the AI for each tier and form of the input; in pull requests, the one that all build on. */
  served(what: 'text' | 'submit'): Promise<Answer[]>;
  /** Those of them, or the sound workflow, of which readings tell whether they were charged. */
  charged(what: Body): Promise<Answer[]>;
  /** Sound chains in which each kind of block reads each that it may: in a long night, all of them. */
  chains(): Promise<Answer[]>;
  /** Workflows with connections that are wrong in this way. */
  workflows(flaw: Flaw): Promise<Answer[]>;
  /** The chain with this fault, sent once for all that is asked of its refusal. */
  faulty(flaw: Flaw, place: Place): Promise<{ chain: FaultyChain; response: Answer }>;
}

type Body = 'text' | 'submit' | 'workflow';
type Form = 'prompt' | 'messages' | 'submission' | 'submission with messages';
type Gate = 'nobody' | 'no key' | 'another key' | 'retired';

const notFound = failure(404, 'not_found');
const invalidKey = failure(401, 'invalid_api_key');
const missingKey = failure(401, 'missing_api_key');
const noKey = failure(401, ['missing_api_key', 'invalid_api_key']);
const malformed = failure(422, 'invalid_request');
const refused: Expectation = { kind: 'refusal' };

/** The service speaks JSON (contract 1): what a key's holder who takes none is answered is not shown. */
const jsonTypes = ['application/json', '*/*', 'text/html, application/json;q=0.9, */*;q=0.8'];
const types = [...jsonTypes, 'text/html'];
const oneOf = (among: readonly string[], value: string) =>
  among[(hashOf(value) >>> 0) % among.length] as string;
const byType = (value: string) => ({ words: value, value });
const accepted = counted('what the request accepts', () => types.map(byType));

/** The name under which the run keeps that the target does not answer further wrong keys. */
const ENDED = 'wrong keys ended';

export function trialsOf(session: Session, baseline: Baselines, given: Given): Trials {
  const { keys, target, coordinator, run } = session;
  const owner = () => actorOf(session, baseline, senderOf(session, 'owner', 'API_KEY'));
  const key = keys.API_KEY ?? '';
  /** Members differ in what they accept, too: what is answered must not. */
  const somebody = (sender: Sender, value = '') =>
    actorOf(session, baseline, {
      ...sender,
      headers: { accept: oneOf(types, value), ...sender.headers },
    });
  const presenting = (actor: string, authorization: string | null, more: Partial<Sender> = {}): Sender => ({
    ...{ actor, variable: 'API_KEY', account: null, authorization },
    ...more,
  });
  const asOwner = (value: string) => owner().accepting(oneOf(jsonTypes, value));
  const turnOf = (asking: Asking) => operations.indexOf(asking);
  const accepts = async (what: Body) => {
    if (what === 'workflow') return partOf(target, 'workflow').submit(given.chain('short'));
    const build = what === 'text' ? partOf(target, 'text') : (target.job?.submit ?? needs('job.submit'));
    return build(await given.promptFields());
  };
  const send = (what: 'text' | 'submit', actor: Actor, fields: Parameters<Actor['text']>[0]) =>
    what === 'submit' ? actor.submit(fields) : actor.text(fields);
  const fieldsOf = (form: Form, tier?: Tier) =>
    form === 'messages' || form === 'submission with messages'
      ? given.messagesFields(tier)
      : given.promptFields(tier);
  const other = () =>
    draw(ofTheSameForm, key, { seed: run.seed, depth: 1, place: 'a connection' })[0]?.value ?? '';
  const gates: Record<Gate, () => { sender: Sender; expected: Expectation }> = {
    nobody: () => ({ sender: nobody, expected: missingKey }),
    'no key': () => ({ sender: presenting('the scheme alone', 'Bearer'), expected: noKey }),
    'another key': () => {
      keepProbe({ name: 'API_KEY', value: key }, 'of the same form', other());
      return { sender: presenting('of the same form', `Bearer ${other()}`), expected: invalidKey };
    },
    retired: () => ({
      sender: { ...senderOf(session, 'retired', 'OLD_API_KEY'), account: null },
      expected: invalidKey,
    }),
  };
  /** Whether a wrong key was answered 429 where the right one was not: no more are sent. */
  const ended = () => {
    const limited = record().exchanges.some(({ actor, variable, response }) => {
      return actor !== 'owner' && variable === 'API_KEY' && response?.status === 429;
    });
    if (limited) coordinator.claim(ENDED);
    return coordinator.made(ENDED) !== undefined;
  };
  /** What shows that the target reads workflows as we spell them was made with the answer: each case judges by it. */
  const proved = async (chain: FaultyChain, response: Answer) => {
    if (isRefusedFor(chain, response)) return;
    await baseline.references();
    await baseline.twin(chain.sound);
  };
  const at = ({ place, uses }: Asking): Pick<Trial, 'place' | 'spends' | 'of'> => ({
    ...{ place, spends: uses },
    of: () => '',
  });

  const trials: Trials = {
    async keys(families, asking) {
      const whole = asking === credits;
      return trial(session, {
        ...{ ...at(asking), families, of: () => key, turn: turnOf(asking), expected: invalidKey, ended },
        wholly: whole ? [changedKeys, ...plainWhiteSpace] : [],
        thin: Math.min(families.length, operations.length),
        agreeing: (of, length) =>
          draw({ name: '', drawn: () => agreeing(of, length) }, of, { seed: 1, depth: 1, place: '' })[0] ??
          byType(''),
        send: ({ words, value }) => {
          if (!placeholders.includes(value)) keepProbe({ name: 'API_KEY', value: key }, words, value.trim());
          return asking.ask(somebody(presenting(words, `Bearer ${value}`), value), given);
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
        ...{ ...at(asking), families: [carriers], turn: turnOf(asking), expected: missingKey },
        send: ({ words, value: name }) => {
          const value = { cookie: `api_key=${key}`, 'proxy-authorization': `Bearer ${key}` }[name] ?? key;
          return asking.ask(somebody(presenting(words, null, { headers: { [name]: value } }), name), given);
        },
      });
    },
    async keyless(asking) {
      return trial(session, {
        ...{ ...at(asking), families: [keyless], turn: turnOf(asking), expected: noKey },
        wholly: asking === credits ? [keyless] : [],
        send: ({ words, value }) => asking.ask(somebody(presenting(words, value), asking.place), given),
      });
    },
    async accepting(actor, asking, expected) {
      return trial(session, {
        ...{ ...at(asking), families: [accepted], turn: turnOf(asking), expected },
        send: ({ value }) => asking.ask(actor.accepting(value), given),
      });
    },
    async everywhere(actor, expected) {
      const places = operations.map(({ place }) => byType(place));
      const family = counted(
        'an operation',
        () => places.slice(1),
        () => places.slice(0, 1),
      );
      return trial(session, {
        ...{ families: [family], of: () => '', place: 'any operation', spends: true, expected },
        send: ({ value }) => (operations.find(({ place }) => place === value) ?? credits).ask(actor, given),
      });
    },
    async kinds(actor, asking, expected) {
      const { kind } = asking;
      if (kind === undefined) return [await asking.ask(actor, given)];
      const kinds = counted('a kind of use', (planned) => (planned || 'any').split(' ').map(byType));
      return trial(session, {
        ...{ ...at(asking), families: [kinds], turn: turnOf(asking), expected },
        // A plan may leave out a model, and refuse it before all else.
        async of() {
          const planned: Tier[] = [];
          for (const tier of await given.tiers()) if (isServed(await baseline.tier(tier))) planned.push(tier);
          return planned.join(' ');
        },
        send: async ({ value }) =>
          send(
            kind,
            actor,
            await fieldsOf(
              asking.form ?? 'prompt',
              tiers.find((tier) => tier === value),
            ),
          ),
      });
    },
    async again(asking, expected = { kind: 'success' }) {
      const times = Array.from({ length: run.depth < 3 ? jsonTypes.length : 12 }, (_, index) => index + 1);
      const family = counted(
        'read again and again',
        () => [],
        () => times.map((time) => ({ words: `for the ${time}. time`, value: `${time}` })),
      );
      const sender = { ...senderOf(session, 'owner', 'API_KEY'), connection: `again ${asking.place}` };
      return trial(session, {
        ...{ ...at(asking), families: [family], inTurn: true, expected },
        send: ({ value }) => {
          const accept = jsonTypes[Number(value) % jsonTypes.length] as string;
          return asking.ask(actorOf(session, baseline, { ...sender, headers: { accept } }), given);
        },
      });
    },
    async connection(who) {
      const { sender, expected } = gates[who]();
      const connection = `of its own: ${who}`;
      const good = { ...senderOf(session, 'owner', 'API_KEY'), connection };
      const words = [1, 2, ...(run.depth < 3 ? [] : [3, 4, 5, 6])].map(
        (time) => `as request ${time} of a connection`,
      );
      const family = counted(
        `a kept connection, ${who}`,
        () => [],
        () => [...words, 'after the good key'].map(byType),
      );
      return trial(session, {
        ...{ ...at(credits), families: [family], inTurn: true, expected },
        ...(who === 'another key' && { ended }),
        async send({ value }) {
          if (!words.includes(value)) await credits.ask(actorOf(session, baseline, good), given);
          return credits.ask(actorOf(session, baseline, { ...sender, connection }), given);
        },
      });
    },
    async ids(what, families) {
      const idOf = async (kind: 'job' | 'run') => (kind === 'job' ? given.jobId() : given.runId());
      const elsewhere = what === 'job' ? target.workflow && target.run : target.job;
      const odd = families.every((family) => oddIds.includes(family));
      const alien = families === nearIds && elsewhere;
      const strange = alien ? await idOf(what === 'job' ? 'run' : 'job') : '';
      // Where both kinds count, each may have this number.
      const kind = noneOwn(
        counted('an id of the other kind', () => [{ words: 'of the other kind', value: strange }]),
      );
      return trial(session, {
        ...{ families: alien ? [...families, kind] : families, place: `the look-up of a ${what}` },
        ...{ spends: false, most: 18 },
        ...{ turn: what === 'job' ? 0 : 1, thin: families === unknownIds ? 3 : 6 },
        of: () => (odd ? '' : idOf(what)),
        expected: families === unknownIds ? notFound : refused,
        send: ({ value }) =>
          what === 'job'
            ? asOwner(value).get(`/v1/jobs/${encodeURIComponent(value)}`)
            : asOwner(value).run(value),
      });
    },
    async foreign(what, stranger) {
      const look = async (actor: Actor) =>
        what === 'job' ? actor.get(await given.jobPath()) : actor.run(await given.runId());
      const last = run.depth < 3 ? 3 : 5;
      const times = Array.from({ length: last + 1 }, (_, index) => `after ${index} looks of its owner`);
      const family = counted(
        'asked again and again',
        () => [],
        () => times.map(byType),
      );
      return trial(session, {
        ...{ families: [family], of: () => '', place: `the look-up of a ${what}`, spends: false },
        ...{ inTurn: true, expected: notFound },
        async send({ value }) {
          if (value !== times[0] && value !== times[last]) await look(owner());
          return look(stranger);
        },
      });
    },
    async models(families, what) {
      let listed: string[] = [];
      const turn = forms.indexOf(what);
      const few = families.filter((_, index) => index === 0 || (index + turn) % FEW === 1);
      return trial(session, {
        ...{ families: turn > 0 && run.depth < 3 ? few : families, turn, thin: 3 },
        ...{ spends: true, place: placeOf[what] },
        expected: failure(404, 'model_not_found'),
        fits: ({ value }) => value !== '' && !listed.includes(value),
        async of() {
          listed = await given.listed();
          return given.model();
        },
        async send({ value }) {
          const fields = { ...(await fieldsOf(what)), model: value };
          return send(what.startsWith('submission') ? 'submit' : 'text', asOwner(value), fields);
        },
      });
    },
    async fields(families, what) {
      return trial(session, {
        ...{
          families,
          of: () => '',
          spends: true,
          place: placeOf[what],
          turn: what === 'text' ? 0 : 1,
          thin: 2,
        },
        expected: malformed,
        send: async ({ value }) =>
          send(what, asOwner(value), { ...JSON.parse(value), model: await given.model() }),
      });
    },
    async bytes(families, what, expected = malformed) {
      return trial(session, {
        ...{ families, spends: true, turn: bodies.indexOf(what), place: placeOf[what], expected },
        thin: what === 'text' ? 1 : 6,
        of: async () => JSON.stringify((await accepts(what)).body),
        send: async ({ value }) =>
          asOwner(value).bytes(what, { ...(await accepts(what)), body: Buffer.from(value) }),
      });
    },
    async bodies(what) {
      return trial(session, {
        ...{
          families: oddBodies,
          spends: true,
          inTurn: true,
          turn: bodies.indexOf(what),
          place: placeOf[what],
        },
        // Some may be served, which costs an AI use.
        most: run.depth < 3 ? 0 : 8,
        expected: refused,
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
    async oddFields(families, what, expected = refused) {
      return trial(session, {
        ...{ families, of: () => '', spends: true, inTurn: true, place: placeOf[what], expected },
        ...{ turn: what === 'text' ? 0 : 1, thin: families.length },
        async send({ value }) {
          const odd = JSON.parse(value);
          const { prompt, ...rest } = await given.promptFields();
          return send(what, owner(), { ...rest, ...(!('messages' in odd) && { prompt }), ...odd });
        },
      });
    },
    async conditions() {
      const cut = async (what: Body, actor: Actor) => {
        const spec = await accepts(what);
        return actor.bytes(what, { ...spec, body: Buffer.from(JSON.stringify(spec.body).slice(0, -3)) });
      };
      const unlisted = async (what: 'text' | 'submit') =>
        send(what, owner(), { model: await given.unlisted() });
      const nowhere = (what: string, actor: Actor) =>
        what === 'job' ? actor.get(`/v1/jobs/${freshId()}`) : actor.run(freshId());
      const wrong = presenting('one character longer', `Bearer ${key}x`);
      keepProbe({ name: 'API_KEY', value: key }, 'one character longer', `${key}x`);
      const under = <What>(name: string, at: readonly What[], act: (what: What) => Promise<Answer>) => ({
        name,
        acts: at.map((what) => ({ ...byType(`${name}: ${what}`), act: () => act(what) })),
      });
      const both = [
        ...Object.entries({ 'no key': nobody, 'another key': wrong }).flatMap(([who, sender]) => {
          const actor = somebody(sender);
          return [
            under(`${who}, no JSON`, bodies, (what) => cut(what, actor)),
            under(`${who}, unknown id`, ['job', 'run'], (what) => nowhere(what, actor)),
          ];
        }),
        under('unlisted model, no input', ['text', 'submit'], unlisted),
      ];
      const families = both.map(({ name, acts }) => counted(name, () => acts));
      const acts = new Map(both.flatMap((each) => each.acts).map(({ value, act }) => [value, act]));
      return trial(session, {
        ...{ families, of: () => '', place: 'two conditions at once', spends: true, expected: refused },
        send: ({ value }) => (acts.get(value) as () => Promise<Answer>)(),
      });
    },
    async served(what) {
      if (run.depth < 3 || (what === 'submit' && !target.job?.submit))
        return [await (what === 'text' ? baseline.text() : baseline.submission())];
      const answers: Answer[] = [];
      for (const form of ['prompt', 'messages'] as const)
        for (const tier of tiers) answers.push(await baseline.kind(what, form, tier));
      return answers;
    },
    async charged(what) {
      const uses = what === 'workflow' ? [await baseline.workflow()] : await trials.served(what);
      const served = uses.filter(isServed);
      if (served.length === 0) notServed(placeOf[what], uses[0] as Answer);
      const { resolution, settlesWithin } = creditsOf(target);
      const coarse = baseline.isCoarse();
      const allIn = resolution !== undefined && settlesWithin !== undefined && !coarse;
      const told = served.filter(({ charge }) => charge?.seen || (allIn && charge && !charge.unfinished));
      return told.length > 0 ? told : inconclusive('not driven', { kind: 'unsettled', coarse });
    },
    async chains() {
      const most = run.depth < 3 ? 0 : run.depth < 10 ? 2 : Number.POSITIVE_INFINITY;
      const answers = [await baseline.workflow()];
      for (const chain of coveringChains(partOf(target, 'workflow'), most))
        answers.push(await baseline.twin(chain));
      return answers;
    },
    async faulty(flaw, place) {
      const sent = async () => {
        const chain = given.faulty(flaw, place);
        return { chain, response: await owner().workflow(chain) };
      };
      const name = `workflow, ${flaw} ${place}`;
      const made = await shared(session, name, sent, ({ response }) => [response.exchange]);
      await proved(made.chain, made.response);
      return made;
    },
    async workflows(flaw) {
      return trial(session, {
        ...{
          families: faultyChains(() => partOf(target, 'workflow'), flaw, run.depth, run.seed),
          spends: true,
        },
        ...{ of: () => '', place: 'a workflow' },
        expected: flaw === 'self' || flaw === 'no-block' ? refused : failure(400, 'invalid_workflow'),
        send: ({ value }) => owner().workflow(JSON.parse(value) as FaultyChain),
      });
    },
  };
  return trials;
}

const needs = (what: string) => inconclusive('not driven', { kind: 'needs', what });

/** In pull requests each so manyth family of names is tried beyond text requests with a prompt. */
const FEW = 16;
const forms: Form[] = ['prompt', 'messages', 'submission', 'submission with messages'];
const bodies: Body[] = ['text', 'submit', 'workflow'];
const placeOf = {
  prompt: 'a text request',
  text: 'a text request',
  messages: 'a text request with messages',
  submission: 'the submission of a job',
  'submission with messages': 'the submission of a job with messages',
  submit: 'the submission of a job',
  workflow: 'a workflow',
};
