import type { AssertionResult } from '../data/evidence';
import { shapeOf } from '../data/json';
import { formatList } from '../texts/wording';
import { type Answer, body, errorOf } from './answer';

/**
 * Whether two responses have the same status, code, shape and header names. If there are several pairs, sent
 * by turns, a header counts only if all responses of one kind have it and none of the other, since some
 * gateways add headers now and then.
 */
export function indistinguishable(all: readonly Answer[]): AssertionResult {
  const [first, second] = all as [Answer, Answer];
  const kinds = [0, 1].map((kind) =>
    all.filter((_, index) => comparisonOrder[index] === kind).map(headerNames),
  );
  const [ones, others] = kinds as [string[][], string[][]];
  const always = (these: string[][], those: string[][]) =>
    (these[0] ?? []).filter(
      (name) => these.every((names) => names.includes(name)) && !those.some((names) => names.includes(name)),
    );
  const between = [
    ...(first.status === second.status ? [] : [`status (${first.status} and ${second.status})`]),
    ...(haveSameShape(body(first), body(second)) ? [] : ['the shape of the body']),
    ...(errorOf(first).code === errorOf(second).code ? [] : ['the code']),
    ...[...always(ones, others), ...always(others, ones)].map((name) => `the header ${name}`),
  ];
  const met = between.length === 0;
  const what = met ? 'the same' : `responses that differ in ${formatList(between)}`;
  return { met, received: { kind: 'seen', what } };
}

/** A field may be hidden in one response, and known when the other arrived: then only the lengths of names count. */
function haveSameShape(one: unknown, other: unknown): boolean {
  const [shape, otherShape] = [shapeOf(one), shapeOf(other)];
  if (shape === otherShape || !hiddenName.test(shape + otherShape)) return shape === otherShape;
  return shapeOf(one, lengthOfName) === shapeOf(other, lengthOfName);
}

const hiddenName = /field \d+, (\d+) characters/;

const lengthOfName = (name: string) => hiddenName.exec(name)?.[1] ?? `${name.length}`;

/** The order in which two kinds of request are sent to compare them, since gateways may take turns, too. */
export const comparisonOrder = [0, 1, 1, 0, 0, 1] as const;

export function headerNames({ exchange }: Answer): string[] {
  const { headers = [] } = exchange.response ?? {};
  return [...new Set(headers.map(([name]) => name.toLowerCase()))].sort();
}
