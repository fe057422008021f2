import type { ErrorCode } from '../../spec/contract';
import { wait } from '../drive/client';
import type { Shown } from '../drive/matchers';
import type { Charge } from '../drive/meter';
import { record } from '../drive/recorder';
import type { Pointer } from '../drive/target';
import type { FaultyChain } from '../probes/chains';
import { type Answer, body, describeAnswer, errorOf, isServed } from './answer';
import { difference } from './decimal';
import { at, doubted, identifierIn, isObject, kindOf, shapeOf } from './json';
import { naming } from './naming';
import { type Reading, sameCredits, spoken } from './reading';

/** What a case may require of its subject with `toHold`, beside status and code. */
type Requirement<T> = (subject: T) => Shown;

/** White space at the end of a header is removed on most ways to the application (RFC 9110, 5.5). */
export function asTheValidKeyOr(status: number, code: ErrorCode): Requirement<Answer> {
  return (answer) => {
    const refused = answer.status === status && errorOf(answer).code === code;
    const met = refused || isServed(answer);
    const seen = refused ? 'seen and refused' : 'removed on the way, as RFC 9110 (5.5) has it: no breach';
    const note = met ? { note: `the white space after the key was ${seen}` } : {};
    return {
      met,
      expected: `${status} ${code}, or the valid key's answer`,
      received: describeAnswer(answer),
      ...note,
    };
  };
}

/** What is missing where a long workflow may be too long: how many blocks are allowed, the contract does not show. */
export function tooLong(answer: Answer): string | undefined {
  const { code } = errorOf(answer);
  return answer.status === 422 && code === 'invalid_request'
    ? 'needs workflow.longest in the target file: a longer sound workflow is refused with 422 invalid_request'
    : undefined;
}

/** A long sound workflow is served, unless it may be too long. */
export function servedIfNotTooLong(answer: Answer): Shown {
  const undriven = tooLong(answer);
  const shown = { met: isServed(answer), expected: 'a success status', received: describeAnswer(answer) };
  return undriven === undefined ? shown : { ...shown, undriven };
}

/** A non-empty string stands under this name. */
export function aString(name: string, pointer?: Pointer): Requirement<Answer> {
  return (answer) => {
    const value = isServed(answer) ? identifierIn(body(answer), name, pointer) : undefined;
    const met = typeof value === 'string' && value !== '';
    const received = isServed(answer)
      ? `${answer.status} with ${value === '' ? 'an empty string' : kindOf(value)}`
      : describeAnswer(answer);
    return { met, expected: `a success status with a string ${name}`, received, ...doubted(met, pointer) };
  };
}

/** Something stands under this name: a non-empty string, or a number. */
export function anIdentifier(name: string, pointer?: Pointer): Requirement<Answer> {
  return (answer) => {
    const value = isServed(answer) ? identifierIn(body(answer), name, pointer) : undefined;
    const met = typeof value === 'number' || (typeof value === 'string' && value !== '');
    const received = isServed(answer) ? `${answer.status} with ${kindOf(value)}` : describeAnswer(answer);
    return { met, expected: `a success status with a ${name}`, received, ...doubted(met, pointer) };
  };
}

/** A value that is not null stands at the pointer. */
export function aValueAt(pointer: Pointer): Requirement<Answer> {
  return (answer) => {
    const value = isServed(answer) ? at(body(answer), pointer) : undefined;
    const met = value !== undefined && value !== null;
    return {
      met,
      expected: `a value at ${pointer || 'the top'}`,
      received: isServed(answer) ? kindOf(value) : describeAnswer(answer),
      ...doubted(met, pointer, ', and TIMEOUT_MS long enough'),
    };
  };
}

/** The last answer of a bounded poll: the first that shows what is required, or the one at the end of patience. */
export async function eventually(
  ask: () => Promise<Answer>,
  shows: Requirement<Answer>,
  seconds: number,
): Promise<Answer> {
  const deadline = Date.now() + seconds * 1000;
  for (let gap = 0.02; ; gap = Math.min(gap * 2, 3)) {
    const answer = await ask();
    if (shows(answer).met || !isServed(answer) || Date.now() > deadline) return answer;
    await wait(gap);
  }
}

/** The credits are lower after the AI use than before it. */
export function creditsLowered(answer: Answer): Shown {
  const expected = 'fewer credits after the AI use than before it';
  const { charge } = answer;
  if (charge === undefined || charge.unfinished) {
    const undriven = charge
      ? unfinished
      : 'needs credits that can be compared, or credits in the target file';
    return { met: false, expected, received: '', undriven };
  }
  const { before, after } = charge;
  const lowered = fall(charge);
  const met = lowered === null ? charge.seen : lowered > 0;
  const bodies = charge.seen ? 'another body' : 'the same body';
  const received = lowered === null ? bodies : `${before.amount} before, ${after.amount} after`;
  const note = 'TIMEOUT_MS bounds the wait for the charge: is it long enough?';
  return { met, expected, received, ...(!met && { note }) };
}

const unfinished =
  'needs a longer TIMEOUT_MS: neither was anything charged in that time, nor was the job done';

/** The first of two charges is the smaller. */
export function theFirstIsSmaller([first, second]: [Charge | undefined, Charge | undefined]): Shown {
  const [a, b] = [spent(first), spent(second)];
  const expected = 'the first request costs less than the second';
  if (first?.unfinished || second?.unfinished) {
    return { met: false, expected, received: '', undriven: unfinished };
  }
  if (a === null || b === null) {
    return {
      met: false,
      expected,
      received: '',
      undriven: 'needs credits in the target file: no number tells what a request cost',
    };
  }
  return { met: a < b, expected, received: `${a} and ${b} credits` };
}

/** What a charge took, rounded past the noise of decimal fractions; null where no number shows it. */
export function spent(charge: Charge | undefined): number | null {
  const taken = charge === undefined ? null : fall(charge);
  return taken === null ? null : Number(taken.toPrecision(9));
}

function fall({ before, after }: Charge): number | null {
  return before.amount === null || after.amount === null ? null : difference(before.amount, after.amount);
}

/** The credits are what they were. */
export function creditsUnchanged({ before, after }: { before: Reading; after: Reading }): Shown {
  return { met: sameCredits(before, after), expected: spoken(before), received: spoken(after) };
}

/** The message of the refusal names a block or field at an end of the faulty connection. */
export function namesTheConnection(faulty: FaultyChain): Requirement<Answer> {
  return (answer) => tellsConnection(answer, faulty, ['names', 'position']);
}

/** The same, a position alone not counting. */
export function namesMoreThanAPosition(faulty: FaultyChain): Requirement<Answer> {
  return (answer) => tellsConnection(answer, faulty, ['names']);
}

function tellsConnection(answer: Answer, faulty: FaultyChain, enough: string[]): Shown {
  const { code, message } = errorOf(answer);
  const { consumer, input, source, field } = faulty.connection;
  const expected = `a message that names ${consumer}.${input} or ${source}.${field}`;
  if (code !== 'invalid_workflow') {
    const seen = code === undefined ? `${answer.status}` : `${answer.status} ${code}`;
    const blocked = `the faulty connection was answered ${seen}, not 400 invalid_workflow`;
    return { met: false, expected, received: describeAnswer(answer), blocked };
  }
  if (message === undefined) return { met: false, expected, received: describeAnswer(answer) };
  return {
    met: enough.includes(naming(message, faulty)),
    expected,
    received: JSON.stringify(message.slice(0, 200)),
  };
}

/** Header names, shape and status of two answers are the same; the names of per-request headers are not counted. */
export function nothingTellsThemApart([first, second]: [Answer, Answer]): Shown {
  const differences = [
    ...(first.status === second.status ? [] : [`status ${first.status} and ${second.status}`]),
    ...(shapeOf(body(first)) === shapeOf(body(second)) ? [] : ['the shape of the body']),
    ...(errorOf(first).code === errorOf(second).code ? [] : ['the code']),
    ...differing(first.headerNames, second.headerNames).map((name) => `the header ${name}`),
  ];
  return {
    met: differences.length === 0,
    expected: 'two answers alike',
    received: differences.join(', ') || 'alike',
  };
}

function differing(a: string[], b: string[]): string[] {
  return [...a.filter((name) => !b.includes(name)), ...b.filter((name) => !a.includes(name))];
}

/** Keeps what was seen of a thing that the contract does not show: the status and the shape, no values. */
export function observe(what: string, answer: Answer): void {
  const { code } = errorOf(answer);
  const json = body(answer);
  const shape = json === undefined ? answer.contentType || 'no body' : shapeOf(json);
  record().observations[what] =
    `${answer.status}${code ? ` ${code}` : ''}, ${isObject(json) || Array.isArray(json) ? shape : kindOf(json)}`;
}

/** Keeps whether a header was there, not its value. */
export function observeHeader(name: string, answer: Answer): void {
  record().observations[`${answer.status} ${name}`] = answer.headerNames.includes(name) ? 'there' : 'absent';
}
