import type { QueryParameter } from '../../spec/validators';
import { type Probe, probe } from './family';

/** The values of a query parameter that its schema rejects, one for each bound: a value is that of the parameter. */
export function beyondBounds({ name, schema }: QueryParameter): Probe[] {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const isNumber = type === 'integer' || type === 'number';
  const inside = minimum ?? 1;
  const rows: [words: string, value: number | string | undefined][] = [
    [`below ${minimum}`, minimum === undefined ? undefined : minimum - 1],
    [`above ${maximum}`, maximum === undefined ? undefined : maximum + 1],
    [`not above ${exclusiveMinimum}`, exclusiveMinimum],
    [`not below ${exclusiveMaximum}`, exclusiveMaximum],
    ['not a number', isNumber ? 'ten' : undefined],
    ['not an integer', type === 'integer' ? inside + 0.5 : undefined],
  ];
  return rows.flatMap(([words, value]) =>
    value === undefined ? [] : probe(`${name}: ${words}`, `${value}`),
  );
}
