import { works } from '../../../spec/works';
import { charge, isMetered } from '../credits/charge';
import type { AssertionResult, Context, Exchange } from '../data/evidence';
import type { Expectation, Observation, Pair } from '../data/expectation';
import { factsOf } from '../data/facts';
import { asNumber, kindOf, type Pointer } from '../data/json';
import { quoted } from '../data/quoted';
import type { Question } from '../guards/guard';
import { decide } from '../guards/guards';
import { type Answer, answerOf, body, errorOf, failsWith, isAccepted, observed } from '../response/answer';
import { documented } from '../response/documented';
import { indistinguishable } from '../response/indistinguishable';
import { isCached } from '../response/intermediaries';
import { classifyMessage } from '../response/message-naming';
import { wasShownElsewhere } from '../response/missing-result';
import { idsOf, listOf, wordsIn } from '../response/models';
import { isTheId } from '../response/pointers';
import { idIn, readAt } from '../response/read-at';
import { place } from '../texts/wording';

/**
 * Compares responses with an expectation, and asks the guards whether the result is undecided.
 * @param around all exchanges of the check, reference requests included
 */
export function evaluate(
  expected: Expectation,
  answers: readonly Answer[],
  around: readonly Exchange[],
  context: Context,
): AssertionResult {
  const [answer] = answers;
  if (answer === undefined)
    return {
      met: false,
      received: NOTHING,
      unjudged: { verdict: 'blocked', reason: { kind: 'nothing judged' } },
    };
  const question = { expected, answer, answers, around, context };
  const result = compare(question);
  const { met } = result;
  const { probe } = factsOf(answer.exchange, context);
  // What a cache sends says nothing about how the key is compared.
  if (!met && probe && !probe.plain && result.note === undefined && !isCached(answer.exchange)) {
    result.note = { kind: 'probe', ...probe };
  }
  const unjudged = decide({ ...question, met });
  return unjudged === null ? result : { ...result, unjudged };
}

const NOTHING: Observation = { kind: 'seen', what: 'nothing' };

/** What only an accepted response can meet. */
type OfAccepted = Extract<
  Expectation,
  { kind: 'identifier' | 'value' | 'documented' | 'models' | 'models once' | 'tiers' | 'credits' }
>;

/** What the responses show without the guards. */
function compare({ expected, answer, answers, around, context }: Omit<Question, 'met'>): AssertionResult {
  if (isMetered(expected)) return charge(expected, answers) ?? { met: false, received: NOTHING };
  const received = observed(answer);
  const accepted = isAccepted(answer);
  const rejectedWith = ({ status, code }: Pair) => failsWith(answer, status, code);
  switch (expected.kind) {
    case 'failure':
      return { met: expected.pairs.some(rejectedWith), received };
    case 'success': {
      // Failures behind the service do not depend on the address.
      const prompt =
        !expected.unless &&
        !accepted &&
        answer.status < 500 &&
        answer.exchange.parts?.includes('text.prompt');
      return { met: accepted, received, ...(prompt && remark(ANOTHER_PATH)) };
    }
    case 'rejection':
      return { met: answer.status >= 400 && answer.status < 500, received };
    case 'failure or success': {
      const seen = rejectedWith(expected.pair);
      return {
        met: seen || accepted,
        received,
        ...(seen && remark('The whitespace after the key was seen and rejected.')),
        ...(accepted && remark(REMOVED_ON_THE_WAY)),
      };
    }
    case 'names connection': {
      const { code, message } = errorOf(answer);
      if (code !== 'invalid_workflow' || message === undefined) return { met: false, received };
      const how = classifyMessage(message, expected.connection, expected.others, expected.positions);
      const names = how === 'names' || (expected.position && how === 'position');
      const same = names && expected.elsewhere === 'same';
      const what = `${quoted(message)}${same ? ', as about another connection' : ''}`;
      return { met: names && !same, received: { kind: 'seen', what } };
    }
    case 'alike':
      return answers.length < 2 ? { met: false, received } : indistinguishable(answers);
    case 'rule':
      return { met: false, received };
  }
  return accepted ? compareAccepted({ expected, answer, around, context }) : { met: false, received };
}

/** What an accepted response shows. */
function compareAccepted({
  expected,
  answer,
  around,
  context,
}: Omit<Question, 'met' | 'answers' | 'expected'> & { expected: OfAccepted }): AssertionResult {
  switch (expected.kind) {
    case 'identifier': {
      const value = idIn(answer, expected.of, expected.at);
      if (value != null && isOfAnother(value, expected, answer, around)) {
        const what = `the ${works[expected.of].id} of another submission`;
        const found: Observation = { kind: 'found', status: answer.status, what };
        return { met: false, received: found, ...pointerNote(false, expected.at) };
      }
      const string = typeof value === 'string' && value !== '';
      const met = string || (expected.type !== 'string' && typeof value === 'number');
      return { met, received: foundValue(answer, value), ...pointerNote(met, expected.at) };
    }
    case 'value': {
      const value = readAt(answer, expected.part, expected.at);
      // A state is not the id.
      const met = value != null && !isTheId(value, answer, expected.part);
      const found = { met, received: foundValue(answer, value) };
      if (met || expected.at === undefined || wasShownElsewhere(expected, answer, around)) return found;
      return { ...found, ...remark(`${saidAt(expected.at)} Check also that TIMEOUT_MS is long enough.`) };
    }
    case 'documented':
      return documented(expected.operation, answer.status, body(answer));
    case 'models': {
      const listed = listOf(answer, context, expected.at);
      const { met, received } = documented('models', answer.status, body(answer), listed);
      return { met, received, ...pointerNote(met, expected.at) };
    }
    case 'models once':
      return ofTheList(answer, context, expected.at, (list) => {
        const ids = idsOf(list);
        const seen = new Set<string>();
        const twice = [...new Set(ids.filter((id) => seen.has(id) || !seen.add(id)))];
        if (twice.length > 0) return [false, `${firstFew(twice)} twice`];
        return ids.length === 0 ? [false, 'no ids'] : [true, 'each id once'];
      });
    case 'tiers': {
      const result = ofTheList(answer, context, expected.at, (list) => {
        const ids = idsOf(list);
        const words = wordsIn(ids);
        const met = expected.word === undefined ? words.length > 0 : words.includes(expected.word);
        return [met, ids.length === 0 ? 'no ids' : firstFew(ids)];
      });
      return result.met || !expected.paged ? result : { ...result, ...remark(ANOTHER_PAGE) };
    }
    case 'credits': {
      const remaining = readAt(answer, 'credits', expected.at);
      if (expected.at === undefined && remaining === undefined)
        return documented('credits', answer.status, body(answer));
      const met = asNumber(remaining) !== undefined;
      return {
        met,
        received: met ? { kind: 'seen', what: 'one' } : observed(answer),
        ...pointerNote(met, expected.at),
      };
    }
  }
}

function ofTheList(
  answer: Answer,
  context: Context,
  pointer: Pointer | undefined,
  judge: (list: unknown[]) => [met: boolean, what: string],
): AssertionResult {
  const modelList = listOf(answer, context, pointer);
  if ('missing' in modelList)
    return {
      met: false,
      received: { kind: 'seen', what: modelList.missing },
      ...pointerNote(false, pointer),
    };
  if ('several' in modelList) return { met: false, received: observed(answer) };
  const [met, what] = judge(modelList.list);
  return { met, received: { kind: 'seen', what } };
}

/** True if a different request of this operation returned the same id. */
function isOfAnother(
  value: unknown,
  { of, at: pointer }: Extract<Expectation, { kind: 'identifier' }>,
  { exchange }: Answer,
  around: readonly Exchange[],
): boolean {
  return around.some((each) => {
    if (each.operation !== exchange.operation || each.request.body === exchange.request.body) return false;
    const other = answerOf(each);
    return other !== null && isAccepted(other) && idIn(other, of, pointer) === value;
  });
}

function firstFew(ids: string[]): string {
  return `${ids.slice(0, 8).join(', ')}${ids.length > 8 ? ' ...' : ''}`;
}

function foundValue(answer: Answer, value: unknown): Observation {
  return { kind: 'found', status: answer.status, what: value === '' ? 'an empty string' : kindOf(value) };
}

function pointerNote(
  met: boolean,
  pointer: Pointer | undefined,
): { note?: NonNullable<AssertionResult['note']> } {
  return met || pointer === undefined ? {} : remark(saidAt(pointer));
}

const remark = (words: string) => ({ note: { kind: 'remark', words } as const });

const saidAt = (pointer: Pointer) =>
  `First check the target file: it says that the value is at ${place(pointer)}.`;
const ANOTHER_PATH =
  'First check the target file: it sends `prompt` to this address, and another address may accept it.';
const ANOTHER_PAGE = 'First check the target file: models.next must lead to each page of the models.';
const REMOVED_ON_THE_WAY =
  'The whitespace after the key was removed on the way, which RFC 9110 (5.5) allows.';
