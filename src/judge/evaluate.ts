import { codes } from '../../spec/contract';
import { alike } from './alike';
import { type Answer, answerOf, body, errorOf, failsWith, isServed, observed } from './answer';
import { charge } from './charge';
import { documented } from './documented';
import { doubtIn } from './doubt';
import type { Context, Exchange, Found, Inconclusive } from './evidence';
import type { Expectation, Observation, Pair } from './expectation';
import { unlessExplained } from './explanation';
import { saysFailed } from './failed-work';
import { asNumber, kindOf, type Pointer } from './json';
import { idIn, located } from './located';
import { beyond, idsOf, type Listing, listOf, severalLists, wordsIn } from './models';
import { naming, tellApart } from './naming';
import { isLengthShown } from './parts';
import { isTheId } from './places';
import { mayBePlanned } from './planned';

/**
 * What some answers show of what is expected of them. Positive proof is worth nothing on a target that accepts
 * nothing, or refuses nobody.
 * @param around every exchange of the case, controls included
 */
export function evaluate(
  expectation: Expectation,
  answers: readonly Answer[],
  around: Exchange[],
  context: Context,
): Found {
  const found = unlessExplained(look(expectation, answers, around), expectation, answers, around, context);
  const probe = answers[0]?.exchange.probe;
  if (!found.met && probe && !probe.plain && found.note === undefined) {
    const { place, ...member } = probe;
    found.note = { kind: 'probe', ...member };
  }
  const doubt = found.met && expectation.kind !== 'failure' ? doubtIn(around) : null;
  return doubt === null
    ? found
    : { ...found, instead: { verdict: 'blocked', reason: { kind: 'doubt', doubt } } };
}

function look(expected: Expectation, answers: readonly Answer[], around: readonly Exchange[]): Found {
  const [answer] = answers;
  switch (expected.kind) {
    case 'charged':
    case 'cheaper':
    case 'uncharged':
      return charge(expected, answers, around);
  }
  if (answer === undefined) return { met: false, received: { kind: 'seen', what: 'nothing' } };
  const received = observed(answer);
  const served = isServed(answer);
  const refusedWith = ({ status, code }: Pair) => failsWith(answer, status, code);
  switch (expected.kind) {
    case 'failure':
      return { met: expected.pairs.some(refusedWith), received };
    case 'success': {
      // What the service meets behind it is no matter of the address.
      const prompt = !served && answer.status < 500 && answer.exchange.parts?.includes('text.prompt');
      return { met: served, received, ...(prompt && { note: { kind: 'prompt' } }) };
    }
    case 'listed model': {
      const { code } = errorOf(answer);
      // A plan may exclude a model; the contract does not say that every one includes all.
      const excluded =
        !served &&
        code !== undefined &&
        Object.hasOwn(codes, code) &&
        code !== 'model_not_found' &&
        mayBePlanned(answer, around);
      const instead: Inconclusive = { verdict: 'not driven', reason: { kind: 'plan', received } };
      return { met: served, received, ...(excluded && { instead }) };
    }
    case 'refusal':
      return { met: answer.status >= 400 && answer.status < 500, received };
    case 'failure or success': {
      const seen = refusedWith(expected.pair);
      return {
        met: seen || served,
        received,
        ...((seen || served) && { note: { kind: 'white space', seen } }),
      };
    }
    case 'success if not too long': {
      const instead = tooLong(answer, around);
      return { met: served, received, ...(instead !== null && { instead }) };
    }
    case 'identifier': {
      const value = served ? idIn(answer, expected.name, expected.at) : undefined;
      const string = typeof value === 'string' && value !== '';
      const ofItsOwn = value == null || !isOfAnother(value, expected, answer, around);
      const met = ofItsOwn && (string || (expected.type !== 'string' && typeof value === 'number'));
      const ofOther = `the ${expected.name} of another submission`;
      const found: Observation = ofItsOwn
        ? what(answer, value)
        : { kind: 'found', status: answer.status, what: ofOther };
      return { met, received: served ? found : received, ...pointed(met || !served, expected.at) };
    }
    case 'value': {
      const value = served ? located(answer, expected.part, expected.at) : undefined;
      const { url } = answer.exchange.request;
      const shown = around.some(
        (each) => each.request.url === url && shows(each, expected.part, expected.at),
      );
      const owed = served && value == null && expected.part === 'job.result' && !shown;
      if (owed && saysFailed(answer, { state: expected.state, result: expected.at }))
        return {
          met: false,
          received,
          instead: { verdict: 'indeterminate', reason: { kind: 'job failed' } },
        };
      // Where nothing tells how long a job may take, it may only be slow.
      if (owed && !expected.patient) return { met: false, received, instead: notDone(answer) };
      // A state is not the id.
      const met = value !== undefined && value !== null && !isTheId(value, answer, expected.part);
      const seen = served ? what(answer, value) : received;
      if (met || shown || !served || expected.at === undefined) return { met, received: seen };
      return { met, received: seen, note: { kind: 'pointer', at: expected.at, patience: true } };
    }
    case 'models': {
      if (!served) return { met: false, received };
      const found = documented('models', answer.status, body(answer), listOf(answer, expected.at));
      return { ...found, ...pointed(found.met, expected.at) };
    }
    case 'models once':
      return ofTheList(answer, expected.at, ({ list }) => {
        const ids = idsOf(list);
        const seen = new Set<string>();
        const twice = [...new Set(ids.filter((id) => seen.has(id) || !seen.add(id)))];
        const met = ids.length > 0 && twice.length === 0;
        return [met, ids.length === 0 ? 'no ids' : twice.length > 0 ? `${few(twice)} twice` : 'each id once'];
      });
    case 'tiers': {
      const found = ofTheList(answer, expected.at, ({ list }) => {
        const ids = idsOf(list);
        const words = wordsIn(ids);
        const met = expected.word === undefined ? words.length > 0 : words.includes(expected.word);
        const what = ids.length === 0 ? 'no ids' : few(ids);
        if (met || words.length > 0) return [met, what];
        const next = answer.exchange.read?.['models.next'];
        if (next) return [met, what, `models.next leads to ${next}`];
        return [met, what, expected.paged ? null : beyond(answer, list)];
      });
      return found.met || !expected.paged ? found : { ...found, note: { kind: 'pages' } };
    }
    case 'credits': {
      const remaining = located(answer, 'credits', expected.at);
      if (served && expected.at === undefined && remaining === undefined)
        return documented('credits', answer.status, body(answer));
      const met = served && asNumber(remaining) !== undefined;
      return {
        met,
        received: met ? { kind: 'seen', what: 'one' } : received,
        ...pointed(met || !served, expected.at),
      };
    }
    case 'names connection': {
      const { code, message } = errorOf(answer);
      if (code !== 'invalid_workflow') {
        const instead: Inconclusive = { verdict: 'blocked', reason: { kind: 'another refusal', received } };
        return { met: false, received, instead };
      }
      if (message === undefined) return { met: false, received };
      const how = naming(message, expected.connection, expected.others, expected.positions);
      const met = how === 'names' || (expected.position && how === 'position');
      const { elsewhere } = expected;
      const unread = how === 'nothing' && elsewhere !== undefined && tellApart(message, elsewhere);
      const instead: Inconclusive = { verdict: 'not driven', reason: { kind: 'unfit', what: OWN_WORDS } };
      return {
        met,
        received: { kind: 'message', text: message.slice(0, 200) },
        ...(unread && { instead }),
      };
    }
    case 'alike':
      return answers.length < 2 ? { met: false, received } : alike(answers);
    case 'rule':
      return { met: false, received };
  }
}

const OWN_WORDS = 'a message with a name or a place: it tells connections apart in words of its own';

/** What is missing where a long workflow may be too long: none of `around` that has as many blocks was served. */
export function tooLong(answer: Answer, around: readonly Exchange[] = []): Inconclusive | null {
  if (!failsWith(answer, 422, 'invalid_request') || isLengthShown(answer, around)) return null;
  const detail = 'a longer sound workflow is refused with 422 invalid_request';
  return { verdict: 'not driven', reason: { kind: 'needs', what: 'workflow.longest', detail } };
}

/** A requirement of the list of models; not driven where it cannot be told which of several lists that is. */
function ofTheList(
  answer: Answer,
  pointer: Pointer | undefined,
  judge: (
    found: Extract<Listing, { list: unknown[] }>,
  ) => [met: boolean, what: string, missing?: string | null],
): Found {
  const found = listOf(answer, pointer);
  if ('missing' in found)
    return { met: false, received: { kind: 'seen', what: found.missing }, ...pointed(false, pointer) };
  if ('several' in found) {
    const reason = severalLists(found.several);
    return { met: false, received: observed(answer), instead: { verdict: 'not driven', reason } };
  }
  const [met, what, detail] = judge(found);
  const received: Observation = { kind: 'seen', what };
  if (!detail) return { met, received };
  return {
    met,
    received,
    instead: { verdict: 'not driven', reason: { kind: 'needs', what: 'models', detail } },
  };
}

/** An answer shows a value where a part of the target file leads. */
function shows(exchange: Exchange, part: string, at: Pointer | undefined): boolean {
  const answer = answerOf(exchange);
  return answer !== null && isServed(answer) && located(answer, part, at) != null;
}

/** Another request of this operation, and not the same once more, was answered with the same id. */
function isOfAnother(
  value: unknown,
  { name, at: pointer }: Extract<Expectation, { kind: 'identifier' }>,
  { exchange }: Answer,
  around: readonly Exchange[],
): boolean {
  return around.some((each) => {
    if (each.operation !== exchange.operation || each.request.body === exchange.request.body) return false;
    const other = answerOf(each);
    return other !== null && isServed(other) && idIn(other, name, pointer) === value;
  });
}

function few(ids: string[]): string {
  return `${ids.slice(0, 8).join(', ')}${ids.length > 8 ? ' ...' : ''}`;
}

function what(answer: Answer, value: unknown): Observation {
  return { kind: 'found', status: answer.status, what: value === '' ? 'an empty string' : kindOf(value) };
}

function pointed(met: boolean, pointer: Pointer | undefined): { note?: NonNullable<Found['note']> } {
  return met || pointer === undefined ? {} : { note: { kind: 'pointer', at: pointer } };
}

/** The work was not done at the end of patience, as far as its result tells. */
export function notDone({ exchange }: Answer): Inconclusive {
  const threw = exchange.threw?.['job.result'];
  return { verdict: 'not driven', reason: { kind: 'not done', ...(threw !== undefined && { threw }) } };
}
